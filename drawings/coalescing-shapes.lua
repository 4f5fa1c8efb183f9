-- Six shapes of a warp over a block of 32 x 32 results, with the sectors of A and of B that one step of each
-- touches.
-- trace: coalescing kernel=shape-32x1,shape-16x2,shape-8x4,shape-4x8,shape-2x16,shape-1x32 warp=5 step=11
local draw = ...

local EDGE, SECTOR = 32, 8
local trace = draw.trace()

local function many(n, one) return ('%d %s%s'):format(n, one, n == 1 and '' or 's') end

local function extent(rows, key)
  local least, most = math.huge, 0
  for _, row in ipairs(rows) do least, most = math.min(least, row[key]), math.max(most, row[key]) end
  return least, most - least + 1
end

local shapes, seen = {}, {}
for _, row in ipairs(trace.rows) do
  if not seen[row.kernel] then
    seen[row.kernel] = true
    local a = draw.lanes(trace, {kernel = row.kernel, array = 'A', op = 'load'})
    local b = draw.lanes(trace, {kernel = row.kernel, array = 'B', op = 'load'})
    local c = draw.lanes(trace, {kernel = row.kernel, array = 'C', op = 'store'})
    local top, rows = extent(c, 'row')
    local left, cols = extent(c, 'col')
    shapes[#shapes + 1] = {a = a, b = b, top = top, rows = rows, left = left, cols = cols,
      sectors = ('%d + %d sectors'):format(#draw.sectors(a), #draw.sectors(b)), lines = #draw.sectors(a, 128) + #draw.sectors(b, 128)}
  end
end

-- One shape, with its names where first is set; w is the width of all. Sectors of A, and of B.
local function panel(d, x, y, w, shape, first)
  local gap, strip = 5, 6
  local cell = (w - gap) / (EDGE + SECTOR)
  local side = EDGE * cell
  local cx, cy = x + SECTOR * cell + gap, y + strip + gap
  d:rect(cx, y, side, strip, {role = 'quiet', tone = 'none', weight = 0.7})
  d:rect(x, cy, SECTOR * cell, side, {role = 'quiet', tone = 'none', weight = 0.7})
  d:rect(cx, cy, side, side, {role = 'quiet', tone = 'none', weight = 0.7})
  local done = {}
  for _, row in ipairs(shape.b) do
    local at = row.offset // 32
    if not done[at] then
      done[at] = true
      d:rect(cx + row.col // SECTOR * SECTOR * cell + 0.5, y + 0.5, SECTOR * cell - 1, strip - 1, {role = 'B', tone = 'solid', weight = 0})
    end
  end
  done = {}
  for _, row in ipairs(shape.a) do
    if not done[row.row] then
      done[row.row] = true
      d:rect(x + 0.5, cy + row.row * cell + 0.4, SECTOR * cell - 1, cell - 0.8, {role = 'A', tone = 'solid', weight = 0})
    end
  end
  d:tile({x = cx + shape.left * cell, y = cy + shape.top * cell, w = shape.cols * cell, h = shape.rows * cell}, 'warp', {role = 'C'})
  if first then
    d:text(x + SECTOR * cell / 2, cy + side + 10, 'A', {bold = true, role = 'A', anchor = 'middle'})
    d:text(cx - 3, y + strip / 2, 'B', {bold = true, role = 'B', anchor = 'end'})
    d:text(cx + side - 4, cy + side * 0.93, 'C', {bold = true, role = 'C', anchor = 'end'})
  end
  local mid, low = cx + side / 2, cy + side
  d:text(mid, low + 14, draw.times(shape.rows, shape.cols), {bold = true, anchor = 'middle'})
  d:text(x + w / 2, low + 31, shape.sectors, {size = 12, anchor = 'middle'})
  d:text(x + w / 2, low + 47, many(shape.lines, 'line'), {size = 12, anchor = 'middle'})
  return low + 56
end

return function(d)
  local across = d.narrow and 3 or 6
  local gap = d.narrow and 14 or 16
  local w = (d.width - 2 - (across - 1) * gap) / across
  local y, bottom = 4, nil
  for i, shape in ipairs(shapes) do
    local column = (i - 1) % across
    if column == 0 and i > 1 then y = bottom + 16 end
    bottom = panel(d, 1 + column * (w + gap), y, w, shape, i == 1)
  end
end
