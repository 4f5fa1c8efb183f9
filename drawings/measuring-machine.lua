-- The card, from its arithmetic outwards: pipes as wide as what was measured to come through them,
-- for all multiprocessors together.
local draw = ...

-- What this drawing takes from NVIDIA's description of the chip: schedulers of a multiprocessor,
-- lanes of a warp, multiply-adds that a scheduler's units begin in a cycle.
local SCHEDULERS, LANES = 4, 32

local sms = draw.value 'multiprocessors'
local copy, inside = "probe{'copy', size=536870912}", "probe{'l2-read', size=16777216}"
-- What L1 hands out at most: in each cycle a wavefront, which is a line of 32 floats.
local LINE = 128
local l1 = ('%d * multiprocessors * clock_max / 1e3'):format(LINE)

return function(d)
  local widest = d.narrow and 56 or 84              -- of L1's pipe
  local per = widest / draw.value(l1)
  local W, y = d.width, 0
  local mid = d.narrow and 62 or 110                -- of the pipes

  local function pipe(from, to, rate, label, more)
    local w = math.max(draw.value(rate) * per, 1)
    d:rect(mid - w / 2, from, w, to - from, {role = 'quiet', tone = 'solid', weight = 0})
    local x = mid + widest / 2 + 10
    d:text(x, (from + to) / 2 - (more and 8 or 0), label, {bold = true})
    if more then d:text(x, (from + to) / 2 + 9, more, {size = d.narrow and 11 or 12, role = 'quiet'}) end
  end
  local function rate(text, digits) return (draw.number(text, {digits = digits or 3, unit = 'GB/s'})) end

  -- The multiprocessors: one in front, the others behind it.
  local back, inner = d.narrow and 10 or 24, 12
  local fw = W - 3 * back / 2
  local height = d.narrow and 262 or 264
  for i = 3, 1, -1 do
    d:rect(i * back / 2, y + 12 - 4 * i, fw, height, {role = 'quiet', tone = 'paper', weight = 1, round = 3})
  end
  y = 12
  d:rect(0, y, fw, height, {tone = 'paper', weight = 0})
  d:sm{x = 0, y = y, w = fw, h = height}
  d:text(inner, y + 18, ('one of %d multiprocessors (SMs)'):format(sms), {bold = true})
  local top = y + 34
  local w = (fw - 2 * inner - (SCHEDULERS - 1) * 8) / SCHEDULERS
  for q = 0, SCHEDULERS - 1 do
    local x = inner + q * (w + 8)
    d:rect(x, top, w, 102, {role = 'quiet', tone = 'none', weight = 1, round = 3})
    d:text(x + w / 2, top + 13, 'scheduler', {anchor = 'middle', size = d.narrow and 11 or 12})
    local pitch = (w - 10) / 16
    for i = 0, LANES - 1 do
      d:lane(x + 5 + (i % 16 + 0.5) * pitch, top + 24 + (i // 16 + 0.5) * math.min(pitch, 8), math.min(pitch, 8) / 2 - 0.5,
        {role = 'C', tone = 'solid'})
    end
    local cell = (w - 10) / 8
    cell = math.min(cell, 16)
    d:text(x + w / 2, top + 54, 'registers', {anchor = 'middle', size = d.narrow and 11 or 12})
    d:registers{x = x + w / 2 - 4 * cell, y = top + 64, rows = 2, cols = 8, cell = cell}
  end
  local said = top + 112
  d:text(inner, said + 4, ('Each starts an instruction a cycle, for %d lanes.'):format(LANES), {size = 12})
  d:text(inner, said + 20, ('%s measured'):format((draw.number("probe{'fma', size=8}", {digits = 4}))), {size = 12, bold = true, role = 'C'})
  local l1_top = y + height - 34
  pipe(said + 30, l1_top, l1, rate(l1), (d.narrow and '%d bytes a cycle in each SM' or '%d bytes a cycle in each SM, all SMs together'):format(LINE))
  d:rect(inner, l1_top, fw - 2 * inner, 24, {role = 'ink', tone = 'tint', round = 3})
  d:text(fw / 2, l1_top + 12, 'L1 cache and shared memory', {anchor = 'middle', size = 12, bold = true})

  -- L2, memory, host.
  local function store(at, name, size)
    d:rect(0, at, W, 26, {role = 'ink', tone = 'tint', round = 3})
    d:text(10, at + 13, name, {bold = true})
    if size then d:text(W - 10, at + 13, size, {anchor = 'end'}) end
  end
  local gap = 46
  local function size(bytes, unit, by) return (draw.number(('%s / %s'):format(bytes, by), {digits = 3, unit = unit})) end
  y = y + height
  pipe(l1_top + 24, y + gap, inside, rate(inside), d.narrow and 'reads of what fits into L2' or 'reads of 16 MiB, which fit into L2')
  y = y + gap
  store(y, 'L2 cache, of all SMs', size('l2_bytes', 'MiB', '2^20'))
  pipe(y + 26, y + 26 + gap, copy, rate(copy), d.narrow and 'a copy of 512 MiB' or 'a copy of 512 MiB, that does not fit')
  y = y + 26 + gap
  store(y, 'memory (DRAM)', size('memory_bytes', 'GiB', '2^30'))
  pipe(y + 26, y + 26 + gap, "probe 'upload-pinned'", rate("probe 'upload-pinned'"), d.narrow and 'to the card' or 'to the card, from pinned memory')
  y = y + 26 + gap
  store(y, 'the host and its memory')
end
