-- What the registers of a thread hold, with 16 rows of 8 results and of 12, as the outer product has
-- them: operands along two edges, a heavy frame around each float4, which is one load.
local draw = ...
local MOST, FOUR = 255, 4                          -- registers that a thread may have; floats of a float4
local KERNELS = {'stream-k', '16x12-k32'}

local known, across, highest = {}, 0, 0
for i, kernel in ipairs(KERNELS) do
  local k = draw.constants{of = 'summit', kernel = kernel}
  known[i] = {kernel = kernel, rows = k.TM, cols = k.TN, results = k.TM * k.TN, loads = (k.TM + k.TN) // FOUR,
    left = MOST - k.TM * k.TN - k.TM - k.TN}
  across = math.max(across, -(-known[i].left // k.TM))
  highest = math.max(highest, known[i].loads / known[i].results)
end

return function(d)
  local panels, gap, between = d.narrow and 1 or 2, 40, 20
  local w = (d.width - (panels - 1) * gap - 2) / panels
  local cell = math.min(16, (w - 6 - between) // (1 + known[#known].cols + across))
  local y, low = 0, 0
  for i, one in ipairs(known) do
    local x = 1 + (i - 1) % panels * (w + gap)
    d:text(x, y + 7, ('%s = %d results'):format(draw.times(one.rows, one.cols), one.results), {bold = true})
    d:text(x + w, y + 7, one.kernel, {code = true, size = 12, anchor = 'end'})
    local right, top = x + cell + 6, y + 26
    local down = top + cell + 6
    d:registers{x = right, y = top, rows = 1, cols = one.cols, cell = cell, role = 'B'}
    d:registers{x = x, y = down, rows = one.rows, cols = 1, cell = cell, role = 'A'}
    for n = 0, one.cols - 1, FOUR do d:rect(right + n * cell, top, FOUR * cell, cell, {tone = 'none', weight = 2}) end
    for n = 0, one.rows - 1, FOUR do d:rect(x, down + n * cell, cell, FOUR * cell, {tone = 'none', weight = 2}) end
    local results = d:registers{x = right, y = down, rows = one.rows, cols = one.cols, cell = cell, role = 'C'}
    local rest = results.right + between
    d:text(rest, top + cell / 2, ('%d left'):format(one.left), {bold = true})
    for n = 0, one.left - 1, across do
      d:registers{x = rest, y = down + n // across * cell, rows = 1, cols = math.min(across, one.left - n), cell = cell}
    end
    local under = results.bottom + 16
    d:text(x, under, ('%d loads for %d multiply-adds'):format(one.loads, one.results))
    d:text(x + w, under, draw.number(('%d / %d * 100'):format(one.loads, one.results), {digits = 2, unit = '%'}),
      {bold = true, anchor = 'end'})
    d:rect(x, under + 12, w, 12, {role = 'quiet', tone = 'none', weight = 0.7, dash = '2 3'})
    d:rect(x, under + 12, w * one.loads / one.results / highest, 12, {tone = 'tint'})
    low = under + 42
    if panels == 1 then y = low end
  end
  d:key(1, low - 4, d.width - 2, {{role = 'C', text = 'results'},
    {role = 'A', text = ('%d of A'):format(known[1].rows)},
    {role = 'B', text = ('%d or %d of B'):format(known[1].cols, known[2].cols)},
    {role = 'quiet', tone = 'none', text = ('left of %d registers'):format(MOST)}})
end
