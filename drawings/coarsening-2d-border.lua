-- What a thread loads for one k is the border of its rectangle, what it computes the area: some
-- rectangles of the sweep, to scale.
local draw = ...
local NAMES = {'1x1', '8x1', '4x4', '8x8', '16x16'}

return function(d)
  local s, gap = d.narrow and 10 or 12, d.narrow and 20 or d.broad and 60 or 22
  local x, y = 2, 2
  local all = {}
  for i, name in ipairs(NAMES) do all[i] = draw.constants{of = 'coarsening-2d', kernel = name} end
  local function height(c) return (c.TM + 1.5) * s end
  -- Lines of rectangles that stand on one foot.
  local lines, line = {}, {w = 0}
  for _, c in ipairs(all) do
    local w = math.max((c.TN + 1.5) * s, d:measure('1.125 a result', {size = 12}))
    if #line > 0 and line.w + gap + w > d.width - 4 then lines[#lines + 1], line = line, {w = 0} end
    line[#line + 1] = {c = c, x = line.w + (#line > 0 and gap or 0), w = w}
    line.w = line[#line].x + w
  end
  lines[#lines + 1] = line
  for _, each in ipairs(lines) do
    local high = 0
    for _, item in ipairs(each) do high = math.max(high, height(item.c)) end
    for _, item in ipairs(each) do
      local c, left = item.c, x + item.x
      local top = y + high - height(c)
      d:registers{x = left, y = top + 1.5 * s, rows = c.TM, cols = 1, cell = s, role = 'A', tone = 'solid'}
      d:registers{x = left + 1.5 * s, y = top, rows = 1, cols = c.TN, cell = s, role = 'B', tone = 'solid'}
      d:registers{x = left + 1.5 * s, y = top + 1.5 * s, rows = c.TM, cols = c.TN, cell = s, role = 'C'}
      local foot = y + high + 13
      d:text(left, foot, draw.times(c.TM, c.TN), {bold = true, size = 12})
      d:text(left, foot + 17, ('%d elements'):format(c.TM + c.TN), {size = 12, role = 'quiet'})
      d:text(left, foot + 33, ('%d result%s'):format(c.TM * c.TN, c.TM * c.TN == 1 and '' or 's'), {size = 12, role = 'quiet'})
      d:text(left, foot + 50, ('%.4g a result'):format((c.TM + c.TN) / (c.TM * c.TN)), {size = 12})
    end
    y = y + high + 13 + 50 + 26
  end
end
