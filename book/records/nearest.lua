-- nearest.lua: takes a name that is not known and a list of those that are, and returns `; did you mean …?` with the one
-- that fewest changes of a letter away, or nothing if all are far.

-- How many letters are to be put in, taken out or replaced to make b of a.
local function distance(a, b)
  local above = {}
  for j = 0, #b do above[j] = j end
  for i = 1, #a do
    local row = {[0] = i}
    for j = 1, #b do
      local same = a:byte(i) == b:byte(j) and 0 or 1
      row[j] = math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + same)
    end
    above = row
  end
  return above[#b]
end

return function(name, known)
  local best, least = nil, math.max(1, #name // 3) + 1
  for _, other in ipairs(known) do
    local far = distance(name, other)
    if far < least then best, least = other, far end
  end
  return best and ('; did you mean %s?'):format(best) or ''
end
