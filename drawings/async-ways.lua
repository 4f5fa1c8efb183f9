-- Four adjacent floats of a row of A on three ways into the tile, and the float4 that a thread reads there.
local draw = ...
local bytes = 4
local four = 16 // bytes
local CORNER = 2 * four            -- as much of a matrix as is drawn
local ROW = 2                      -- of A, where the four floats stand
local WAYS = {
  {kernel = 'on-the-way', says = 'transposed on the way', copies = ('%d copies of %d bytes'):format(four, bytes)},
  {kernel = 'unpacked', says = 'unpacked', copies = ('one copy of %d bytes'):format(four * bytes)},
  {kernel = 'pair-3', says = 'packed', copies = ('one copy of %d bytes'):format(four * bytes)},
}
local RAW, PACKED = 1, 2            -- of A_LAYOUT

return function(d)
  local cell, y = 11, 0
  local size = CORNER * cell
  local function corner(x, top, name, role, rows)
    local box = d:rect(x, top, size, size, {role = 'quiet', tone = 'none', weight = 1})
    d:grid(box, CORNER, CORNER, {role = 'quiet', weight = 0.4})
    d:text(x + size / 2, top + size + 10, name, {anchor = 'middle', size = 12})
    d:rect(x + rows.x * cell, top + rows.y * cell, rows.w * cell, rows.h * cell, {role = role, tone = 'solid'})
    return box
  end
  local flat = {x = 0, y = ROW, w = four, h = 1}
  local upright = {x = ROW, y = 0, w = 1, h = four}
  for _, way in ipairs(WAYS) do
    local layout = draw.constants{of = 'async', kernel = way.kernel}.A_LAYOUT
    local packed = layout == PACKED
    d:text(0, y + 7, way.says, {bold = true})
    d:text(d.narrow and 178 or 190, y + 7, way.kernel, {code = true, size = 12})
    local top, right = y + 34, d.width - size - 2
    local a = corner(2, top, 'A, row by row', 'A', flat)
    local from = a
    if packed then
      from = corner((d.width - size) / 2, top, 'the workspace', 'A', upright)
      d:arrow({a.right, a.cy}, {from.x, from.cy}, {role = 'quiet'})
      d:text((a.right + from.x) / 2, top - 9, d.narrow and 'once' or 'transposed once', {anchor = 'middle', size = 12})
      d:rect(from.x, top, four * cell, cell, {role = 'ink', tone = 'none', weight = 1.5})
    end
    local tile = corner(right, top, 'the tile', 'A', layout == RAW and flat or upright)
    d:copy({from.right, a.cy}, {tile.x, a.cy}, {role = 'A'})
    local middle = (from.right + tile.x) / 2
    if packed and d.narrow then d:text(middle, top - 9, ('%d bytes'):format(four * bytes), {anchor = 'middle', size = 12})
    else d:text(middle, top - 9, way.copies, {anchor = 'middle', size = 12}) end
    d:tile({x = tile.x, y = tile.y, w = four * cell, h = cell}, 'thread', {role = 'C'})
    y = top + size + 28
  end
  d:note(0, y + 2, d.width, 'Solid: the same four floats. Cut corners: a float4 that a thread reads. It holds one value of k and four rows, '
    .. 'but in the second tile one row and four values of k. Heavy frame, in the workspace: what one copy moves.', {size = 12})
end
