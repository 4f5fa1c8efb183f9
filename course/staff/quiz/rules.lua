-- rules.lua: takes the addresses of one request of a warp and returns what it costs, by the rules that the book states and that
-- code/lens/cost.c has in C. tests/course-quiz.t compares both on the patterns of code/lens.cu.
--
-- Lane l reads or writes the elements from first + (l mod across) * stride + (l / across) * pitch on; all of these are
-- elements, of `bytes` bytes, and an access has `width` of them. What is unsaid: lanes=32 across=32 stride=1
-- pitch=0 first=0 width=1 bytes=4 store=0.
--
--   request_sectors      sectors of 32 bytes that the request touches
--   request_lines        lines of 128 bytes
--   request_worst_bank   different floats that it wants from the worst of 32 banks, all lanes together
--   request_wavefronts   wavefronts of shared memory, with the rule of float4s: groups of eight lanes, or of sixteen if
--                        partners want the same

local lacks = require('records.failure').lacks

local rules = {}

local DEFAULTS = {lanes = 32, across = 32, stride = 1, pitch = 0, first = 0, width = 1, bytes = 4, store = 0}

-- The byte at which each lane's access begins, from lane 0 on.
local function addresses(r)
  local list = {}
  for l = 0, r.lanes - 1 do
    list[l] = r.bytes * (r.first + l % r.across * r.stride + l // r.across * r.pitch)
  end
  return list
end

-- How many different units of so many bytes the accesses touch.
local function distinct(r, unit)
  local seen, count = {}, 0
  for _, at in pairs(addresses(r)) do
    for byte = at, at + r.bytes * r.width - 1, r.bytes do
      if not seen[byte // unit] then seen[byte // unit], count = true, count + 1 end
    end
  end
  return count
end

-- Different floats of the worst bank, of the lanes from..to.
local function worst_bank(r, from, to)
  local seen, in_bank, most = {}, {}, 0
  local all = addresses(r)
  for l = from, math.min(to, r.lanes - 1) do
    for byte = all[l], all[l] + r.bytes * r.width - 1, 4 do
      local float = byte // 4
      if not seen[float] then
        seen[float] = true
        in_bank[float % 32] = (in_bank[float % 32] or 0) + 1
        most = math.max(most, in_bank[float % 32])
      end
    end
  end
  return most
end

local function partners_agree(r, by)
  local all = addresses(r)
  for l = 0, r.lanes - 1 do
    local other = all[l ~ by]
    if other and other ~= all[l] then return false end
  end
  return true
end

local function wavefronts(r)
  local groups = math.max(1, r.bytes * r.width // 4)
  if groups > 1 and r.store == 0 and (partners_agree(r, 1) or partners_agree(r, 2)) then groups = groups // 2 end
  local lanes, sum = 32 // groups, 0
  for g = 0, groups - 1 do sum = sum + worst_bank(r, g * lanes, (g + 1) * lanes - 1) end
  return sum
end

local RULES = {
  request_sectors = function(r) return distinct(r, 32) end,
  request_lines = function(r) return distinct(r, 128) end,
  request_worst_bank = function(r) return worst_bank(r, 0, 31) end,
  request_wavefronts = wavefronts,
}

function rules.is(metric) return RULES[metric] ~= nil end

function rules.value(query)
  local r = {}
  for key, value in pairs(DEFAULTS) do r[key] = value end
  for key, value in pairs(query) do
    if key ~= 'metric' then
      local whole = DEFAULTS[key] and math.tointeger(value)
      if not whole or whole < 0 then lacks(query.metric, 'it takes whole numbers lanes, across, stride, pitch, first, width, bytes and store, and not %s=%s', tostring(key), tostring(value)) end
      r[key] = whole
    end
  end
  if r.lanes > 32 or r.lanes < 1 or r.across < 1 then lacks(query.metric, 'a warp has 1 to 32 lanes') end
  return RULES[query.metric](r)
end

return rules
