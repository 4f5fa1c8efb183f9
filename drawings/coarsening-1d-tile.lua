-- The tile of a block in C beside its tiles of A and B: the warps, the columns of the lanes of
-- the first one, and what they need in the first step of k.
-- trace: coarsening-1d kernel=tile-64
local draw = ...
local KERNEL, LANE = 'tile-64', 5
local parts = draw.require 'coarsening-1d-parts'
local c, each = parts.results(KERNEL, draw.trace())

return function(d)
  local gap, top = 34, 26
  local s = ((d.narrow and d.width - 6 or d.width * 0.58) - gap) / (c.BK + c.BN)
  local a = {x = 2, y = top + c.BK * s + gap, w = c.BK * s, h = c.BM * s}
  local b = {x = a.x + a.w + gap, y = top, w = c.BN * s, h = c.BK * s}
  local tile = {x = b.x, y = a.y, w = b.w, h = a.h}
  local function cell(at, row, col, rows, cols)
    return at.x + col * s, at.y + row * s, cols * s, rows * s
  end
  local function mark(at, role, tone, row, col, rows, cols)
    local x, y, w, h = cell(at, row, col, rows, cols)
    d:rect(x, y, w, h, {role = role, tone = tone, weight = 0.5})
  end
  local rows, cols = parts.needs(each, 0, 31)
  local high, wide = #rows, #cols
  d:text(a.x, top - 14, ('As: %s'):format(draw.times(c.BM, c.BK)), {code = true, size = 12, role = 'A'})
  d:text(b.x + b.w, top - 14, ('Bs: %s'):format(draw.times(c.BK, c.BN)), {code = true, size = 12, role = 'B', anchor = 'end'})
  d:rect(a.x, a.y, a.w, a.h, {role = 'A', tone = 'tint'})
  d:rect(b.x, b.y, b.w, b.h, {role = 'B', tone = 'tint'})
  for r = 0, c.BM - 1, high do
    for q = 0, c.BN - 1, wide do
      local x, y, w, h = cell(tile, r, q, high, wide)
      d:tile({x = x + 1.5, y = y + 1.5, w = w - 3, h = h - 3}, 'warp', {role = 'quiet', tone = 'none'})
    end
  end
  for lane = 0, 31 do
    local first = each(lane)[1]
    mark(tile, 'C', lane == LANE and 'solid' or 'tint', first.row, first.col, c.TM, 1)
  end
  for _, row in ipairs(rows) do mark(a, 'A', 'solid', row, 0, 1, 1) end
  for _, col in ipairs(cols) do mark(b, 'B', 'solid', 0, col, 1, 1) end
  d:tile(tile, 'block', {role = 'C', tone = 'none'})
  d:brace(tile.x, tile.x + wide * s, tile.y - 4, {side = 'above', label = ('a warp: %d columns'):format(wide)})
  local bx = tile.x + wide * s + 4
  d:brace_down(tile.y, tile.y + high * s, bx, {label = ('%d results'):format(c.TM)})
  d:text(tile.x + tile.w - wide * s / 2, tile.y + (c.BM // high - 0.5) * high * s, ('tile of C: %s'):format(draw.times(c.BM, c.BN)),
    {anchor = 'middle', role = 'C', size = d.narrow and 11 or 13})
  local words = {
    {'B', ('For one k, the warp needs %d elements of B: neighbours in shared memory, one for each lane.')
      :format(wide)},
    {'A', ('Of A it needs %d, the same for all of its lanes.'):format(#rows)},
    {'C', ('Solid: the column of one lane. Each of its %d results takes the one element of B that the lane has.')
      :format(c.TM)},
  }
  local x, y = tile.x + tile.w + 26, tile.y + 4
  if d.narrow then x, y = 2, tile.y + tile.h + 14 end
  local w = d.width - x - 2
  for _, note in ipairs(words) do
    y = d:note(x, y, w, note[2], {size = 12, role = note[1]}).bottom + 10
  end
end
