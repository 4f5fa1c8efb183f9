-- Bars of measured numbers, and of what they might have been. Of the naive kernel's time beside the times
-- that its bytes would take from memory; or, draw=naive-bars:step, of the cycles of a step beside the
-- wavefronts that the data stage of L1 counted for it, at three sizes.
local draw = ...

local FROM_MEMORY = ("%%s / (probe{'copy', size=%d} * 1e9) * 1e3"):format(2^29)
local function from_memory(bytes) return FROM_MEMORY:format(bytes) end

-- Groups of bars, each with a name: what it shows, how it is written, its tone.
local TIME = {
  {'the kernel', {{'time * 1e3', '%s', 'solid', 'ms'}}},
  {'every byte that threads ask for, from memory', {{from_memory '2*4096^3*4', '%s', 'tint', 'ms'}}},
  {'every sector that they touch, from memory', {{from_memory 'load_sectors*32', '%s', 'tint', 'ms'}}},
  {'what did come from memory', {{from_memory 'dram_read_bytes', '%s', 'tint', 'ms'}}},
}
local STEP = {}
for i, n in ipairs{4096, 4092, 1000} do
  STEP[i] = {('n = %d'):format(n), {{('cycles_per_step{n=%d}'):format(n), '%s cycles', 'solid'},
    {('data_per_step{n=%d}'):format(n), '%s wavefronts', 'tint'}}}
end

return function(d, what)
  local groups, H = what == 'step' and STEP or TIME, 17
  local room, longest = 0, 0
  for _, group in ipairs(groups) do
    for _, bar in ipairs(group[2]) do
      local text, value = draw.number(bar[1], {digits = 3, unit = bar[4]})
      bar.label, bar.value = bar[2]:format(text), value
      room, longest = math.max(room, d:measure(bar.label, {size = 12})), math.max(longest, value)
    end
  end
  local per, y = (d.width - room - 10) / longest, 0
  for _, group in ipairs(groups) do
    d:text(0, y + 8, group[1], {bold = true, size = 12})
    y = y + 18
    for _, bar in ipairs(group[2]) do
      local w = bar.value * per
      d:rect(0, y, w, H - 2, {role = 'ink', tone = bar[3], weight = 0.7})
      d:text(w + 7, y + H / 2 - 1, bar.label, {size = 12})
      y = y + H
    end
    y = y + 8
  end
end
