-- One turn of the loop of tile-32 and of tile-32-ahead in the machine code: behind how many of its
-- multiply-adds the loads from global memory stand, and where the stores that need them; in the
-- bar, the loads from shared memory, for one and for four elements.
local draw = ...

local KERNELS = {'tile-32', 'tile-32-ahead'}

local function place(what, kernel) return (draw.value(('%s \'%s\''):format(what, kernel))) end

local loops = {}
for i, kernel in ipairs(KERNELS) do
  loops[i] = {name = kernel, all = place('loop_FFMA', kernel), one = place('loop_LDS32', kernel), four = place('loop_LDS128', kernel),
    asked = place('first_LDG', kernel), last = place('last_LDG', kernel)}
  if place('first_STS', kernel) ~= 0 or place('last_BAR', kernel) ~= loops[i].all then
    error({message = ('drawings/tiling-ahead.lua: %s does not store before its work and end with a barrier'):format(kernel)}, 0)
  end
end

local function parcel(d, cx, cy, name)
  d:rect(cx - 15, cy - 9, 30, 18, {role = name == 'LDG' and 'A' or 'quiet', tone = 'paper', weight = 1.5, round = 2})
  d:text(cx, cy, name, {code = true, size = 11, anchor = 'middle', plain = true})
end

return function(d)
  local h, y = 40, 6
  local zone = d.narrow and 92 or 108
  local x1, x2 = zone, d.width - (d.narrow and 62 or 90)
  for _, loop in ipairs(loops) do
    local function at(n) return x1 + n / loop.all * (x2 - x1) end
    d:text(2, y + 4, loop.name, {code = true, bold = true})
    local top = y + 44
    d:rect(x1 + 6, top, x2 - x1 - 12, h, {role = 'C', tone = 'tint', round = 3})
    d:text((x1 + x2) / 2, top + 12, ('%d multiply-adds'):format(loop.all), {anchor = 'middle', size = 12})
    d:text((x1 + x2) / 2, top + 28, ('loads: %d of Bs, %d × 4 of As'):format(loop.one, loop.four), {anchor = 'middle', size = 11})
    for _, x in ipairs{x1, x2} do d:barrier(x, top - 5, x, top + h + 5, {label = loop.asked == 0 and 'barrier' or nil}) end
    local mid = top + h / 2
    if loop.asked == 0 then
      parcel(d, 17, mid, 'LDG')
      d:wait(zone / 2 - 3, mid, {r = 6})
      parcel(d, zone - 24, mid, 'STS')
      d:text(2, top + h + 16, 'loaded and needed at once: all warps wait', {size = 12})
    else
      parcel(d, zone - 24, mid, 'STS')
      local cx = at((loop.asked + loop.last) / 2)
      parcel(d, cx, top - 12, 'LDG')
      d:copy({cx + 16, top - 12}, {x2 + 24, top - 12}, {role = 'A', gap = 0})
      d:rule(x2 + 24, top - 12, x2 + 24, mid - 9, {role = 'A', dash = '3 3'})
      parcel(d, x2 + 24, mid, 'STS')
      d:text(2, top + h + 16, ('loaded after %d of %d, needed after the barrier'):format(loop.asked, loop.all), {size = 12})
    end
    y = top + h + 42
  end
  d:note(2, y - 6, d.width - 2, 'LDG loads from global memory, STS stores into shared memory.', {size = 12, role = 'quiet'})
end
