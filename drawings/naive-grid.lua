-- C, the blocks of the grid over it, the warps of a block, the lanes of a warp: of the naive
-- kernel, in the product of which a trace was taken.
local draw = ...
local trace = draw.trace 'naive-access'
local rows = draw.lanes(trace, {array = 'C', op = 'store'})
local SIDE = draw.constants{of = 'naive'}.SIDE
local LANES = #rows

-- As C is square, a row of it is as long as two rows lie apart.
local N = (rows[2].offset - rows[1].offset) // 4

-- Where the warp stands: its first element, and the block that has it.
local first, last = rows[1], rows[LANES]
local block_row, block_col = first.row // SIDE, first.col // SIDE

return function(d)
  local side = d.narrow and 128 or 160
  local gap = d.narrow and 28 or 54
  local top = 46
  local function under(x, y, w, ...)
    for i, text in ipairs{...} do
      d:text(x + w / 2, y + 12 + (i - 1) * 16, text, {anchor = 'middle', size = d.narrow and 11 or 12, role = i > 1 and 'quiet' or nil})
    end
  end

  -- C and its blocks.
  local c = d:matrix{x = d.narrow and 2 or 10, y = top, w = side, h = side, rows = N, cols = N, role = 'C'}
  d:grid(c, N // SIDE, N // SIDE)
  local tile = c.at(block_row * SIDE, block_col * SIDE, SIDE, SIDE)
  local block = d:tile(tile, 'block', {role = 'C', tone = 'solid'})
  d:text(c.x, top - 14, 'C', {bold = true, size = 14, role = 'C'})
  under(c.x, c.bottom, side, ('%s: a grid'):format(draw.times(N, N)), ('of %d blocks'):format((N // SIDE) ^ 2))

  -- The block: a column of it is a warp.
  local bx = c.right + gap
  local frame = {x = bx, y = top, w = side, h = side}
  local w = side / SIDE
  for col = 0, SIDE - 1 do
    local mine = col == first.col % SIDE
    d:rect(bx + col * w + 0.6, top + 2.5, w - 1.2, side - 5, {role = mine and 'C' or 'quiet', tone = mine and 'solid' or 'none', weight = 0.8,
      round = 2})
  end
  d:tile(frame, 'block', {tone = 'none'})
  d:arrow({bx, top - 13}, {bx + side * 0.36, top - 13}, {role = 'quiet', gap = 0})
  d:text(bx + side * 0.36 + 5, top - 13, 'threadIdx.y', {code = true, size = 11})
  d:text(bx, top - 32, 'a block', {bold = true})
  under(bx, frame.y + side, side, ('%s threads'):format(draw.times(SIDE, SIDE)), ('%d warps, a column each'):format(SIDE * SIDE // 32))
  d:rule(block.right, block.y, bx, top, {role = 'quiet', dash = '2 3'})
  d:rule(block.right, block.bottom, bx, top + side, {role = 'quiet', dash = '2 3'})

  -- The warp: its lanes, one over the other.
  local wx = bx + side + gap
  local pitch = side / LANES
  local r = pitch / 2 - 0.4
  d:rect(wx - r - 3, top - 2, 2 * r + 6, side + 4, {role = 'quiet', tone = 'none', weight = 1.5, round = 5})
  for i = 0, LANES - 1 do d:lane(wx, top + (i + 0.5) * pitch, r, {role = 'C', tone = 'solid'}) end
  local column = bx + (first.col % SIDE + 1) * w
  d:rule(column, top + 3, wx - r - 3, top, {role = 'quiet', dash = '2 3'})
  d:rule(column, top + side - 3, wx - r - 3, top + side, {role = 'quiet', dash = '2 3'})
  d:text(d.narrow and d.width or wx - r - 3, top - 32, 'a warp', {bold = true, anchor = d.narrow and 'end' or nil})
  local function say(i)
    local y = top + (i + 0.5) * pitch
    if d.narrow then d:text(wx + r + 5, y, ('%d'):format(i), {size = 11})
    else d:text(wx + r + 10, y, ('lane %d: row %d, column %d of C'):format(i, rows[i + 1].row, rows[i + 1].col), {size = 12}) end
  end
  if d.narrow then say(0); say(LANES - 1)
  else
    say(0); say(LANES // 2 - 1); say(LANES - 1)
  end
  if d.narrow then
    d:note(0, top + side + 48, d.width, ('Lane 0 of this warp has row %d, lane %d row %d, all in column %d of C.'):format(rows[1].row,
      LANES - 1, last.row, first.col), {size = 12})
  else
    d:arrow({wx + r + 14, top + 1.5 * pitch + 10}, {wx + r + 14, top + side * 0.4}, {role = 'quiet', gap = 0})
    d:text(wx + r + 24, top + side * 0.25, 'threadIdx.x', {code = true, size = 11})
  end
end
