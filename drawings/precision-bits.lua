-- The bits of four formats, one below the other by what they are worth, with the same number in
-- each: what a format keeps of it, and what falls off.
local draw = ...
local NUMBER, NAME = 1 / 3, 'a third'
local K = 64                         -- the depth at which the program's bounds are read
local CUT = 2.0 ^ -23                -- and what they allow each sum to lose

-- Significant bits, the first of which is not stored, are those that the program's bounds are made of.
local function significant(bound, sums)
  local value = draw.value(("probe '%s-bound'"):format(bound), {size = K})
  local u = sums and value / K or (value - K * CUT / (1 - K * CUT)) / 2
  return math.floor(-math.log(u, 2) + 0.5)
end
local FORMATS = {
  {name = 'float', exponent = 8, bits = significant('float', true)},
  {name = 'TF32', exponent = 8, bits = significant 'tf32'},
  {name = 'bfloat16', exponent = 8, bits = significant 'bf16'},
  {name = 'half', exponent = 5, bits = significant 'half'},
}

-- x to so many significant bits, to nearest; a tie cannot arise here. x = m * 2^e, 1 <= m < 2.
local function parts(x)
  local e = math.floor(math.log(x, 2))
  return x / 2.0 ^ e, e
end
local function rounded(x, bits)
  local m, e = parts(x)
  return math.floor(m * 2.0 ^ (bits - 1) + 0.5) / 2.0 ^ (bits - 1) * 2.0 ^ e
end
-- Bit i after the point of x's significand.
local function fraction_bit(x, i) return math.floor(parts(x) * 2.0 ^ i) % 2 end

local function power(n)
  local digits = {['-'] = '⁻', ['0'] = '⁰', ['1'] = '¹', ['2'] = '²', ['3'] = '³', ['4'] = '⁴', ['5'] = '⁵',
    ['6'] = '⁶', ['7'] = '⁷', ['8'] = '⁸', ['9'] = '⁹'}
  return '10' .. ('%d'):format(n):gsub('.', digits)
end

local function reach(format)
  local largest = (2 - 2.0 ^ (1 - format.bits)) * 2.0 ^ (2 ^ (format.exponent - 1) - 1)
  if largest < 1e6 then return ('up to %d'):format(largest) end
  local e = math.floor(math.log(largest, 10))
  return ('up to %.1f × %s'):format(largest / 10.0 ^ e, power(e))
end

-- 12345.6 -> 12 346, as the text of the book does.
local function grouped(x)
  local digits = ('%.0f'):format(x):reverse():gsub('(%d%d%d)', '%1 '):reverse():gsub('^ ', '')
  return (digits:gsub(' ', '\u{202f}'))
end

local widest = FORMATS[1]
return function(d)
  local columns = 1 + widest.exponent + widest.bits - 1
  local gap = d.narrow and 3 or 10
  local left = 1
  local cell = (d.width - 2 - 2 * gap) / columns
  local high = d.narrow and 15 or 19
  local function x_of(column)                -- 0 is the sign, then exponent, then fraction
    return left + column * cell + (column > 0 and gap or 0) + (column > widest.exponent and gap or 0)
  end
  local function bit(column, y, one, o)
    o.tone = one == 1 and 'solid' or o.zero or 'none'
    d:rect(x_of(column) + 1, y, cell - 2, high, o)
  end
  local exact = rounded(NUMBER, widest.bits)
  local y = 20
  d:text(x_of(1) + widest.exponent * cell / 2, y - 12, d.narrow and 'exponent' or 'exponent: how far', {anchor = 'middle', size = 12})
  d:text(x_of(widest.exponent + 1) + (widest.bits - 1) * cell / 2, y - 12, d.narrow and 'fraction' or 'fraction: how fine', {anchor = 'middle', size = 12})
  d:text(x_of(0) + cell / 2, y - 12, '±', {size = 12, anchor = 'middle'})
  for _, format in ipairs(FORMATS) do
    local value = rounded(NUMBER, format.bits)
    local _, e = parts(value)
    bit(0, y, 0, {role = 'quiet'})
    local biased = e + 2 ^ (format.exponent - 1) - 1
    for i = 1, format.exponent do
      bit(1 + widest.exponent - i, y, math.tointeger(biased // 2 ^ (i - 1) % 2), {role = 'quiet', weight = 1})
    end
    for i = 1, widest.bits - 1 do
      if i < format.bits then bit(widest.exponent + i, y, fraction_bit(value, i), {role = 'C', zero = 'none'})
      else bit(widest.exponent + i, y, 0, {role = 'conflict', zero = fraction_bit(exact, i) == 1 and 'hatch' or 'none', dash = '2 2'}) end
    end
    d:text(left, y + high + 12, format.name, {bold = true})
    local off = math.abs(value / NUMBER - 1)
    local words = ('%d significant bits, %s'):format(format.bits, reach(format))
    if d.narrow then
      d:text(d.width, y + high + 12, words, {size = 11, anchor = 'end'})
      d:text(d.width, y + high + 27, ('%s is %.8g'):format(NAME, value), {size = 11, anchor = 'end', role = 'quiet'})
    else
      d:text(left + 80, y + high + 12, words, {size = 12})
      d:text(d.width, y + high + 12, ('%s is %.9g, off by 1 part in %s'):format(NAME, value, grouped(1 / off)),
        {size = 12, anchor = 'end', role = 'quiet'})
    end
    y = y + high + (d.narrow and 46 or 36)
  end
end
