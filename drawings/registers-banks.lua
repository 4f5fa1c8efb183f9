-- Operands on their way through the two banks of registers, cycle by cycle, by the law that
-- code/loops/law.h states and the probe of code/registers.cu confirms: one read a cycle from each
-- bank, and an FFMA begins when it can read all of its operands within three cycles.
local draw = ...
local banks = require 'records.bank_patterns'

local WINDOW, CYCLES = 3, 9
local PANELS = {
  {'eoe', 'two even, one odd'},
  {'kept-8', 'the same, with the first kept for eight'},
  {'eee-ooo', 'three even and three odd, alternating'},
  {'burst-2', 'three even twice, one odd four times'},
}
local ROWS = {'even bank', 'odd bank', 'begins'}

return function(d)
  local left, h, y = d.narrow and 68 or 84, 22, 0
  local w = (d.width - left - 2) / CYCLES
  local function cell(cycle, row, top, n)
    if cycle >= CYCLES then return end
    local x, at = left + cycle * w, top + (row - 1) * (h + 4)
    d:rect(x + 1.5, at, w - 3, h, {role = n % 2 == 1 and 'A' or 'B', tone = row == 3 and 'paper' or 'tint', weight = 1.3, round = 2})
    d:text(x + w / 2, at + h / 2, ('%d'):format(n), {anchor = 'middle', size = 12, plain = true})
  end
  for _, panel in ipairs(PANELS) do
    local cycles = draw.number(("banks_within_3{probe='%s'}"):format(panel[1]))
    d:text(0, y + 7, panel[2], {bold = true})
    d:text(d.width, y + 7, cycles .. (d.narrow and ' cycles' or ' cycles for each'), {anchor = 'end', size = 12})
    local top = y + 24
    for row, name in ipairs(ROWS) do
      d:text(0, top + (row - 1) * (h + 4) + h / 2, name, {size = 12, role = 'quiet'})
      d:rect(left, top + (row - 1) * (h + 4), d.width - left - 2, h, {role = 'quiet', tone = 'none', weight = 0.6})
    end
    for n, ffma in ipairs(banks.schedule(panel[1], WINDOW, CYCLES)) do
      for bank = 1, 2 do
        for read = 0, ffma.reads[bank] - 1 do cell(ffma.from[bank] + read, bank, top, n) end
      end
      cell(ffma.at, 3, top, n)
    end
    y = top + 3 * (h + 4) + 18
  end
  d:text(left, y - 6, 'cycle after cycle', {size = 12, role = 'quiet'})
  d:arrow({left + 112, y - 6}, {left + 172, y - 6}, {role = 'quiet', gap = 0})
end
