-- Where the tile of a warp stands in the block's, in four shapes of one kernel, and how many
-- elements of A and B its lanes need for one k.
local draw = ...
local SHAPES = {'8x8-warp-2x16', '8x8-warp-4x8', '8x8-warp-8x4', '8x8-warp-16x2'}

local function panel(d, x, y, side, k, first)
  local strip, gap = 9, 4
  local at = d.box(x + strip + gap, y + strip + gap, side - strip - gap, side - strip - gap)
  local h, w = at.h / k.BM, at.w / k.BN
  d:rect(x, at.y, strip, at.h, {role = 'quiet', tone = 'none'})
  d:rect(at.x, y, at.w, strip, {role = 'quiet', tone = 'none'})
  for r = 0, k.BM - 1, k.WM do
    for c = 0, k.BN - 1, k.WN do
      local lit = r == 0 and c == 0
      d:tile(d.box(at.x + c * w + 1, at.y + r * h + 1, k.WN * w - 2, k.WM * h - 2), 'warp',
        {role = lit and 'C' or 'quiet', tone = lit and 'solid' or 'none'})
    end
  end
  d:tile(at, 'block', {tone = 'none'})
  d:rect(x, at.y, strip, k.WM * h, {role = 'A', tone = 'hatch'})
  d:rect(at.x, y, k.WN * w, strip, {role = 'B', tone = 'hatch'})
  local under = at.y + at.h + 16
  if first then
    d:text(x + strip / 2, at.bottom + 10, 'A', {bold = true, role = 'A', anchor = 'middle', size = 12})
    d:text(at.right + 4, y + strip / 2, 'B', {bold = true, role = 'B', size = 12})
  end
  d:text(at.x, under, draw.times(k.WM // k.TM, k.WN // k.TN) .. ' lanes', {bold = true})
  d:text(at.x, under + 19, ('%d of A, %d of B:'):format(k.WM, k.WN), {size = 12})
  d:text(at.x, under + 36, ('%d elements'):format(k.WM + k.WN), {size = 12})
  return under + 44
end

return function(d)
  local across = d.narrow and 2 or 4
  local gap = d.narrow and 26 or 22
  local side, y = (d.width - 2 - (across - 1) * gap) / across, 1
  for i, kernel in ipairs(SHAPES) do
    local bottom = panel(d, 1 + (i - 1) % across * (side + gap), y, side, draw.constants{of = 'warptiling', kernel = kernel},
      i == 1)
    if i % across == 0 then y = bottom + 18 end
  end
end
