-- Four loads, three ways, along time: one behind the other in a chain, together in one warp, and in
-- four warps. A load is drawn as long as one that L2 answers takes; what a warp does between two
-- loads is not drawn.
local draw = ...

local LOADS = 4
local hop = draw.value "probe{'ring', size=4194304}"
local start = 4                                   -- cycles between two instructions of a warp that begin loads

local WAYS = {
  {name = 'one warp, a chain', warps = 1, begin = function(i) return 0, i * hop end},
  {name = 'one warp, four independent loads', warps = 1,
    begin = function(i) return 0, i * start end},
  {name = 'four warps, one load each', warps = LOADS, begin = function(i) return i, i end},
}

return function(d)
  local left, row, y = d.narrow and 0 or 60, 17, 0
  local span = LOADS * hop
  local function at(t) return left + t / span * (d.width - left - 4) end
  for _, way in ipairs(WAYS) do
    d:text(0, y + 8, way.name, {bold = true})
    local top, finish = y + 24, 0
    for i = 0, LOADS - 1 do
      local warp, from = way.begin(i)
      local line = top + i * row
      if not d.narrow and (i == 0 or warp > 0) then d:text(0, line + 7, ('warp %d'):format(warp), {size = 12}) end
      d:rect(at(from), line, at(from + hop) - at(from), row - 4, {role = 'A', round = 2})
      finish = math.max(finish, from + hop)
    end
    local text = ('%s loads in flight, on average'):format(draw.number(('%g'):format(LOADS * hop / finish), {digits = 2}))
    local under = top + LOADS * row + 8
    d:text(d.narrow and 0 or left, under, ('%s cycles; %s'):format(draw.number(('%g'):format(finish), {digits = 3}), text), {size = 12})
    y = under + 22
  end
end
