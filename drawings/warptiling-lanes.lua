-- Five ways in which the lanes of a warp can stand, what lane 0 shares with its row and its
-- column, and the wavefronts of one float4 of A and of B that follow from it by the rule.
local draw = ...

local SHAPES = {'16x8-warp-1x32', '8x8-warp-2x16', '8x8-warp-4x8', '8x8-warp-8x4', '8x8-warp-16x2'}
local LANES = 32

-- Wavefronts of a float4 that lane i wants of place(i): two if lanes side by side agree or
-- else those two apart do, else four.
local function wavefronts(place)
  for _, apart in ipairs{1, 2} do
    local agree = true
    for i = 0, LANES - 1 do
      if i // apart % 2 == 0 then agree = agree and place(i) == place(i + apart) end
    end
    if agree then return 2 end
  end
  return 4
end

local shapes = {}
for i, kernel in ipairs(SHAPES) do
  local k = draw.constants{of = 'warptiling', kernel = kernel}
  local across = k.WN // k.TN
  local s = {rows = LANES // across, cols = across,
    a = wavefronts(function(lane) return lane // across end), b = wavefronts(function(lane) return lane % across end)}
  shapes[i] = s
end

-- Wavefronts as a pile of boxes, with what they are of.
local function pile(d, x, y, count, role, short)
  for i = 0, count - 1 do
    d:rect(x + i * 13, y - 5, 10, 10, {role = role, tone = 'solid', weight = 1})
  end
  return d:text(x + count * 13 + 3, y, ('%s: %d%s'):format(role, count, short and '' or ' wavefronts'), {size = 12})
end

local function lanes(d, x, y, cell, s)
  local r = cell * 0.42
  for lane = 0, LANES - 1 do
    local row, col = lane // s.cols, lane % s.cols
    local role = row == 0 and (col == 0 and 'C' or 'A') or col == 0 and 'B' or nil
    local cx, cy = x + (col + 0.5) * cell, y + (row + 0.5) * cell
    d:lane(cx, cy, r, {role = role, tone = lane == 0 and 'tint' or nil})
  end
  for lane = 0, 2 do                              -- above the lanes, where they are too small
    local row, col = lane // s.cols, lane % s.cols
    local at = r < 7 and y - 7 or y + (row + 0.5) * cell
    d:text(x + (col + 0.5) * cell, at, tostring(lane), {anchor = 'middle', size = 11, bold = true})
  end
  return y + s.rows * cell
end

-- A shape, with its words to its right or, if it takes the whole row, above it; how far down it goes.
local function shape(d, x, y, cell, s, short)
  local right = x + s.cols * cell + 14
  if s.cols * cell > 0.55 * d.width then
    d:text(x, y + 7, draw.times(s.rows, s.cols) .. ' lanes', {bold = true})
    pile(d, x + d.width * 0.2, y + 7, s.a, 'A')
    pile(d, x + d.width * 0.57, y + 7, s.b, 'B')
    return lanes(d, x, y + (d.narrow and 32 or 22), cell, s)
  end
  d:text(right, y + 8, draw.times(s.rows, s.cols) .. ' lanes', {bold = true})
  pile(d, right, y + 27, s.a, 'A', short)
  pile(d, right, y + 45, s.b, 'B', short)
  return math.max(lanes(d, x, y, cell, s), y + 54)
end

return function(d)
  local cell = d.width / LANES
  local y = shape(d, 0, 0, cell, shapes[1]) + 22
  if d.narrow then
    y = shape(d, 0, y, d.width / 17, shapes[2]) + 22
    cell = 18
    y = shape(d, 0, y, cell, shapes[3]) + 22
    shape(d, 0, y, cell, shapes[4], true)
    shape(d, d.width / 2 + 14, y, cell, shapes[5], true)
  else
    y = shape(d, 0, y, cell, shapes[2]) + 22
    local x = 0
    for i = 3, 5 do
      shape(d, x, y, cell, shapes[i], true)
      x = x + (shapes[i].cols + 1) * cell + 114
    end
  end
end
