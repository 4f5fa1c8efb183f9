-- In registers of which parity an element of B and a result lie, by the float4 in which the result
-- leaves a thread: in order, or with adjacent results exchanged, as STORE says in code/registers.cu.
local draw = ...
local WAYS = {{says = 'in order', kernel = 'same-bank'}, {says = 'adjacent results exchanged', kernel = 'other-bank'}}
local FLOATS, SWAPPED = 4, 2                       -- of a float4; the value of STORE
local PARITY = {[0] = 'even', 'odd'}

return function(d)
  local columns = d.narrow and 1 or 2
  local gap, left, y = 48, 40, 0
  local w = (d.width - (columns - 1) * gap) / columns
  local cell = math.min(64, (w - left) / FLOATS)
  local h, between = 30, 58
  for p, way in ipairs(WAYS) do
    local x = (p - 1) % columns * (w + gap)
    local swapped = draw.constants{of = 'registers', kernel = way.kernel}.STORE == SWAPPED
    local grid = x + left
    local heads, b, c = y + 30, y + 44, y + 44 + h + between
    d:text(x, y + 7, way.says, {bold = true})
    d:text(grid + FLOATS * cell, y + 7, way.kernel, {code = true, size = 12, anchor = 'end'})
    local function middle(n) return grid + (n + 0.5) * cell end
    local function place(n) return swapped and n + 1 - 2 * (n % 2) or n end   -- of result n
    for n = 0, FLOATS - 1 do
      if n % 2 == 0 then
        d:rect(grid + n * cell, heads - 10, cell, c + h - heads + 14, {role = 'quiet', tone = 'tint', weight = 0})
      end
      d:text(middle(n), heads, PARITY[n % 2], {anchor = 'middle', size = 12})
    end
    for n = 0, FLOATS - 1 do d:rule(middle(n), b + h, middle(place(n)), c, {role = 'C', weight = 2}) end
    for n = 0, FLOATS - 1 do
      d:rect(grid + n * cell + 5, b, cell - 10, h, {role = 'B', tone = 'paper', weight = 1.6, round = 2})
      d:text(middle(n), b + h / 2, ('b%d'):format(n), {anchor = 'middle', size = 13, plain = true})
      d:rect(grid + n * cell + 5, c, cell - 10, h, {role = 'C', tone = 'paper', weight = 1.6, round = 2})
      d:text(middle(place(n)), c + h / 2, ('c%d'):format(n), {anchor = 'middle', size = 13, plain = true})
    end
    d:text(x, b + h / 2, 'B', {bold = true, role = 'B'})
    d:text(x, c + h / 2, 'C', {bold = true, role = 'C'})
    d:text(grid, c + h + 24, swapped and 'c0 += a · b0: odd and even, both banks'
      or 'c0 += a · b0: both even, one bank', {size = 12})
    if columns == 1 or p == columns then y = c + h + 48 end
  end
end
