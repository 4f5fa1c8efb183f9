-- What one multiply-add of a warp costs the data stage of L1, a wavefront a cycle: for the element
-- of A that all lanes share, for the 32 of B side by side, and the rest that the counter has, the
-- filling of tiles. A float4 that all lanes share serves four steps; it is two wavefronts from
-- shared memory, four from global.
local draw = ...
local ROWS = {
  {'coalesced', 'coalescing', 1, 'A and B from global memory'},
  {'wide-a', 'tiling', 4 / 4, 'A as float4s, from global memory'},
  {'tile-32-padded', 'tiling', 1, 'A and B from shared memory'},
  {'tile-32', 'tiling', 2 / 4, 'A as float4s, from shared memory'},
}
local B = 1

for _, row in ipairs(ROWS) do
  local metric = ("data_per_step '%s.%s'"):format(row[2], row[1])
  row.all, row.text = draw.value(metric), draw.number(metric, {digits = 3})
  row.rest = row.all - row[3] - B
  if row.rest < -0.02 then
    error({message = ('drawings/tiling-step.lua: %s has fewer wavefronts than its loads'):format(row[1])}, 0)
  end
end

return function(d)
  local h, y = 18, 0
  local x = d.narrow and 0 or 350
  local scale = (d.width - x - 44) / 2.15
  for _, row in ipairs(ROWS) do
    d:text(0, y + 9, row[1], {code = true, bold = true})
    d:text(142, y + 9, row[4], {size = 12, role = 'quiet'})
    local top = d.narrow and y + 22 or y
    d:rect(x, top, row[3] * scale, h, {role = 'A'})
    d:rect(x + row[3] * scale, top, B * scale, h, {role = 'B'})
    local right = x + (row[3] + B) * scale
    if row.rest > 0.02 then
      d:rect(right, top, row.rest * scale, h, {role = 'quiet', tone = 'tint'})
      right = right + row.rest * scale
    end
    d:text(right + 6, top + h / 2, row.text, {size = 12, bold = true})
    y = top + h + 10
  end
  d:key(x, y + 2, d.width - x, {{role = 'A', text = 'for A'}, {role = 'B', text = 'for B'},
    {role = 'quiet', tone = 'tint', text = 'to fill tiles'}})
end
