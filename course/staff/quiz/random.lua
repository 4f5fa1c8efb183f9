-- random.lua: takes words and returns draws that follow from them alone, the same on every machine and in every version of Lua.

local random = {}

-- FNV-1a of a text, 64 bits.
local function hash(text)
  local h = 0xcbf29ce484222325
  for i = 1, #text do h = (h ~ text:byte(i)) * 0x100000001b3 end
  return h
end

-- A source of numbers: `below(n)` is a whole number from 0 to n - 1 (splitmix64).
function random.from(...)
  local state = hash(table.concat({...}, '\0'))
  local self = {}
  function self.below(n)
    state = state + 0x9e3779b97f4a7c15
    local z = state
    z = (z ~ (z >> 30)) * 0xbf58476d1ce4e5b9
    z = (z ~ (z >> 27)) * 0x94d049bb133111eb
    z = z ~ (z >> 31)
    return (z >> 11) % n
  end
  -- The members of a list in another order.
  function self.shuffled(list)
    local copy = table.move(list, 1, #list, 1, {})
    for i = #copy, 2, -1 do
      local j = self.below(i) + 1
      copy[i], copy[j] = copy[j], copy[i]
    end
    return copy
  end
  return self
end

return random
