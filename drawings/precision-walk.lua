-- The error of a long sum of products of positive numbers, product by product, where each sum is cut
-- off at the last place of a float, and where it is rounded to nearest, both computed here; and the
-- errors that were measured on the card.
local draw = ...
local PRODUCTS, HALF_BITS, SUM_BITS, SHOWN, EVERY = 4096, 11, 24, 64, 20

local function kept(x, bits, nearest)
  if x == 0 then return 0 end
  local last = 2.0 ^ (math.floor(math.log(x, 2)) - bits + 1)
  return math.floor(x / last + (nearest and 0.5 or 0)) * last
end

-- Numbers from 0 to 1 that look like chance and are the same each time, rounded to half.
local seed = 1
local function number()
  seed = (seed * 16807) % 2147483647
  return kept(seed / 2147483647, HALF_BITS, true)
end

-- Errors in millionths of the sum so far, at each SHOWN-th product.
local cut, nearest, deepest = {}, {}, 0
do
  local exact, by_cut, by_nearest = 0, 0, 0
  for i = 1, PRODUCTS do
    local product = number() * number()
    exact = exact + product
    by_cut, by_nearest = kept(by_cut + product, SUM_BITS), kept(by_nearest + product, SUM_BITS, true)
    if i % SHOWN == 0 then
      cut[#cut + 1], nearest[#nearest + 1] = (by_cut / exact - 1) * 1e6, (by_nearest / exact - 1) * 1e6
      deepest = math.min(deepest, cut[#cut])
    end
  end
end

local measured = {}
for products = 512, PRODUCTS, 1 do
  if PRODUCTS % products == 0 and products & (products - 1) == 0 then
    measured[#measured + 1] = {products, -draw.value("probe 'float-sums-positive'", {size = products}) * 1e6}
  end
end

return function(d)
  local left, top, high = 2, 26, d.narrow and 150 or 170
  local wide = d.width - left - (d.narrow and 86 or 122)
  local axis = {at = function(products) return left + products / PRODUCTS * wide end}
  d:rule(left, top, left + wide, top, {role = 'quiet'})
  local function place(i, y) return axis.at(i * SHOWN), top + y / deepest * high end
  local function line(values, o)
    local parts = {('M%.1f %.1f'):format(axis.at(0), top)}
    local low, up = top, top
    for i, y in ipairs(values) do
      local px, py = place(i, y)
      parts[#parts + 1] = ('L%.1f %.1f'):format(px, py)
      low, up = math.max(low, py), math.min(up, py)
    end
    o.tone = 'none'
    d:path(table.concat(parts), axis.at(0), up, wide, low - up, o)
  end
  for error = EVERY, -deepest, EVERY do
    local y = top + high * error / -deepest
    d:rule(left, y, left + wide, y, {role = 'quiet', dash = '1 4'})
    d:text(left, y - 7, ('%d'):format(error), {size = 11, role = 'quiet'})
  end
  line(nearest, {role = 'C', weight = 2})
  line(cut, {role = 'conflict', weight = 2, dash = '7 3'})
  for _, m in ipairs(measured) do d:disc(axis.at(m[1]), top + m[2] / deepest * high, 5, {role = 'ink', tone = 'solid'}) end
  local ends = {
    {'truncated', cut[#cut], 'conflict'}, {'the card', measured[#measured][2], 'ink'},
    {'to nearest', nearest[#nearest], 'C'},
  }
  for _, each in ipairs(ends) do
    local y = top + each[2] / deepest * high
    d:text(left + wide + 10, y - (d.narrow and 7 or 0), each[1], {role = each[3], size = 12})
    local value = ('%.2g'):format(math.abs(each[2]))
    if d.narrow then d:text(left + wide + 10, y + 7, value, {role = each[3], size = 12})
    else d:text(d.width - 1, y, value, {role = each[3], size = 12, anchor = 'end'}) end
  end
  d:text(left, top + high - 4, 'error, in millionths of the sum', {size = 12, role = 'quiet'})
  d:text(left, top - 12, '0 products', {size = 11, role = 'quiet'})
  d:text(left + wide, top - 12, ('%d'):format(PRODUCTS), {size = 11, role = 'quiet', anchor = 'end'})
end
