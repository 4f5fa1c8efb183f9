-- An iteration of the loop of the lone block, in cycles of a warp: the work, where in it the loads of the
-- next tile leave, when memory has answered, and how long the warp waits. How long an answer takes
-- shows in the last kernel only: there the warp waits for it until the end of the iteration.
local draw = ...

local KERNELS = {'alone-8', 'alone-12', 'alone-15'}

local function of(metric, kernel) return (draw.value(("%s '%s'"):format(metric, kernel))) end

local function shown(metric, kernel)
  return draw.number(("%s '%s' * loop_all '%s'"):format(metric, kernel, kernel), {digits = 2})
end

local turns, longest = {}, 0
for i, kernel in ipairs(KERNELS) do
  local all = of('loop_all', kernel)
  local turn = {name = kernel, cycles = of('stall_total', kernel) * all, wait = of('stall_long', kernel) * all}
  turn.work = turn.cycles - turn.wait
  turn.asked = of('first_LDG', kernel) / of('loop_FFMA', kernel) * turn.work
  turns[i], longest = turn, math.max(longest, turn.cycles)
end

local last = turns[#turns]
local answer = last.cycles - last.asked

return function(d)
  local x1, h, y = 6, 26, 4
  local scale = (d.width - x1 - 12) / longest
  for _, turn in ipairs(turns) do
    local top = y + 40
    local asked, ready, finish = x1 + turn.asked * scale, x1 + turn.work * scale, x1 + turn.cycles * scale
    local answered = asked + answer * scale
    d:text(2, y + 4, turn.name, {code = true, bold = true})
    d:rect(x1, top, ready - x1, h, {role = 'C', tone = 'tint', round = 3})
    d:rect(ready, top, finish - ready, h, {role = 'wait', tone = 'hatch', weight = 1.2})
    d:text(x1 + (d.narrow and 46 or 120), top + h / 2, 'work', {anchor = 'middle', size = 12})
    d:rule(asked, top - 16, asked, top + h, {role = 'A', weight = 2})
    d:text(asked - 5, top - 12, 'loads start', {anchor = 'end', size = 12, role = 'A'})
    d:copy({asked, top - 12}, {answered, top - 12}, {role = 'A', gap = 0})
    d:rule(answered, top - 16, answered, top + h, {role = 'A', weight = 2})
    d:text(2, top + h + 15, ('%s cycles an iteration, %s of them waiting'):format(shown('stall_total', turn.name),
      shown('stall_long', turn.name)), {size = 12})
    y = top + h + 38
  end
end
