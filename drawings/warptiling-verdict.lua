-- What changes of this chapter and of the one before were worth at the book's size: a warp's shape
-- under rectangles of 8 x 8 and 4 x 8, a free choice of it for the fastest kernel, and other tiles.
local draw = ...
local ROWS = {
  {'Compact: 4 × 8 lanes, not 2 × 16', 'with 8 × 8 results', "gflops '8x8-warp-4x8' / gflops '8x8-warp-2x16'"},
  {nil, 'with 4 × 8 results', "gflops '4x8-warp-4x8' / gflops '4x8-warp-2x16'"},
  {'Agreeing about B: 16 × 2 lanes, not 4 × 8', 'with 8 × 8 results', "gflops '8x8-warp-16x2' / gflops '8x8-warp-4x8'"},
  {nil, 'with 4 × 8 results', "gflops '4x8-warp-16x2' / gflops '4x8-warp-4x8'"},
  {'The shape chosen freely, at 4096', 'fastest kernel', "cycle_share / cycle_share{of='autotuning'}"},
  {'What comes with it: tiles, results, registers', 'guess to winner',
    "gflops{of='autotuning'} / gflops 'autotuning.by-hand'"},
}

local least, most = 0, 0
for _, row in ipairs(ROWS) do
  row.gain = (draw.value(row[3], {of = 'warptiling'}) - 1) * 100
  least, most = math.min(least, row.gain), math.max(most, row.gain)
end

return function(d)
  local left, h, y = d.narrow and 118 or 140, 16, 0
  local room = d:measure('+00.0 %', {size = 12, bold = true}) + 8
  local scale = (d.width - left - 2 * room) / (most - least)
  local zero = left + room - least * scale
  for _, row in ipairs(ROWS) do
    if row[1] then
      if y > 0 then y = y + 12 end
      d:text(0, y + 8, row[1], {bold = true})
      y = y + 22
    end
    d:text(0, y + h / 2, row[2], {size = 12, role = 'quiet'})
    local x = row.gain < 0 and zero + row.gain * scale or zero
    d:rect(x, y, math.max(math.abs(row.gain) * scale, 1), h, {role = row.gain < 0 and 'ink' or 'C',
      tone = row.gain < 0 and 'none' or 'hatch', weight = 1})
    local words = ('%s%.1f %%'):format(row.gain < 0 and '−' or '+', math.abs(row.gain))
    d:text(row.gain < 0 and x - 5 or x + math.abs(row.gain) * scale + 5, y + h / 2, words,
      {size = 12, bold = true, anchor = row.gain < 0 and 'end' or 'start'})
    d:rule(zero, y - 3, zero, y + h + 3, {weight = 1.6})
    y = y + h + 6
  end
end
