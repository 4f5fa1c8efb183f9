-- The eight kernels as the corners of a cube: to the right wide loads, upwards the transposed
-- tile, backwards the columns that keep apart; on each edge what the change brings there. Dashed
-- where the compiler moved the loads of the next tile as well, dotted where only what it spills changed;
-- and how busy the data stage is where the columns begin to keep apart and nothing else changes.
local draw = ...
local NAMES = {[0] = 'scalar', 'float4-loads', 'transposed', 'float4-transposed', 'spread', 'float4-spread', 'transposed-spread',
  'vectorized'}
local CHANGES = {{bit = 1, word = 'wide', at = 0.7}, {bit = 2, word = 'transposed', at = 0.3},
  {bit = 4, word = 'spread', at = 0.5}}

local function ask(metric, name) return (draw.value(("%s '%s'"):format(metric, name), {of = 'vectorized'})) end

return function(d)
  local w, h = d.narrow and 46 or 62, 24
  local x0, y0 = w / 2 + 2, d.narrow and 328 or 338
  local right, up = d.narrow and d.width - 156 or d.width * 0.46, d.narrow and 205 or 210
  local back = d.narrow and {x = d.width - w - 4 - right, y = -88} or {x = d.width * 0.26, y = -90}
  local places, early, spills = {}, {}, {}
  for i = 0, 7 do
    places[i] = {x0 + i % 2 * right + i // 4 * back.x, y0 - i // 2 % 2 * up + i // 4 * back.y}
    early[i] = ask('first_LDG', NAMES[i]) == 0
    spills[i] = ask('loop_LDL', NAMES[i])
  end
  local labels, stages = {}, {}
  for _, change in ipairs(CHANGES) do
    for i = 0, 7 do
      local j = i + change.bit
      if i // change.bit % 2 == 0 then
        local from, to = places[i], places[j]
        local apart = change.bit == 4 and early[i] == early[j]
        local dash = early[i] ~= early[j] and '5 4' or spills[i] ~= spills[j] and '1.5 3'
        if apart and not dash then
          local busy = draw.number(("lsu_busy '%s'"):format(NAMES[i]), {of = 'vectorized', digits = 2})
          stages[#stages + 1] = {x = i == 0 and x0 - w / 2 or from[1] + 6, y = from[2] + 38, text = 'data stage ' .. busy, o = {size = 11, role = 'quiet'}}
        end
        d:rule(from[1], from[2], to[1], to[2], {weight = 1.3, role = i == 0 and 'ink' or 'quiet', dash = dash or nil})
        local gain = draw.number(("more(gflops '%s', gflops '%s')"):format(NAMES[j], NAMES[i]), {of = 'vectorized', digits = 2})
        local beside = i == 0 and change.bit == 2
        local at = beside and 0.6 or i == 0 and 0.5 or change.at
        labels[#labels + 1] = {x = from[1] + at * (to[1] - from[1]) + (beside and 6 or 0),
          y = from[2] + at * (to[2] - from[2]), text = (i == 0 and not d.narrow and change.word .. ' ' or '') .. '+' .. gain,
          o = {size = 12, anchor = beside and 'start' or 'middle', bold = i == 0 and not d.narrow}}
      end
    end
  end
  local small = d.narrow and 11 or 12
  local beside = {[0] = {-w / 2, 23, 'start'}, {0, 23, 'middle'}, {6, 23, 'start'}, {6, 23, 'start'}, {6, 23, 'start'},
    d.narrow and {w / 2, 23, 'end'} or {w / 2 + 6, 0, 'start'}, {0, -21, 'middle'}, {w / 2, -21, 'end'}}
  for i = 0, 7 do
    local x, y, anchor = table.unpack(beside[i])
    labels[#labels + 1] = {x = places[i][1] + x, y = places[i][2] + y, text = NAMES[i], o = {size = small, anchor = anchor}}
  end
  for _, label in ipairs(labels) do
    local wide = d:measure(label.text, label.o)
    local left = ({start = 0, middle = wide / 2, ['end'] = wide})[label.o.anchor]
    d:rect(label.x - left, label.y - 8, wide, 16, {tone = 'paper', weight = 0})
  end
  for _, label in ipairs(labels) do d:text(label.x, label.y, label.text, label.o) end
  for _, label in ipairs(stages) do d:text(label.x, label.y, label.text, label.o) end
  for i = 0, 7 do
    local x, y = places[i][1], places[i][2]
    d:rect(x - w / 2, y - h / 2, w, h, {role = 'quiet', tone = 'paper', weight = (i == 0 or i == 7) and 2 or 1, round = 4})
    d:text(x, y, draw.number(("gflops '%s' / 1e3"):format(NAMES[i]), {of = 'vectorized', digits = 3}),
      {anchor = 'middle', bold = i == 0 or i == 7})
  end
  local left, below = x0 - w / 2, y0 + 68
  d:text(left, below, '→ wide loads, ↑ transposed, ↗ spread', {size = 12, role = 'quiet'})
  for i, key in ipairs{{'5 4', 'the loads of the next tile moved, too'}, {'1.5 3', 'the number of spills changed, too'}} do
    d:rule(left, below + 19 * i, left + 28, below + 19 * i, {weight = 1.3, role = 'quiet', dash = key[1]})
    d:text(left + 36, below + 19 * i, key[2], {size = 12, role = 'quiet'})
  end
end
