-- A product with few rows, given to an instruction of 64 rows in two ways: A's rows as its rows, most of them empty,
-- and columns of B as its rows. The tile is that of the kernel columns-16x128 of code/shapes.cu.
local draw = ...
local k = draw.constants{of = 'shapes', kernel = 'columns-16x128'}
local ROWS = 64                                   -- of the instruction
local BM, BN = k.BM, k.BN
if BM >= ROWS then error({message = 'drawings/shapes-columns.lua: the tile has no few rows'}, 0) end

return function(d)
  local unit = d.narrow and 1.15 or 1.9            -- pixels of a row or a column
  local small = d.narrow and 11 or 12
  local deep = d.narrow and 34 or 60               -- of k, not to scale
  local gap = d.narrow and 14 or 22

  -- The first operand stands left of the sums, the second above.
  local function way(y, head, first, second, rows, cols, used, says)
    d:text(0, y + 8, head, {bold = true})
    local x0, y0 = 4, y + 30 + deep + gap
    local left = x0 + deep + gap
    local h, w = rows * unit, cols * unit
    d:rect(left, y0 - gap - deep, w, deep, {role = second.role, weight = 1.2})
    d:text(left + w + 8, y0 - gap - deep / 2, second.text, {size = small})
    d:rect(x0, y0, deep, used * unit, {role = first.role, weight = 1.2})
    d:rect(left, y0, w, used * unit, {role = 'C', weight = 1.2})
    if used < rows then
      d:rect(x0, y0 + used * unit, deep, h - used * unit, {role = 'wait', weight = 0.8, dash = '3 3'})
      d:rect(left, y0 + used * unit, w, h - used * unit, {role = 'wait', weight = 0.8, dash = '3 3'})
      d:text(left + w / 2, y0 + (used + rows) / 2 * unit, ('%d empty rows'):format(rows - used), {anchor = 'middle', size = small, plain = true})
    end
    d:text(x0, y0 + h + 12, first.text, {size = small})
    d:text(left + w + 8, y0 + h / 2, says, {size = small})
    return y0 + h + 26
  end
  local function sums(used, all)
    return used == all and ('%d sums, all used'):format(all) or ('%d sums, %d used'):format(all, used)
  end
  local y = way(0, 'rows of A as rows', {role = 'A', text = ('%d rows of A, of %d'):format(BM, ROWS)},
    {role = 'B', text = ('%d columns of B'):format(BN)}, ROWS, BN, BM, sums(BM * BN, ROWS * BN))
  y = way(y + 10, 'columns of B as rows', {role = 'B', text = ('%d columns of B'):format(ROWS)},
    {role = 'A', text = ('%d rows of A'):format(BM)}, ROWS, BM, ROWS, sums(ROWS * BM, ROWS * BM))
  d:text(0, y + 6, ('Two groups make the %d columns of a tile.'):format(BN), {size = small, role = 'quiet'})
end
