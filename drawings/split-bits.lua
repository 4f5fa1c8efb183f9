-- The significant bits of a float, each at its place, and of the parts that stand for it: two halves, and three
-- numbers of bfloat16. Computed as split_float() of code/kernels/split.h does.
local draw = ...
local NUMBER, NAME, FLOAT_BITS = 3.14159265, 'π', 24

-- x to so many significant bits, to nearest, a tie to even.
local function exponent(x) return math.floor(math.log(math.abs(x), 2)) end
local function rounded(x, bits)
  local last = 2.0 ^ (exponent(x) - bits + 1)
  local q = x / last
  local low = math.floor(q)
  local up = q - low > 0.5 or q - low == 0.5 and low % 2 == 1
  return (up and low + 1 or low) * last
end
local number = rounded(NUMBER, FLOAT_BITS)
local TOP = exponent(number)
local END = TOP - FLOAT_BITS + 1

local function split(bits, count)
  local parts, left = {}, number
  for i = 1, count do
    parts[i] = left ~= 0 and rounded(left, bits) or 0
    left = left - parts[i]
  end
  return parts, left
end
local function bit(x, n) return math.tointeger(math.floor(math.abs(x) / 2.0 ^ n) % 2) end

local WAYS = {
  {name = 'two halves', bits = 11, count = 2, names = {'high', 'low'}},
  {name = 'three bfloat16', bits = 8, count = 3, names = {'high', 'middle', 'low'}},
}

return function(d)
  local left = d.narrow and 52 or 74
  local columns = TOP - END + 1
  local cell, high = (d.width - left - 2) / columns, d.narrow and 15 or 20
  local small = d.narrow and 11 or 12
  local function x_of(n) return left + (TOP - n) * cell end
  local function row(y, x, from, to, role)
    for n = from, to, -1 do d:rect(x_of(n) + 1, y, cell - 2, high, {role = role, tone = bit(x, n) == 1 and 'solid' or 'none'}) end
  end
  local y = 20
  d:text(0, y - 12, ('%s as a float, %d significant bits'):format(NAME, FLOAT_BITS), {size = small, bold = true})
  d:text(0, y + high / 2, 'float', {size = small})
  row(y, number, TOP, END, 'C')
  y = y + high + 26
  for _, way in ipairs(WAYS) do
    local parts, off = split(way.bits, way.count)
    d:text(0, y - 12, way.name, {size = small, bold = true})
    d:text(d.width, y - 12, off == 0 and 'nothing is lost'
      or ('lost: %d unit of the last bit'):format(math.floor(math.abs(off) / 2.0 ^ END + 0.5)), {size = small, anchor = 'end', role = 'quiet'})
    for i, part in ipairs(parts) do
      d:text(0, y + high / 2, way.names[i], {size = small})
      local from = exponent(part)
      local to = from - way.bits + 1
      d:text(left - 8, y + high / 2, part < 0 and '−' or '+', {size = small, anchor = 'middle'})
      row(y, part, from, math.max(to, END), i == 1 and 'A' or 'B')
      y = y + high + 6
    end
    y = y + 22
  end
  d:key(0, y - 14, d.width, {{role = 'C', tone = 'solid', text = 'a bit that is 1'}, {role = 'C', tone = 'none', text = 'a bit that is 0'}})
end
