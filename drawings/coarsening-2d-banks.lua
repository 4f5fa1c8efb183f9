-- Eight lanes load a float4 of their columns of B each: with rectangles 4, 8 and 16 wide.
local draw = ...
local parts = draw.require 'coarsening-2d-parts'
local NAMES = {'8x4', '8x8', '8x16'}

return function(d)
  local y, h = 0, 20
  for i, name in ipairs(NAMES) do
    local c = draw.constants{of = 'coarsening-2d', kernel = name}
    local function start(lane) return lane * c.TN end
    local levels = parts.turns(start)
    local title = d:text(0, y + 8, ('TN = %d'):format(c.TN), {bold = true})
    if i == 1 then d:text(title.right + 8, y + 8, ('%d of the 32 lanes'):format(parts.lanes), {size = 12, role = 'quiet'}) end
    d:text(d.width, y + 8, levels == 1 and '1 wavefront' or ('%d wavefronts'):format(levels), {anchor = 'end',
      role = levels > 1 and 'conflict' or 'B', bold = true})
    local b = parts.draw(d, 0, y + 20, d.width - 0.5, h, start)
    y = b.bottom + 34
  end
end
