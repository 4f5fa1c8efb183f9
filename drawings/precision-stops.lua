-- A sum of ones in half: the halves around the place where it stops, and the sum over the number of ones.
-- Computed here, one product at a time, rounded to nearest and ties to even.
local ONES, BITS, BEFORE, BEHIND = 4096, 11, 5, 6

local function to_half(x)
  local last = 2.0 ^ math.max(0, math.floor(math.log(x, 2)) - BITS + 1)
  local whole, rest = math.modf(x / last)
  if rest > 0.5 or rest == 0.5 and whole % 2 == 1 then whole = whole + 1 end
  return whole * last, last
end

local sum, stops = 0, nil
local sums = {[0] = 0}
for n = 1, ONES do
  local new = to_half(sum + 1)
  if new == sum and not stops then stops = sum end
  sum = new
  sums[n] = sum
end

return function(d)
  local small = 12
  -- The halves on a line, and what adding one does.
  local from, to, y = stops - BEFORE, stops + BEHIND, 74
  local function at(x) return 18 + (x - from) / (to - from) * (d.width - 40) end
  d:text(1, 7, 'the halves around the place where it stops', {bold = true})
  d:rule(at(from) - 6, y, at(to) + 6, y, {weight = 1.2})
  for x = from, to do
    if to_half(x) == x then
      d:rule(at(x), y - 6, at(x), y + 6, {weight = 2})
      if (x - stops) % 2 == 0 then d:text(at(x), y + 18, ('%d'):format(x), {size = 11, anchor = 'middle'}) end
    end
  end
  local function hop(a, b, o)
    local high = 22
    o.tone = 'none'
    d:path(('M%.1f %.1f Q%.1f %.1f %.1f %.1f'):format(at(a), y - 9, (at(a) + at(b)) / 2, y - 9 - 2 * high, at(b), y - 9), at(a), y - 9 - high, at(b) - at(a), high, o)
  end
  for x = from, stops - 1 do hop(x, x + 1, {role = 'C', weight = 1.8}) end
  hop(stops, stops + 1, {role = 'conflict', weight = 1.8, dash = '4 3'})
  d:disc(at(stops + 1), y, 4, {role = 'conflict', tone = 'paper'})
  d:text(at(from), y - 40, '+ 1', {size = small, role = 'C'})
  d:note(at(stops + 1) + 8, y - 46, d.width - at(stops + 1) - 8,
    d.narrow and ('%d is no half'):format(stops + 1) or ('%d is no half, and is rounded back'):format(stops + 1), {size = small, role = 'conflict'})

  -- The sum over the number of ones.
  local top, high = 140, d.narrow and 120 or 140
  local left, wide = 2, d.width - (d.narrow and 94 or 110)
  local function px(n) return left + n / ONES * wide end
  local function py(v) return top + high - v / ONES * high end
  d:text(1, top - 18, 'the sum, as ones are added', {bold = true})
  d:rule(left, top + high, left + wide, top + high, {role = 'quiet'})
  d:rule(px(0), py(0), px(ONES), py(ONES), {role = 'quiet', weight = 1.5, dash = '6 4'})
  local parts = {('M%.1f %.1f'):format(px(0), py(0))}
  for n = 64, ONES, 64 do parts[#parts + 1] = ('L%.1f %.1f'):format(px(n), py(sums[n])) end
  d:path(table.concat(parts), px(0), py(stops), wide, py(0) - py(stops), {role = 'C', weight = 2.2, tone = 'none'})
  d:text(left + wide + 8, py(ONES), ('exact: %d'):format(ONES), {size = small, role = 'quiet'})
  d:text(left + wide + 8, py(stops), ('in half: %d'):format(stops), {size = small, role = 'C'})
  d:text(left, top + high + 13, '0 ones', {size = 11, role = 'quiet'})
  d:text(px(stops), top + high + 13, ('%d'):format(stops), {size = 11, role = 'quiet', anchor = 'middle'})
  d:text(left + wide, top + high + 13, ('%d'):format(ONES), {size = 11, role = 'quiet', anchor = 'end'})
end
