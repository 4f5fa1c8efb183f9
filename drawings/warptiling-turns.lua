-- Two warps of a block over a few tiles, with one tile in shared memory and with two. How
-- many barriers a tile has follows from the kernel's STAGES; the lengths are made up.
local draw = ...
local KERNELS = {'t8-4x8', 't8-two'}
local TILES = 3
local PUT, WORK = {{2, 3, 2}, {3, 2, 3}}, {{6, 8, 6}, {8, 6, 8}}      -- of each warp, tile by tile

-- Segments {warp, what, from, to} and the times at which barriers open.
local function run(stages)
  local at, segments, barriers = {0, 0}, {}, {}
  local function spend(warp, what, time)
    segments[#segments + 1] = {warp = warp, what = what, from = at[warp], to = at[warp] + time}
    at[warp] = at[warp] + time
  end
  local function meet()
    local open = math.max(at[1], at[2])
    for warp = 1, 2 do
      if at[warp] < open then spend(warp, 'wait', open - at[warp]) end
    end
    barriers[#barriers + 1] = open
  end
  for tile = 1, TILES do
    for warp = 1, 2 do spend(warp, 'put', PUT[warp][tile]) end
    meet()
    for warp = 1, 2 do spend(warp, 'work', WORK[warp][tile]) end
    if stages == 1 and tile < TILES then meet() end
  end
  return segments, barriers, math.max(at[1], at[2])
end

local panels, last = {}, 0
for i, kernel in ipairs(KERNELS) do
  local stages = draw.constants{of = 'warptiling', kernel = kernel}.STAGES
  local segments, barriers, to = run(stages)
  panels[i] = {stages = stages, segments = segments, barriers = barriers, to = to}
  last = math.max(last, to)
end

local LOOK = {put = {role = 'B', tone = 'hatch'}, work = {role = 'C', tone = 'solid'}, wait = {role = 'wait', tone = 'hatch'}}

return function(d)
  local left, h, y = d.narrow and 48 or 62, 20, 0
  local axis
  for _, panel in ipairs(panels) do
    d:text(0, y + 7, panel.stages == 1 and 'one tile' or 'two tiles', {bold = true})
    local top = y + 26
    axis = {at = function(t) return left + t / last * (d.width - left - 3) end}
    for _, s in ipairs(panel.segments) do
      d:bar(axis, s.from, s.to, top + (s.warp - 1) * (h + 5), h, LOOK[s.what])
    end
    d:text(0, top + h / 2, 'warp 0', {size = 12, role = 'quiet'})
    d:text(0, top + h * 1.5 + 5, 'warp 1', {size = 12, role = 'quiet'})
    for _, t in ipairs(panel.barriers) do d:barrier(axis.at(t), top - 5, axis.at(t), top + 2 * h + 10) end
    y = top + 2 * h + 30
  end
  d:key(d.narrow and 0 or left, y - 8, d.narrow and d.width or d.width - left, {{role = 'B', text = 'put a tile into shared memory'}, {role = 'C', tone = 'solid', text = 'multiply'},
    {role = 'wait', text = 'wait at the barrier'}})
end
