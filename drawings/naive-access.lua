-- trace: naive kernel=naive warp=13 step=11
-- A block of the naive kernel over A, B and C: all that it needs, and in it what one of its warps
-- touches in one step of the loop, and stores at its end.
local draw = ...
local trace = draw.trace()
local SIDE = draw.constants{of = 'naive'}.SIDE
local SECTOR = 8                                  -- in floats

local load_a = draw.lanes(trace, {array = 'A', op = 'load'})
local load_b = draw.lanes(trace, {array = 'B', op = 'load'})
local store = draw.lanes(trace, {array = 'C', op = 'store'})
-- A row of A is as long as two of its rows lie apart.
local K = (load_a[2].offset - load_a[1].offset) // 4

local function many(n, one) return ('%d %s%s'):format(n, one, n == 1 and '' or 's') end

return function(d)
  local gap = d.narrow and 18 or 24
  local cell = (math.min(d.width, 430) - gap - 4) / (K + SIDE)
  local long, short = K * cell, SIDE * cell

  local function matrix(x, y, w, h, name, rows)
    local at = d:rect(x, y, w, h, {role = name, tone = 'tint', weight = 1})
    local done = {}
    for _, row in ipairs(rows) do
      local sector = row.offset // 32
      if not done[sector] then
        done[sector] = true
        d:rect(x + row.col % K // SECTOR * SECTOR * cell, y + row.row % K * cell, SECTOR * cell, cell, {role = name, tone = 'tint', weight = 0.7})
      end
    end
    for _, row in ipairs(rows) do
      d:rect(x + row.col % K * cell, y + row.row % K * cell, cell, cell, {role = name, tone = 'solid', weight = 0})
    end
    return at
  end

  local left, top = 2, 2
  local b = matrix(left + long + gap, top, short, long, 'B', load_b)
  local a = matrix(left, b.bottom + gap, long, short, 'A', load_a)
  local c = matrix(b.x, a.y, short, short, 'C', store)
  d:tile(c, 'block', {tone = 'none', role = 'C'})
  local ka, kb = a.x + (load_a[1].col + 0.5) * cell, b.y + (load_b[1].row + 0.5) * cell
  d:text(ka, a.y - 8, 'k', {code = true, size = 12, anchor = 'middle'})
  d:text(b.x - 7, kb, 'k', {code = true, size = 12, anchor = 'end'})
  d:text(c.right, c.bottom + 11, ('%s of C'):format(draw.times(SIDE, SIDE)), {size = 12, role = 'C', bold = true, anchor = 'end'})
  d:text(a.x, a.bottom + 11, ('%d rows of A'):format(SIDE), {size = 12, role = 'A', bold = true})
  local of_b = b.x - (d.narrow and 8 or 14)
  d:text(of_b, b.bottom - 8, ('%d columns of B'):format(SIDE), {size = 12, role = 'B', bold = true, anchor = 'end'})

  -- In words, where there is room: in the corner above A.
  local sectors_a, sectors_b = #draw.sectors(load_a), #draw.sectors(load_b)
  local y = d.narrow and 40 or 60
  local size = d.narrow and 12 or 14
  local w = long - (d.narrow and 20 or 40)
  local said = d:note(left, y, w, 'One step of one warp:', {size = size, bold = true})
  d:text(left, said.bottom + 12, ('%s of A'):format(many(sectors_a, 'sector')), {size = size, role = 'A'})
  d:text(left, said.bottom + 32, ('%s of B'):format(many(sectors_b, 'sector')), {size = size, role = 'B'})
  d:text(left, said.bottom + 51, ('a sector: %d floats'):format(SECTOR), {size = size == 12 and 11 or 12, role = 'quiet'})
  said = d:note(left, said.bottom + 78, w, 'All steps of the block:', {size = size, bold = true})
  d:note(left, said.bottom + 2, w, ('all tinted floats, 2 × %d × K'):format(SIDE), {size = size})
end
