-- All choices of the five constants, a cell each: what cannot work is empty, what can is the
-- darker the faster at 4096; and how many are left at each stage.
local draw = ...
local N, WITHIN = 4096, 8
local BM, BK, TM = {32, 64, 96, 128, 192, 256}, {8, 16, 32}, {4, 8, 12, 16}    -- BN has BM's, TN has TM's

local function value(text) return (draw.value(text, {of = 'autotuning', n = N})) end

local winner = {}
for i, metric in ipairs{'bm', 'bn', 'bk', 'tm', 'tn'} do winner[i] = ('%d'):format(value(metric .. "{config='winner'}")) end
winner = table.concat(winner, ' ')

-- Speeds by place; a choice that was refused has none.
local speed, best = {}, 0
for r, bm in ipairs(BM) do
  for c, bn in ipairs(BM) do
    for b, bk in ipairs(BK) do
      for i, tm in ipairs(TM) do
        for j, tn in ipairs(TM) do
          local ok, v = pcall(value, ("gflops{config='%dx%dx%d-%dx%d'}"):format(bm, bn, bk, tm, tn))
          if ok then
            best = math.max(best, v)
            speed[#speed + 1] = {r = r, c = c, x = (b - 1) * #TM + j - 1, y = i - 1, value = v,
              won = winner == table.concat({bm, bn, bk, tm, tn}, ' ')}
          end
        end
      end
    end
  end
end
local STAGES = {{value 'configurations', 'configurations'}, {#speed, 'can work'},
  {value(('configurations{within=%d}'):format(WITHIN)),
  ('within %d\u{202f}%%'):format(WITHIN)}, {1, 'wins'}}

return function(d)
  local step = d.width / #STAGES
  for i, stage in ipairs(STAGES) do
    local x = (i - 1) * step
    local number = d:text(x + 8, 10, ('%d'):format(stage[1]), {bold = true, size = 17})
    d:text(x + 8, 31, stage[2], {size = 12})
    if i < #STAGES then d:arrow({number.x + number.w + 8, 10}, {x + step, 10}, {role = 'quiet'}) end
  end
  local left, top, wide, high = 36, 74, #BK * #TM, #TM
  local gap = d.narrow and 4 or 8
  local cell = (d.width - left - (#BM - 1) * gap - 2) / (#BM * wide)
  local function at(r, c) return left + (c - 1) * (wide * cell + gap), top + (r - 1) * (high * cell + gap) end
  d:text(left - 8, top - 12, 'BM', {anchor = 'end', size = 11, role = 'quiet'})
  for i, size in ipairs(BM) do
    local x, y = at(i, i)
    d:text(x + wide * cell / 2, top - 12, i == 1 and 'BN ' .. size or tostring(size), {anchor = 'middle', size = 11, role = 'quiet'})
    d:text(left - 8, y + high * cell / 2, tostring(size), {anchor = 'end', size = 11, role = 'quiet'})
    for j = 1, #BM do
      local fx, fy = at(i, j)
      d:rect(fx, fy, wide * cell, high * cell, {role = 'quiet', tone = 'none', weight = 0.7})
    end
  end
  local first
  for _, s in ipairs(speed) do
    local x, y = at(s.r, s.c)
    x, y = x + s.x * cell, y + s.y * cell
    d:rect(x, y, cell, cell, {role = 'C', tone = 'solid', weight = 0, opacity = math.max(0.1, math.floor((s.value / best) ^ 3 * 5) / 5)})
    if s.won then first = d.box(x, y, cell, cell) end
  end
  if first then d:rect(first.x - 2, first.y - 2, cell + 4, cell + 4, {role = 'ink', tone = 'none', weight = 1.8}) end
end
