-- Some lanes load a float4 of their columns of B each, with rectangles 4, 8 and 16 wide, or of their
-- row of A, which half a warp shares; and the wavefronts that two rectangles of 128 results need.
local draw = ...
local parts = draw.require 'coarsening-2d-parts'
local NAMES, SUMS = {'8x4', '8x8', '8x16'}, {'16x8', '8x16'}
local WARP, QUAD = 32, 4

local of_b = {}                                   -- by TN: wavefronts of a float4 of B
local function rectangle(name) return draw.constants{of = 'coarsening-2d', kernel = name} end
local function columns(c) return function(lane) return lane * c.TN end end
for _, name in ipairs(NAMES) do
  local c = rectangle(name)
  of_b[c.TN] = parts.turns(columns(c)) * WARP // parts.lanes
end
-- Lanes of one row of threads want the same float4 of A, and are served in one wavefront.
local across = rectangle(NAMES[1]).BN // rectangle(NAMES[1]).TN
local of_a = WARP // across

return function(d)
  local y, h = 0, 20
  local function head(name, lanes, levels, all)
    local title = d:text(0, y + 8, name, {bold = true})
    d:text(title.right + 8, y + 8, ('%d lanes of %d'):format(lanes, WARP), {size = 12, role = 'quiet'})
    d:text(d.width, y + 8, ('%d%s · %d = %d wavefronts'):format(WARP // lanes, d.narrow and '' or ' groups', levels, all),
      {anchor = 'end', role = levels > 1 and 'conflict' or nil, bold = true})
  end
  for _, name in ipairs(NAMES) do
    local c = rectangle(name)
    head(('B, TN = %d'):format(c.TN), parts.lanes, parts.turns(columns(c)), of_b[c.TN])
    y = parts.draw(d, 0, y + 20, d.width - 0.5, h, columns(c)).bottom + 34
  end
  head('A', across, 1, of_a)
  local b = d:banks{x = 0, y = y + 20, w = d.width - 0.5, h = h, levels = 1}
  local four = b.w * QUAD / 32
  d:rect(0, b.y, four, h, {role = 'A', tone = 'tint', weight = 1.4})
  local label = ('0–%d'):format(across - 1)
  d:text(four / 2, b.cy, d.narrow and label or 'lanes ' .. label, {anchor = 'middle', size = 11})
  y = b.bottom + 44

  -- A bar for each sum, as long as the wavefronts that all loads of one k take.
  local longest, sums = 0, {}
  for i, name in ipairs(SUMS) do
    local c = rectangle(name)
    local s = {c = c, a = c.TM // QUAD, b = c.TN // QUAD, each = of_b[c.TN]}
    s.all = s.a * of_a + s.b * s.each
    longest, sums[i] = math.max(longest, s.all), s
  end
  local scale = (d.width - 1) / longest
  for _, s in ipairs(sums) do
    local title = d:text(0, y, draw.times(s.c.TM, s.c.TN), {bold = true})
    d:text(title.right + 8, y, ('%d · %d of A + %d · %d of B = %d'):format(s.a, of_a, s.b, s.each, s.all), {size = 12})
    d:text(d.width, y, ('%.3g %s'):format(s.all / (s.a + s.b), d.narrow and 'per load' or 'wavefronts per load'),
      {anchor = 'end', bold = true, size = 12})
    d:rect(0.5, y + 12, s.a * of_a * scale, 14, {role = 'A'})
    d:rect(0.5 + s.a * of_a * scale, y + 12, s.b * s.each * scale, 14, {role = 'B'})
    y = y + 50
  end
end
