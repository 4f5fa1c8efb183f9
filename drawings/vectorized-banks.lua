-- The banks that eight lanes' float4s of B fall into: a thread's columns side by side, and in
-- fours that lie apart. Where each lane begins is the lens's; that it takes four floats, nvcc's.
-- trace before: vectorized kernel=scalar
-- trace after: vectorized kernel=spread
local draw = ...
local parts = draw.require 'coarsening-2d-parts'
local PANELS = {
  {'before', 'eight columns side by side'},
  {'after', 'two float4s, 64 columns apart'},
}

return function(d)
  local y, h = 0, 22
  for _, each in ipairs(PANELS) do
    local _, lanes = draw.lanes(draw.trace(each[1]), {array = 'Bs', op = 'load'})
    local function start(lane) return lanes[lane].offset // 4 end
    local levels = parts.turns(start)
    d:text(0, y + 8, d.narrow and each[1] or each[1] .. ': ' .. each[2], {bold = true})
    d:text(d.width, y + 8, levels == 1 and '1 wavefront' or ('%d wavefronts'):format(levels),
      {anchor = 'end', role = levels > 1 and 'conflict' or 'B', bold = true})
    if d.narrow then d:text(0, y + 26, each[2], {size = 12}) end
    local b = parts.draw(d, 0, y + (d.narrow and 40 or 22), d.width - 0.5, h, start)
    y = b.bottom + 34
  end
end
