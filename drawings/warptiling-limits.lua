-- What one k costs a warp, in cycles of its multiprocessor: its instructions, four a cycle, first
-- the multiply-adds; and the wavefronts of its data stage, one a cycle: those of the float4s of A
-- and B by the rule, and the rest that the counter has, stores and fetches of tiles. Beside them
-- the speed, and what it is of the limit, the speed at which the longer bar would be all the time.
local draw = ...
local SHOWN = {'4x8-warp-4x8', '4x8-warp-16x2', '8x8-warp-4x8', '8x8-warp-16x2'}
local N = 4096                                    -- what the counters were taken at
local QUAD, SIDE_BY_SIDE, APART = 4, 2, 4         -- wavefronts of a float4 whose neighbours agree, or do not

local rows, longest, fma = {}, 0, draw.value("probe{'fma', size=8}", {of = 'measuring'})
for i, kernel in ipairs(SHOWN) do
  local k = draw.constants{of = 'warptiling', kernel = kernel}
  local across, results = k.WN // k.TN, k.TM * k.TN
  local row = {k = k, across = across, adds = results / 4}
  row.slots = draw.value(("instructions '%s'"):format(kernel), {of = 'warptiling'}) / (N * N * N / 32) * row.adds
  row.a = k.TM // QUAD * SIDE_BY_SIDE
  row.b = k.TN // QUAD * (across == 2 and SIDE_BY_SIDE or APART)
  row.all = draw.value(("data_per_step '%s'"):format(kernel), {of = 'warptiling'}) * results
  row.speed = draw.number(("gflops '%s'"):format(kernel), {of = 'warptiling', digits = 3})
  local most = fma * row.adds / math.max(row.slots, row.all)
  row.near = ('%.0f %% of the limit'):format(100 * draw.value(("gflops '%s'"):format(kernel), {of = 'warptiling'}) / most)
  longest = math.max(longest, row.slots, row.all)
  rows[i] = row
end

return function(d)
  local left = d.narrow and 1 or 222
  local to = math.ceil(longest / 4) * 4
  local h, y, place = 15, 0, {}
  for i = 1, #rows do
    place[i] = y
    y = y + (d.narrow and 40 or 0) + 2 * h + 4 + (i % 2 == 0 and 26 or 14)
  end
  local axis = d:axis{x = left, y = y - 8, w = d.width - left - 8, from = 0, to = to, step = 4, unit = 'cycles'}
  for i, row in ipairs(rows) do
    local top, k = place[i], row.k
    local results = d:text(0, top + 8, draw.times(k.TM, k.TN) .. ' results', {bold = true})
    d:text(results.right + 14, top + 8, draw.times(32 // row.across, row.across) .. ' lanes')
    d:text(0, top + 26, row.speed .. ', ' .. row.near, {role = 'quiet', size = 12})
    if d.narrow then top = top + 38 end
    d:bar(axis, 0, row.adds, top, h, {role = 'C', tone = 'solid'})
    d:bar(axis, row.adds, row.slots, top, h, {role = 'quiet', tone = 'none'})
    local low = top + h + 3
    d:bar(axis, 0, row.a, low, h, {role = 'A', tone = 'hatch'})
    d:bar(axis, row.a, row.a + row.b, low, h, {role = 'B', tone = 'hatch'})
    d:bar(axis, row.a + row.b, row.all, low, h, {role = 'quiet', tone = 'tint'})
  end
  d:key(left, axis.bottom + 26, d.width - left, {{role = 'C', tone = 'solid', text = 'multiply-adds'}, {role = 'quiet', tone = 'none', text = 'all other instructions'},
    {role = 'A', text = 'wavefronts for A'}, {role = 'B', text = 'for B'}, {role = 'quiet', tone = 'tint', text = 'for stores and fetches'}})
end
