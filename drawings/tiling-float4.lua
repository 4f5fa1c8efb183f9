-- The lanes of a warp that load a float4 each from shared memory: which of them go into one
-- wavefront, by the rule in together(), and which banks give out what they want. Five patterns, each beside
-- the wavefronts that the card counted.
local draw = ...

local LANES, BANKS, QUAD, GROUP = 32, 32, 4, 8
local FILLS = {'hatch', 'tint'}                   -- of every other float4

-- name, the float4 that a lane wants, the count, what the caption says of it.
local function lens(kernel) return ("shared_load_wavefronts{'lens.%s', n=128}"):format(kernel) end
-- Of a step's loads half are of A, at two wavefronts each, since lanes 0 and 1 want the same there.
local function of_b(kernel) return ("2 * wavefronts_per_shared_load{'warptiling.%s', n=128} - 2"):format(kernel) end
local CASES = {
  {name = 'all different', place = function(t) return t end, count = lens 'shared_float4',
    says = 'Each lane wants a float4 of its own, so eight lanes fill the 32 banks.'},
  {name = '0 with 1, 2 with 3, …', place = function(t) return t // 2 end, count = lens 'shared_float4_pairs',
    says = 'Lanes 0 and 1 want the same float4, and so on. So sixteen lanes make one wavefront.'},
  {name = '0 with 2, 1 with 3, …', place = function(t) return t % 2 end, count = of_b '8x8-warp-16x2',
    says = 'Lanes two apart want the same float4. So sixteen lanes make one wavefront.'},
  {name = '0 with 4, 1 with 5, …', place = function(t) return t % 4 end, count = of_b '8x8-warp-8x4',
    says = 'Only lanes four apart want the same float4. This saves no wavefront: eight lanes still make one wavefront.'},
  {name = 'all the same', place = function() return 0 end, count = lens 'shared_float4_broadcast',
    says = 'All lanes want the same float4, as for A in tile-32. Still, a wavefront of a load of float4s serves at most sixteen lanes.'},
}

-- Eight lanes go at a time; sixteen if all over the warp lanes side by side want the same, or
-- else lanes two apart.
local function together(place)
  for _, apart in ipairs{1, 2} do
    local agree = true
    for t = 0, LANES - 1 do agree = agree and place(t) == place(t ~ apart) end
    if agree then return 2 * GROUP end
  end
  return GROUP
end

for _, case in ipairs(CASES) do
  case.together = together(case.place)
  case.wavefronts = LANES // case.together
  case.counted = math.floor(draw.value(case.count) + 0.5)
end

local function fill(place) return FILLS[place % #FILLS + 1] end

-- '0', '0, 1', 'even', '0–15': the lanes from `first` on that want this float4.
local function names(case, first, place)
  local list = {}
  for t = first, first + case.together - 1 do
    if case.place(t) == place then list[#list + 1] = t end
  end
  if #list == case.together then return ('%d–%d'):format(list[1], list[#list]) end
  return #list <= 2 and table.concat(list, ', ') or list[1] % 2 == 0 and 'even' or 'odd'
end

local function banks(d, x, y, w, h, case, first)
  local b = d:banks{x = x, y = y, w = w, h = h, levels = 1, numbers = first + case.together == LANES}
  local done, bank = {}, w / BANKS
  for t = first, first + case.together - 1 do
    local place = case.place(t)
    if not done[place] then
      done[place] = true
      local at = x + place * QUAD % BANKS * bank
      d:rect(at, y, QUAD * bank, h, {role = 'A', tone = fill(place), weight = 1.4})
      d:text(at + QUAD / 2 * bank, y + h / 2, names(case, first, place), {anchor = 'middle', size = 11})
    end
  end
  return b
end

return function(d)
  local pitch = d.narrow and (d.width - 7) / 16 or 22
  local across = d.narrow and 16 or 8
  local h = d.narrow and 18 or 22
  local left = d.narrow and 0.5 or across * pitch + 42
  local bottom = 0
  for i, case in ipairs(CASES) do
    d:step(('%s The card counts %d wavefronts.'):format(case.says, case.counted), function()
      d:text(0, 8, case.name, {bold = true})
      d:text(d.width, 8, ('%d wavefronts'):format(case.wavefronts), {bold = true, anchor = 'end'})
      local y = 28
      for first = 0, LANES - 1, case.together do
        local rows = (case.together + across - 1) // across
        local wide = math.min(case.together, across) * pitch + 6
        d:rect(0.5, y, wide, rows * pitch + 6, {role = 'quiet', tone = 'none', weight = 1.5, round = 6})
        for t = first, first + case.together - 1 do
          local k = t - first
          local cx, cy = 3.5 + (k % across + 0.5) * pitch, y + 3 + (k // across + 0.5) * pitch
          d:lane(cx, cy, pitch / 2 - 1, {role = 'A', tone = fill(case.place(t)), n = t})
        end
        local high = rows * pitch + 6
        if d.narrow then
          y = banks(d, left, y + high + 6, d.width - 1, h, case, first).bottom + 12
        else
          d:arrow({wide + 6, y + high / 2}, {left - 6, y + high / 2}, {role = 'A', gap = 0})
          banks(d, left, y + (high - h) / 2, d.width - left - 1, h, case, first)
          y = y + high + 12
        end
      end
      bottom = math.max(bottom, y + 12)
    end, {key = i <= 3})
  end
  d:height(bottom)
end
