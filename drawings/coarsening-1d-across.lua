-- The results of one warp in a step of k, and the elements that they need: threads with a column
-- each, threads with a row each.
-- trace tile-64: coarsening-1d kernel=tile-64
-- trace across: coarsening-1d kernel=across
local draw = ...
local LANE = 5
local parts = draw.require 'coarsening-1d-parts'

local function panel(d, y, kernel, title, words)
  local c, each = parts.results(kernel, draw.trace(kernel))
  local gap = 6
  local s = (d.width - gap - 4) / (c.BN + 1)
  local rows, cols = parts.needs(each, 0, 31)
  local my_rows, my_cols = parts.needs(each, LANE, LANE)
  d:text(1, y + 8, title, {bold = true})
  local top = y + 40
  local a = {x = 2, y = top + s + gap}
  local b = {x = a.x + s + gap, y = top}
  local function square(x, yy, role, tone) d:rect(x, yy, s, s, {role = role, tone = tone, weight = 0.6}) end
  local mine_a, mine_b = {}, {}
  for _, r in ipairs(my_rows) do mine_a[r] = true end
  for _, q in ipairs(my_cols) do mine_b[q] = true end
  d:text(b.x, top - 11, ('%d elements of B; a lane needs %d'):format(#cols, #my_cols), {size = 12, role = 'B'})
  for _, r in ipairs(rows) do square(a.x, a.y + r * s, 'A', mine_a[r] and 'solid' or 'hatch') end
  for _, q in ipairs(cols) do square(b.x + q * s, b.y, 'B', mine_b[q] and 'solid' or 'hatch') end
  for lane = 0, 31 do
    for _, at in ipairs(each(lane)) do
      square(b.x + at.col * s, a.y + at.row * s, 'C', lane == LANE and 'solid' or 'tint')
    end
  end
  local bottom = a.y + #rows * s
  d:text(1, bottom + 14, ('%d of A; a lane needs %d'):format(#rows, #my_rows), {size = 12, role = 'A'})
  local counted = draw.number(("shared_load_wavefronts_per_step '%s' * %d"):format(kernel, c.results),
    {of = 'coarsening-1d', digits = 2})
  return d:note(1, bottom + 24, d.width - 2, words:format(c.results, counted), {size = 12}).bottom
end

return function(d)
  local y = panel(d, 0, 'tile-64', 'a column each',
    '%d multiply-adds of a lane: one load of B, and A by float4s of four steps. The card counts %s wavefronts.')
  panel(d, y + 24, 'across', 'a row each',
    '%d multiply-adds of a lane: a float4 of A for four steps, and for B a load each. The card counts %s wavefronts.')
end
