-- What the exchange of code/loops/exchange.h does to a multiply-add: its factors come from the other
-- register of their pairs, and its result stays. The numbers of the registers are made up.
local draw = ...
local WAYS = {
  {says = 'as compiled', code = 'R20 = R4 * R8 + R20', factor = 0, reads = 'even bank: 3 reads, odd bank: 0'},
  {says = 'exchanged', code = 'R20 = R5 * R9 + R20', factor = 1, reads = 'even bank: 1 read, odd bank: 2'},
}
local PAIRS = {{'a', 4, 'A'}, {'b', 8, 'B'}, {'c', 20, 'C'}}   -- what a pair holds, its first register, its role

return function(d)
  local columns = d.narrow and 1 or 2
  local gap, left, y = 48, 30, 0
  local w = (d.width - (columns - 1) * gap) / columns
  local cell, h, pitch = math.min(128, (w - left) / 2), 34, 50
  for p, way in ipairs(WAYS) do
    local x = (p - 1) % columns * (w + gap)
    local grid, top = x + left, y + 50
    d:text(x, y + 7, way.says, {bold = true})
    d:text(grid + 2 * cell, y + 7, way.code, {code = true, size = 12, anchor = 'end'})
    for n, parity in ipairs{'even', 'odd'} do
      d:text(grid + (n - 0.5) * cell, y + 34, parity, {anchor = 'middle', size = 12})
      if n == 1 then d:rect(grid, y + 24, cell, 24 + #PAIRS * pitch, {role = 'quiet', tone = 'tint', weight = 0}) end
    end
    for i, pair in ipairs(PAIRS) do
      local name, first, role = pair[1], pair[2], pair[3]
      local factor = name ~= 'c'
      for n = 0, 1 do
        local index = factor and (n + way.factor) % 2 or n
        local read = n == (factor and way.factor or 0)
        local at = top + (i - 1) * pitch
        d:rect(grid + n * cell + 8, at, cell - 16, h, {role = role, tone = 'paper', weight = read and 2.6 or 0.8, round = 2})
        d:text(grid + n * cell + 16, at + h / 2, ('R%d'):format(first + n), {code = true, size = 12, role = 'quiet'})
        d:text(grid + (n + 1) * cell - 18, at + h / 2, ('%s%d'):format(name, index),
          {anchor = 'end', size = 13, plain = true, bold = read})
      end
      d:text(x, top + (i - 1) * pitch + h / 2, name:upper(), {bold = true, role = role})
    end
    d:text(grid, top + #PAIRS * pitch + 14, way.reads, {size = 12})
    if columns == 1 or p == columns then y = top + #PAIRS * pitch + 40 end
  end
  d:text(0, y + 2, 'Heavy: what the multiply-add c0 += a0 · b0 reads.', {size = 12})
end
