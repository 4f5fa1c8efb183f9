-- One turn of the loop of a tiled kernel: a tile of A and a tile of B come into shared memory, a
-- barrier, all threads of the block compute from them, a barrier.
local draw = ...
local T = draw.constants{of = 'tiling', kernel = 'tile-32'}.T

local TILES = 8                                  -- in each direction of the part of the matrices that is shown
local ROW, COL, K = 1, 6, 3                      -- which block, and which turn of its loop

-- A, B and C; hands back the two tiles and the bottom.
local function matrices(d, x, y, side)
  local gap, cell = 20, side / TILES
  local bx, ay = x + side + gap, y + side + gap
  local function strip(at, role, w, h)
    d:rect(at.x, at.y, w, h, {role = role, tone = 'tint', weight = 0})
  end
  local b = d:matrix{x = bx, y = y, w = side, h = side, rows = TILES, cols = TILES}
  local a = d:matrix{x = x, y = ay, w = side, h = side, rows = TILES, cols = TILES}
  local c = d:matrix{x = bx, y = ay, w = side, h = side, rows = TILES, cols = TILES}
  strip(a.at(ROW, 0), 'A', K * cell, cell)
  strip(b.at(0, COL), 'B', cell, K * cell)
  for k = 0, TILES - 1 do
    if k ~= K then
      local left, up = a.at(ROW, k), b.at(k, COL)
      d:rect(left.x, left.y, cell, cell, {role = 'A', tone = 'none', weight = 0.7})
      d:rect(up.x, up.y, cell, cell, {role = 'B', tone = 'none', weight = 0.7})
    end
  end
  local tile_a, tile_b = d:tile(a.at(ROW, K), 'block', {role = 'A'}), d:tile(b.at(K, COL), 'block', {role = 'B'})
  d:tile(c.at(ROW, COL), 'block', {role = 'C'})
  d:arrow({x + (K + 1) * cell + 6, ay + (ROW + 1) * cell + 9}, {x + (K + 3.4) * cell, ay + (ROW + 1) * cell + 9}, {role = 'A', gap = 0})
  d:arrow({bx + COL * cell - 8, y + (K + 1) * cell + 6}, {bx + COL * cell - 8, y + (K + 3.4) * cell}, {role = 'B', gap = 0})
  d:text(x + 5, ay + side - 11, 'A', {bold = true, role = 'A', size = 14})
  d:text(bx + 5, y + side - 11, 'B', {bold = true, role = 'B', size = 14})
  d:text(bx + 5, ay + side - 11, 'C', {bold = true, role = 'C', size = 14})
  d:text(x, y + 10, 'global memory', {size = 12, role = 'quiet'})
  return tile_a, tile_b, ay + side
end

-- The tiles in shared memory and the sums in registers.
local function inside(d, x, y, w, side)
  local gap = 34
  local h = 2 * side + gap + 46
  d:sm{x = x, y = y, w = w, h = h}
  d:text(x + 12, y + 18, 'an SM', {size = 12, role = 'quiet'})
  local right, low = x + w - side - 16, y + h - side - 14
  local bs = d:tile({x = right, y = y + 16, w = side, h = side}, 'block', {role = 'B'})
  local as = d:tile({x = right - side - gap, y = low, w = side, h = side}, 'block', {role = 'A'})
  local acc = d:rect(right, low, side, side, {role = 'C', tone = 'none', weight = 0.8})
  local row, col = 0.62, 0.36
  d:rect(as.x, as.y + row * side, side, side / 12, {role = 'A', tone = 'solid', weight = 0})
  d:rect(bs.x + col * side, bs.y, side / 12, side, {role = 'B', tone = 'solid', weight = 0})
  d:rect(acc.x + col * side, acc.y + row * side, side / 12, side / 12, {role = 'C', tone = 'solid', weight = 0})
  d:rule(as.right, as.y + (row + 1 / 24) * side, acc.x + col * side, acc.y + (row + 1 / 24) * side, {role = 'A', dash = '2 3'})
  d:rule(bs.x + (col + 1 / 24) * side, bs.bottom, bs.x + (col + 1 / 24) * side, acc.y + row * side, {role = 'B', dash = '2 3'})
  d:text(as.x - 6, as.y + 10, 'As', {code = true, bold = true, size = 12, anchor = 'end'})
  d:text(bs.x - 6, bs.y + 10, 'Bs', {code = true, bold = true, size = 12, anchor = 'end'})
  d:text(acc.right - 4, acc.y + 11, 'acc', {code = true, bold = true, size = 12, anchor = 'end'})
  d:text(as.x - 6, as.bottom - 24, 'shared', {size = 11, role = 'quiet', anchor = 'end'})
  d:text(as.x - 6, as.bottom - 10, 'memory', {size = 11, role = 'quiet', anchor = 'end'})
  d:text(acc.right - 4, acc.bottom - 9, 'registers', {size = 11, role = 'quiet', anchor = 'end'})
  return as, bs, y + h
