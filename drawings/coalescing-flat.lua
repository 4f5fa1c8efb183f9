-- What a block of the turned kernel and one of the flat kernel need of A and B, to scale at 4096: the
-- square block a band of rows and a band of columns, the flat one a row and a wide band.
local draw = ...
local N, FLOAT = 4096, 4
local BLOCK = draw.constants{of = 'coalescing'}.BLOCK

local function many(n, one) return ('%d %s%s'):format(n, one, n == 1 and '' or 's') end

-- A block of so many rows and columns of C, which lies somewhere in the middle.
local function panel(d, x, y, w, title, rows, cols)
  local gap = 14
  local side = (w - gap) / 2
  local px = side / N
  local function across(n) return math.max(n * px, 1) end
  local top, first = y + 26, N // 2
  local cx, cy = x + side + gap, top + side + gap
  d:text(x, y + 8, title, {bold = true, size = 13})
  local b = d:matrix{x = cx, y = top, w = side, h = side, rows = N, cols = N}
  local a = d:matrix{x = x, y = cy, w = side, h = side, rows = N, cols = N}
  local c = d:matrix{x = cx, y = cy, w = side, h = side, rows = N, cols = N}
  d:rect(a.x, a.y + first * px, side, across(rows), {role = 'A', tone = 'solid', weight = 0})
  d:rect(b.x + first * px, b.y, across(cols), side, {role = 'B', tone = 'solid', weight = 0})
  d:rect(c.x + first * px, c.y + first * px, across(cols), across(rows), {role = 'C', tone = 'solid', weight = 0})
  for _, each in ipairs{{a, 'A'}, {b, 'B'}, {c, 'C'}} do
    d:text(each[1].x + 6, each[1].bottom - 10, each[2], {bold = true, role = each[2], size = 13})
  end
  d:text(x, top + 16, many(rows, 'row') .. ' of A', {role = 'A', size = 12})
  d:text(x, top + 35, many(cols, 'column') .. ' of B', {role = 'B', size = 12})
  d:text(x, top + 58, ('%s a block'):format((draw.number(('%d * %d * %d / 2^20'):format(rows + cols, N, FLOAT),
    {digits = 3, unit = 'MiB'}))), {bold = true, size = 12})
  return c.bottom
end

return function(d)
  local gap = d.narrow and 20 or 70
  local w = d.narrow and 250 or 290
  local square, flat = draw.times(BLOCK, BLOCK) .. ' of C', draw.times(1, BLOCK * BLOCK) .. ' of C'
  local bottom = panel(d, 1, 0, w, square, BLOCK, BLOCK)
  panel(d, d.narrow and 1 or 1 + w + gap, d.narrow and bottom + gap or 0, w, flat, 1, BLOCK * BLOCK)
end
