-- Two warps of a block over a few tiles, step by step, with one slot in shared memory and with two. How
-- many barriers a tile has follows from the kernel's SLOTS; the lengths are made up.
local draw = ...
local KERNELS = {'8x8-warp-4x8', '8x8-two-slots'}
local TILES = 3
local PUT, WORK = {{2, 3, 2}, {3, 2, 3}}, {{6, 8, 6}, {8, 6, 8}}      -- of each warp, tile by tile

-- Segments {warp, what, tile, from, to} and the times at which barriers open.
local function run(slots)
  local at, segments, barriers = {0, 0}, {}, {}
  local function spend(warp, what, tile, time)
    segments[#segments + 1] = {warp = warp, what = what, tile = tile, from = at[warp], to = at[warp] + time}
    at[warp] = at[warp] + time
  end
  local function meet(tile)
    local open = math.max(at[1], at[2])
    for warp = 1, 2 do
      if at[warp] < open then spend(warp, 'wait', tile, open - at[warp]) end
    end
    barriers[#barriers + 1] = open
  end
  for tile = 1, TILES do
    for warp = 1, 2 do spend(warp, 'put', tile, PUT[warp][tile]) end
    meet(tile)
    for warp = 1, 2 do spend(warp, 'work', tile, WORK[warp][tile]) end
    if slots == 1 and tile < TILES then meet(tile) end
  end
  return segments, barriers, math.max(at[1], at[2])
end

local panels, last = {}, 0
for i, kernel in ipairs(KERNELS) do
  local slots = draw.constants{of = 'warptiling', kernel = kernel}.SLOTS
  local segments, barriers, to = run(slots)
  panels[i] = {slots = slots, segments = segments, barriers = barriers, to = to}
  last = math.max(last, to)
end

-- When a warp, 1 or 2, has ended something of a tile.
local function ends(panel, warp, what, tile)
  for _, s in ipairs(panel.segments) do
    if s.warp == warp and s.what == what and s.tile == tile then return s.to end
  end
end
local one, two = panels[1], panels[2]

-- What has happened until `now`.
local STEPS = {
  {now = one.barriers[1],
    says = 'Both warps put tile 0 into shared memory. Warp 0 is ready first, and waits at the barrier: the part of warp 1 is not there yet.'},
  {now = ends(one, 1, 'work', 1),
    says = 'The barrier has opened, and both warps multiply. Warp 0 has finished tile 0; warp 1 still reads it.'},
  {now = one.barriers[2], key = true,
    says = 'With one slot, warp 0 must not overwrite tile 0 yet, and waits at a second barrier. With two slots, warp 0 already puts its part of tile 1 into the other slot.'},
  {now = one.barriers[3],
    says = 'With one slot, both warps have put tile 1 into shared memory only now, after the second barrier. With two slots, both warps already multiply tile 1, after its one barrier.'},
  {now = two.to,
    says = 'With two slots, all three tiles are finished now, after three barriers. With one slot, the warps are still busy.'},
  {now = last, key = true, open = true,
    says = ('With one slot there are %d barriers, and with two slots there are %d. At each barrier the fast warp waits for the slow warp.'):format(#one.barriers, #two.barriers)},
}
if not (ends(two, 1, 'work', 1) < one.barriers[2] and one.barriers[2] < ends(two, 1, 'put', 2)
  and two.barriers[2] < one.barriers[3] and #two.barriers == TILES and two.to < last) then
  error({message = 'drawings/prefetch-tiles.lua: its steps say something else than its lengths'}, 0)
end

local LOOK = {put = {role = 'B', tone = 'hatch'}, work = {role = 'C', tone = 'solid'}, wait = {role = 'wait', tone = 'hatch'}}

return function(d)
  local left, h, y = d.narrow and 48 or 62, 22, 16
  local axis = {at = function(t) return left + t / last * (d.width - left - 3) end}
  local put, draw = d:gather()
  for _, step in ipairs(STEPS) do d:step(step.says, nil, {key = step.key, open = step.open}) end
  for _, panel in ipairs(panels) do
    d:text(0, y + 7, panel.slots == 1 and 'one slot' or 'two slots', {bold = true})
    local top = y + 26
    for warp = 1, 2 do
      local line = top + (warp - 1) * (h + 5)
      d:text(0, line + h / 2, ('warp %d'):format(warp - 1), {size = 12, role = 'quiet'})
      d:rule(left, line + h + 2, d.width - 3, line + h + 2, {role = 'quiet', weight = 0.5})
    end
    for i, step in ipairs(STEPS) do
      local before = i > 1 and STEPS[i - 1].now or 0
      for _, s in ipairs(panel.segments) do
        if s.from < step.now and before < s.to then
          local over = s.to <= step.now
          put(i, over and #STEPS or i, function()
            local line, to = top + (s.warp - 1) * (h + 5), math.min(s.to, step.now)
            d:bar(axis, s.from, to, line, h, LOOK[s.what])
            local name = ('tile %d'):format(s.tile - 1)
            if s.what == 'work' and d:measure(name, {size = 12}) < axis.at(to) - axis.at(s.from) - 4 then
              d:text((axis.at(s.from) + axis.at(to)) / 2, line + h / 2, name, {anchor = 'middle', size = 12, on = true})
            end
          end)
        end
      end
      for _, t in ipairs(panel.barriers) do
        if before < t and t <= step.now then
          put(i, #STEPS, function() d:barrier(axis.at(t), top - 5, axis.at(t), top + 2 * h + 10) end)
        end
      end
    end
    y = top + 2 * h + 30
  end
  for i, step in ipairs(STEPS) do
    put(i, i, function()
      d:rule(axis.at(step.now), 12, axis.at(step.now), y - 14, {weight = 1.2, dash = '2 3'})
      d:text(math.min(axis.at(step.now), d.width - 14), 5, 'now', {anchor = 'middle', size = 11})
    end)
  end
  draw()
  d:key(d.narrow and 0 or left, y - 8, d.narrow and d.width or d.width - left, {{role = 'B', text = 'put a tile into shared memory'}, {role = 'C', tone = 'solid', text = 'multiply'},
    {role = 'wait', text = 'wait at the barrier'}})
end
