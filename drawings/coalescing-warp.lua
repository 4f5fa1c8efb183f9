-- One step of two warps over A, B and C: the words that their lanes want, and the sectors that come for
-- them. Of the naive warp and the turned one; or, draw=coalescing-warp:transposed, of the turned one with B
-- stored by rows and by columns.
-- trace rows: naive kernel=naive warp=13 step=11
-- trace columns: coalescing kernel=coalesced warp=9 step=11
-- trace transposed: coalescing kernel=b-transposed warp=9 step=11
local draw = ...

local EDGE, SECTOR = 32, 8                       -- of the part of each matrix that is shown

local WARPS = {
  naive = {trace = draw.trace 'rows', title = 'x counts rows'},
  turned = {trace = draw.trace 'columns', title = 'x counts columns'},
  plain = {trace = draw.trace 'columns', title = 'B stored by rows'},
  transposed = {trace = draw.trace 'transposed', title = 'B stored by columns', by_columns = true},
}

local function many(n, one) return ('%d %s%s'):format(n, one, n == 1 and '' or 's') end

local function inside(rows, key)
  local least, most = math.huge, 0
  for _, row in ipairs(rows) do least, most = math.min(least, row[key]), math.max(most, row[key]) end
  return least, most
end

-- A matrix with what a request touches of it; the k of the step is marked where it has one.
local function matrix(d, x, y, side, name, rows, k)
  local cell = side / EDGE
  local _, last_row = inside(rows, 'row')
  local _, last_col = inside(rows, 'col')
  if last_row >= EDGE or last_col >= EDGE then d:fail('the request on %s leaves what is shown of it', name) end
  local at = d:matrix{x = x, y = y, w = side, h = side, rows = EDGE, cols = EDGE}
  d:grid(at, 1, EDGE // SECTOR, {weight = 0.6})
  local _, seen = draw.sectors(rows)
  local done = {}
  for _, row in ipairs(rows) do
    local sector = row.offset // 32
    if seen[sector] and not done[sector] then
      done[sector] = true
      d:rect(x + row.col // SECTOR * SECTOR * cell, y + row.row * cell, SECTOR * cell, cell,
        {role = name, tone = name == 'C' and 'none' or 'tint', weight = 0.7})
    end
  end
  for _, row in ipairs(rows) do
    d:rect(x + row.col * cell + 0.4, y + row.row * cell + 0.4, cell - 0.8, cell - 0.8, {role = name, tone = 'solid', weight = 0})
  end
  if k == 'column' then d:text(x + (rows[1].col + 0.5) * cell, y - 7, 'k', {size = 12, anchor = 'middle', code = true}) end
  if k == 'row' then d:text(x - 5, y + (rows[1].row + 0.5) * cell, 'k', {size = 12, anchor = 'end', code = true}) end
  return at
end

local function panel(d, x, y, w, warp, first)
  local gap = 22
  local side = (w - gap) / 2
  local load_a = draw.lanes(warp.trace, {array = 'A', op = 'load'})
  local load_b = draw.lanes(warp.trace, {array = 'B', op = 'load'})
  local store = draw.lanes(warp.trace, {array = 'C', op = 'store'})
  local top = y + 26
  d:text(x, y + 8, warp.title, {bold = true, size = 14})
  local b = matrix(d, x + side + gap, top, side, 'B', load_b, warp.by_columns and 'column' or 'row')
  local low = b.bottom + gap
  local a = matrix(d, x, low, side, 'A', load_a, 'column')
  local c = matrix(d, x + side + gap, low, side, 'C', store)
  local sectors_a, sectors_b = #draw.sectors(load_a), #draw.sectors(load_b)
  d:text(x, top + 16, 'A', {bold = true, role = 'A', size = 14})
  d:text(x + 18, top + 16, many(sectors_a, 'sector'))
  d:text(x, top + 38, 'B', {bold = true, role = 'B', size = 14})
  d:text(x + 18, top + 38, many(sectors_b, 'sector'))
  d:rule(x, top + 53, x + side - gap, top + 53, {role = 'quiet'})
  d:text(x + 18, top + 68, ('%d in a step'):format(sectors_a + sectors_b), {bold = true})
  if first then d:note(x, top + 82, side - 20, ('a sector: %d floats'):format(SECTOR), {size = 11, role = 'quiet'}) end
  for _, each in ipairs{{a, 'A'}, {b, 'B'}, {c, 'C'}} do
    d:text(each[1].right - 5, each[1].bottom - 10, each[2], {bold = true, role = each[2], size = 14, anchor = 'end'})
  end
  return c.bottom
end

return function(d, which)
  local warps = which == 'transposed' and {WARPS.plain, WARPS.transposed} or {WARPS.naive, WARPS.turned}
  if d.narrow then
    local w, y = 290, 0
    for i, warp in ipairs(warps) do y = panel(d, 8, y, w, warp, i == 1) + 20 end
  else
    local gap = 60
    local w = math.min(306, (d.width - gap - 4) / 2)
    for i, warp in ipairs(warps) do panel(d, 1 + (i - 1) * (w + gap), 0, w, warp, i == 1) end
  end
end