end

-- Fill, wait, compute, wait, and back.
local function loop(d, x, top, w)
  local y = top + 18                             -- above it stands what a barrier does
  local gap, h = 26, 30
  local fill = (w - 2 * gap) * 0.36
  local compute = w - 2 * gap - fill
  local f = d:rect(x, y, fill, h, {role = 'quiet', tone = 'hatch', round = 3})
  local c = d:rect(x + fill + gap, y, compute, h, {role = 'C', tone = 'tint', round = 3})
  d:text(f.cx, f.cy, '1 fill', {anchor = 'middle', bold = true})
  d:text(c.cx, c.cy, '3 compute', {anchor = 'middle', bold = true})
  for _, at in ipairs{f.right + gap / 2, c.right + gap / 2} do d:barrier(at, y - 4, at, y + h + 4) end
  d:text(f.right + gap / 2, y - 14, '2 wait', {anchor = 'middle', bold = true})
  d:text(x + w, y - 14, '4 wait', {anchor = 'end', bold = true})
  local low = y + h + 18
  d:rule(c.right + gap / 2, y + h + 6, c.right + gap / 2, low, {role = 'quiet'})
  local half = d:measure('the next tiles', {size = 12}) / 2 + 4
  d:rule(c.right + gap / 2, low, c.cx + half, low, {role = 'quiet'})
  d:rule(c.cx - half, low, f.cx, low, {role = 'quiet'})
  d:arrow({f.cx, low}, {f.cx, y + h}, {role = 'quiet'})
  d:text(c.cx, low, 'the next tiles', {anchor = 'middle', size = 12, role = 'quiet'})
  local text = low + 12
  local left = d:note(x, text, fill + gap / 2, 'each thread brings one element of A and one of B', {size = 12})
  local right = d:note(c.x, text, compute + gap / 2, ('each thread takes %d steps; each element serves %d threads'):format(T, T), {size = 12})
  return math.max(left.bottom, right.bottom)
end

return function(d)
  if d.narrow then
    local tile_a, tile_b, low = matrices(d, 2, 2, 120)
    local as, bs, bottom = inside(d, 30, low + 26, 300, 76)
    d:copy(tile_a, as, {role = 'A'})
    d:rule(tile_b.right + 2, tile_b.cy, bs.cx, tile_b.cy, {role = 'B', weight = 1.5, dash = '3 3'})   -- past C
    d:copy({bs.cx, tile_b.cy}, bs, {role = 'B'})
    loop(d, 2, bottom + 18, d.width - 6)
  else
    local tile_a, tile_b, low = matrices(d, 2, 2, 130)
    local as, bs = inside(d, 372, 2, d.width - 372 - 4, 96)
    d:copy(tile_a, as, {role = 'A'})
    d:copy(tile_b, bs, {role = 'B'})
    loop(d, 2, low + 26, d.width - 6)
  end
end
