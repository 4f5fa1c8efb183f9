-- A product of two halves is added to a long sum of floats: shifted to its place, part of it lies
-- behind the sum's last bit, and falls off where the unit cuts. One example, computed exactly.

-- A sum such as 4096 products of numbers between 0 and 1 come to, and the next product.
local SUM, A, B = 1030.9278, 0.7312, 0.4217
local SUM_BITS, HALF_BITS = 24, 11

local function exponent(x) return math.floor(math.log(x, 2)) end
local function to_bits(x, bits)
  local last = 2.0 ^ (exponent(x) - bits + 1)
  return math.floor(x / last + 0.5) * last, last
end
local sum, last = to_bits(SUM, SUM_BITS)
local product = to_bits(A, HALF_BITS) * to_bits(B, HALF_BITS)
local cut = math.floor(product / last) * last
local lost = (product - cut) / last
local TOP, END = exponent(sum), exponent(product) - 2 * HALF_BITS + 1

-- The bit of x that is worth 2^n.
local function bit(x, n) return math.tointeger(math.floor(x / 2.0 ^ n) % 2) end

return function(d)
  local columns = TOP - END + 1
  local cell, high = (d.width - 2) / columns, d.narrow and 15 or 20
  local function x_of(n) return 1 + (TOP - n) * cell end
  local function row(y, x, from, to, dress)
    for n = from, to, -1 do
      local o = dress(n)
      o.tone = bit(x, n) == 1 and 'solid' or 'none'
      d:rect(x_of(n) + 1, y, cell - 2, high, o)
    end
  end
  local small = d.narrow and 11 or 12
  local place = exponent(last)
  local edge = x_of(place) + cell
  local function kept(role) return function() return {role = role} end end
  local function split(n) return n >= place and {role = 'ink'} or {role = 'conflict', dash = '2 2'} end

  local y = 20
  d:text(1, y - 12, ('the sum so far, %.5f: %d bits'):format(sum, SUM_BITS), {size = small})
  row(y, sum, TOP, place, kept 'C')
  y = y + high + 34
  d:text(1, y - 12, (d.narrow and 'the next product, %.5f' or 'the next product, %.5f, shifted to its place'):format(product), {size = small})
  row(y, product, exponent(product), END, split)
  d:brace(edge, x_of(END) + cell, y + high + 3, {role = 'conflict', size = small,
    label = d.narrow and ('falls off') or ('falls off: %.2f of the last place'):format(lost)})
  local bottom = y + high + 76
  y = bottom
  d:text(1, y - 12, ('the new sum, truncated: %.5f'):format(sum + cut), {size = small})
  row(y, sum + cut, TOP, place, kept 'C')
  y = y + high + 30
  d:text(1, y - 12, ('rounded to nearest: %.5f'):format(to_bits(sum + product, SUM_BITS)), {size = small})
  row(y, (to_bits(sum + product, SUM_BITS)), TOP, place, kept 'C')
  d:rule(edge, 14, edge, y + high + 4, {role = 'conflict', weight = 2, dash = '6 3'})
  d:note(edge + 8, bottom + 4, d.width - edge - 8, d.narrow and 'the last place of the sum'
    or ('the last place of a float of this size is worth %.5f'):format(last), {size = small, role = 'conflict'})
end
