-- Eight lanes ask for a float4 each: into which of the 32 banks they fall.
local parts = {}
local BANKS, WORDS, LANES = 32, 4, 8
parts.lanes = LANES

-- The turns that the lanes need: levels, and place[lane] = {bank, level} from 0. start(lane) is
-- the first float that lane asks for. Different words of one bank come one after another.
function parts.turns(start)
  local depth, place, levels = {}, {}, 0
  for lane = 0, LANES - 1 do
    local first = start(lane) % BANKS
    local level = 0
    for bank = first, first + WORDS - 1 do level = math.max(level, depth[bank % BANKS] or 0) end
    for bank = first, first + WORDS - 1 do depth[bank % BANKS] = level + 1 end
    place[lane] = {bank = first, level = level}
    levels = math.max(levels, level + 1)
  end
  return levels, place
end

-- Draws them at x y over width w, cells h high, at least `most` levels. Hands back box and levels.
function parts.draw(d, x, y, w, h, start, most)
  local levels, place = parts.turns(start)
  local high = math.max(levels, most or 1)
  local b = d:banks{x = x, y = y, w = w, h = h, levels = high}
  local bank = w / BANKS
  for lane = 0, LANES - 1 do
    local at = place[lane]
    local top = b.bottom - (at.level + 1) * h
    d:rect(x + at.bank * bank, top, WORDS * bank, h, {role = at.level > 0 and 'conflict' or 'B', tone = 'tint', weight = 1.4})
    d:text(x + (at.bank + WORDS / 2) * bank, top + h / 2, ('lane %d'):format(lane), {anchor = 'middle', size = 11})
  end
  return b, levels
end

return parts
