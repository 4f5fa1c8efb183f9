-- What the two warps of a block of tile-8 store into the tiles and load from them, turn by turn of the
-- loop, from the trace of tiling-barrier; and how a tile is drawn with it.
local draw = ...

local parts = {}
local trace = draw.trace 'tiling-barrier'
local T = draw.constants{of = 'tiling', kernel = 'tile-8'}.T
parts.T = T

-- Words of As or Bs that the warp stores or loads in a turn: {[word] = true}, and how many.
function parts.words(array, op, warp, turn)
  local set, count = {}, 0
  local each = op == 'load' and T or 1             -- requests in a turn
  for _, row in ipairs((draw.lanes(trace, {space = 'shared', array = array, op = op, warp = warp}))) do
    local word = row.offset // 4
    if row.request // each == turn and not set[word] then set[word] = true; count = count + 1 end
  end
  return set, count
end

-- Those of one set that are in another, or are not.
function parts.shared(a, b, absent)
  local set, count = {}, 0
  for word in pairs(a) do
    if (b[word] ~= nil) ~= (absent == true) then set[word] = true; count = count + 1 end
  end
  return set, count
end

-- The first and last row of a set of words.
function parts.rows(set)
  local first, last = math.huge, -1
  for word in pairs(set) do
    first, last = math.min(first, word // T), math.max(last, word // T)
  end
  return first, last
end

-- A tile of T x T words: look(word) -> role, tone of each.
function parts.tile(d, x, y, cell, look)
  local side = T * cell
  for word = 0, T * T - 1 do
    local role, tone = look(word)
    if role then
      d:rect(x + word % T * cell + 1, y + word // T * cell + 1, cell - 2, cell - 2, {role = role, tone = tone, weight = 0.8})
    end
  end
  return d:tile({x = x, y = y, w = side, h = side}, 'block', {role = 'quiet', tone = 'none'})
end

return parts
