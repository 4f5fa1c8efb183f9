-- What a multiprocessor does while a warp waits for its next tile, with one block on it and with
-- two: the measured work and wait of an iteration, block by block; how far the second block is ahead is
-- made up, half an iteration.
local draw = ...

local function of(metric, kernel) return (draw.value(("%s '%s'"):format(metric, kernel))) end

local function turn_of(kernel)
  local all = of('loop_all', kernel)
  local wait = of('stall_long', kernel) * all
  return {cycles = of('stall_total', kernel) * all, wait = wait}
end

local SMS = {
  {name = 'one block', kernel = 'alone-15', starts = {0}},
  {name = 'two blocks', kernel = '8x8-15', starts = {0, -0.5}},
}
local span = 0
for _, sm in ipairs(SMS) do
  sm.turn = turn_of(sm.kernel)
  span = math.max(span, 1.25 * sm.turn.cycles)
end

return function(d)
  local left, h, y = d.narrow and 50 or 70, 24, 0
  local function at(t) return left + t / span * (d.width - left - 4) end
  for _, sm in ipairs(SMS) do
    d:text(0, y + 7, sm.name, {bold = true})
    d:text(d.narrow and 84 or 100, y + 7, sm.kernel, {code = true, size = 12})
    local top = y + 24
    for i, start in ipairs(sm.starts) do
      local line, begin = top + (i - 1) * (h + 5), start * sm.turn.cycles
      d:text(0, line + h / 2, ('block %d'):format(i - 1), {size = 12})
      while begin < span do
        local finish = begin + sm.turn.cycles
        local waits = math.max(0, math.min(span, finish - sm.turn.wait))
        local from, to = math.max(0, begin), math.min(span, finish)
        if waits > from then d:rect(at(from), line, at(waits) - at(from), h, {role = 'C', tone = 'tint', round = 3}) end
        if to > waits then d:rect(at(waits), line, at(to) - at(waits), h, {role = 'wait', tone = 'hatch', weight = 1.2}) end
        begin = finish
      end
    end
    y = top + #sm.starts * (h + 5) + 10
  end
  d:key(left, y + 2, d.width - left, {{role = 'C', tone = 'tint', text = 'work'},
    {role = 'wait', tone = 'hatch', text = 'wait for global memory'}})
end
