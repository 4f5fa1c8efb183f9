-- One stretch of a group along time: which products run, and when sums are added; with sums of its own for
-- high · high, and with one set of sums. Products have widths by their operations; the additions are invented.
local draw = ...
local SLOTS, ADD = 2, 1.3                          -- slots of a stretch; how long the additions last
local HIGH, REST = 1, 2                            -- products of a slot in either batch

return function(d)
  local left = d.narrow and 84 or 150
  local w = d.width - left - 4
  local per = HIGH + REST
  local all = SLOTS * per + per + ADD
  local function at(t) return left + t / all * w end
  local h, small = d.narrow and 22 or 26, d.narrow and 11 or 12
  local function block(y, from, to, text, o)
    d:rect(at(from) + 0.5, y, at(to) - at(from) - 1, h, o)
    if text then d:text((at(from) + at(to)) / 2, y + h / 2, text, {anchor = 'middle', size = 11, bold = o.tone == 'solid', on = o.tone == 'solid'}) end
  end
  local function names(y, first)
    d:text(0, y + h / 2, d.narrow and 'products' or 'tensor cores', {size = small})
    d:text(0, y + h + 8 + h / 2, d.narrow and 'additions' or 'threads add', {size = small})
    for _, line in ipairs{y + h + 3, y + 2 * h + 11} do d:rule(left, line, d.width - 4, line, {role = 'quiet', weight = 0.5}) end
    return first
  end
  local y = 24
  d:text(0, y - 14, 'Two sets of sums', {bold = true, size = small})
  names(y)
  local t = 0
  for s = 0, SLOTS do
    block(y, t, t + HIGH, d.narrow and 'h' or 'high', {role = 'A', tone = 'solid'})
    block(y, t + HIGH, t + per, d.narrow and 'mixed' or ('mixed, slot %d'):format(s), {role = 'B'})
    t = t + per
  end
  local ready = (SLOTS - 1) * per + HIGH
  block(y + h + 8, ready, ready + ADD, 'add', {role = 'C'})
  d:rule(at(ready), y - 4, at(ready), y + 2 * h + 14, {weight = 1.2, dash = '4 3'})
  d:text(at(ready), y + 2 * h + 24, 'sum_high is complete', {anchor = 'middle', size = 11})
  y = y + 2 * h + 62
  d:text(0, y - 14, 'One set of sums', {bold = true, size = small})
  names(y)
  t = 0
  for s = 0, SLOTS - 1 do
    block(y, t, t + per, d.narrow and 'all' or ('all three products, slot %d'):format(s), {role = 'A'})
    t = t + per
  end
  block(y + h + 8, t, t + ADD, 'add', {role = 'C'})
  d:wait(at(t + ADD / 2), y + h / 2, {r = 7})
  block(y, t + ADD, all, d.narrow and 'all' or ('slot %d'):format(SLOTS), {role = 'A'})
  y = y + 2 * h + 22
  d:text(left, y + 4, 'time', {size = 11, role = 'quiet'})
  d:arrow({left + 30, y + 4}, {left + 90, y + 4}, {role = 'quiet', gap = 0})
  d:key(0, y + 18, d.width, {{role = 'A', tone = 'solid', text = 'high · high'}, {role = 'B', text = 'mixed products'},
    {role = 'C', text = 'float additions'}, {glyph = 'wait', text = 'nothing to do'}})
end
