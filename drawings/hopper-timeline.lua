-- Four slots, a producer and two groups that multiply, step by step along time: where each is, and what the two
-- barriers of each slot have counted. The order and the counts are those of roles() of code/hopper.cu; the times
-- are made up: how long a copy takes, and how long the products of a group for one step.
local draw = ...
local parts = draw.require 'hopper-parts'
local k = parts.slot_of 'specialised'
local SLOTS, GROUPS, WARPS = k.SLOTS, k.GROUPS, 4  -- warps of a group
local START, APART, LONG, WORK, END = 1, 0.5, 5, 2, 27.5
local LEFT = 1                                     -- batches of products that a consumer leaves running

-- Each copy {slot, from, there}; for each group and step when the products were issued, began and ended.
local copies, groups = {}, {}
for g = 0, GROUPS - 1 do groups[g] = {} end
local STEPS_DONE = 7                               -- steps of a group that are followed
do
  local function end_of(t) return groups[GROUPS - 1][t] and groups[GROUPS - 1][t].to end
  local busy = 0                                   -- until when the tensor cores have something to do
  for t = 0, STEPS_DONE + SLOTS do
    if t < SLOTS then copies[t] = {slot = t, from = START + APART * t, there = START + LONG + t}
    elseif end_of(t - SLOTS) then
      local from = end_of(t - SLOTS)               -- the last warp gives the slot back
      copies[t] = {slot = t % SLOTS, from = from, there = from + LONG}
    end
    for g = 0, GROUPS - 1 do
      if copies[t] then
        local before = groups[g][t - LEFT - 1]     -- after its products the next ones are issued
        local issued = math.max(copies[t].there, before and before.to or 0)
        local from = math.max(issued, busy)
        groups[g][t] = {issued = issued, from = from, to = from + WORK}
        busy = from + WORK
      end
    end
  end
end

-- What the barriers of a slot have counted when now is just over.
local function full_of(s, now)
  local phase, arrived, missing = 0, 0, 0
  for _, c in pairs(copies) do
    if c.slot == s and c.there <= now then phase = phase + 1
    elseif c.slot == s and c.from <= now then arrived, missing = 1, k.SIZE end
  end
  return phase, arrived, missing
end
local function empty_of(s, now)
  local arrived = 0
  for g = 0, GROUPS - 1 do
    for t, p in pairs(groups[g]) do
      if t % SLOTS == s and p.to <= now then arrived = arrived + WARPS end
    end
  end
  return arrived // (WARPS * GROUPS), arrived % (WARPS * GROUPS)
end

-- The tile in a slot, and what it does: 'comes', 'lies' or 'works'.
local function tile_in(s, now)
  local tile, how
  for t, c in pairs(copies) do
    if c.slot == s and c.from <= now then
      local used, worked = 0, false
      for g = 0, GROUPS - 1 do
        local p = groups[g][t]
        if p and p.to <= now then used = used + 1 end
        worked = worked or p and p.from <= now
      end
      if used < GROUPS then tile, how = t, c.there > now and 'comes' or worked and 'works' or 'lies' end
    end
  end
  return tile, how
end

-- What the producer and a group wait for.
local function producer_at(now)
  local next = 0
  while copies[next] and copies[next].from <= now do next = next + 1 end
  if now < START then return ('empty[%d], parity %d: passes'):format(0, 1) end
  return ('waits at empty[%d], phase %d'):format(next % SLOTS, next // SLOTS - 1)
end
local function group_at(g, now)
  local t = 0
  while groups[g][t] and groups[g][t].issued <= now do t = t + 1 end
  if t >= 2 and groups[g][t - 2].to > now then return ('waits for the products of tile %d'):format(t - 2) end
  return ('waits at full[%d], phase %d'):format(t % SLOTS, t // SLOTS)
end

local size = parts.kib(k.SIZE)
local all = WARPS * GROUPS
local MOMENTS = {
  {now = 0.5, says = ('All barriers are in phase 0. The producer names parity 1 at the barriers empty of all %d slots, so it does not wait.'):format(SLOTS)},
  {now = 3, says = ('The copies into all %d slots have started: each barrier full has one arrival, and %s are missing. Now the producer waits at empty[0], and both groups wait at full[0].'):format(SLOTS, size)},
  {now = 7.5, key = true, says = 'Tiles 0 and 1 have come. Both groups have issued the products of both tiles, and only now wait for those of tile 0.'},
  {now = 9, says = ('Group 0’s products of tile 0 are complete: its %d warps have arrived at empty[0], %d of %d.'):format(WARPS, WARPS, all)},
  {now = 10.5, key = true, says = ('Now %d of %d warps have arrived: phase 0 of empty[0] has ended. The producer announces %s at full[0], now in phase 1, and tile 4 comes.'):format(all, all, size)},
  {now = 26.5, key = true, open = true, says = 'Slot 0 has been given back after tile 4. Both its barriers are in phase 2, with parity 0 again.'},
}

-- Where a cell says the same in several steps it is drawn once.
local function runs(value)
  local list = {}
  for i, m in ipairs(MOMENTS) do
    local v = value(m.now)
    local last = list[#list]
    if last and last.v == v then last.to = i else list[#list + 1] = {from = i, to = i, v = v} end
  end
  return list
end

return function(d)
  for _, m in ipairs(MOMENTS) do d:step(m.says, nil, {key = m.key, open = m.open}) end
  local put, draw_all = d:gather()
  local small = d.narrow and 11 or 12
  local left = d.narrow and 66 or 120
  local gap = d.narrow and 6 or 14
  local w = (d.width - left - 2 - (SLOTS - 1) * gap) / SLOTS

  -- Above: what is so now, slot by slot.
  local y = 24
  for s = 0, SLOTS - 1 do d:text(left + s * (w + gap) + w / 2, 9, ('slot %d'):format(s), {anchor = 'middle', bold = true, size = small}) end
  local high = 30
  d:text(0, y + high / 2, 'holds', {size = small})
  for s = 0, SLOTS - 1 do
    local x = left + s * (w + gap)
    local at = d:tile({x = x + 1, y = y, w = w - 2, h = high}, 'block')
    for _, run in ipairs(runs(function(now)
      local tile, how = tile_in(s, now)
      return tile and tile .. ' ' .. how or ''
    end)) do
      local tile, how = run.v:match '(%d+) (%a+)'
      put(run.from, run.to, function()
        if how == 'comes' then d:copy({at.x + 4, at.bottom - 6}, {at.right - 4, at.bottom - 6}, {gap = 0, parcels = d.narrow and 1 or 2})
        elseif how == 'lies' then d:rect(at.x + 3, at.y + 3, at.w - 6, at.h - 6, {role = 'quiet', tone = 'tint', weight = 0})
        elseif how == 'works' then d:rect(at.x + 3, at.y + 3, at.w - 6, at.h - 6, {role = 'C', weight = 0.6}) end
        d:text(at.cx, at.cy - (how == 'comes' and 5 or 0), tile and 'tile ' .. tile or 'nothing', {anchor = 'middle', size = small,
          bold = how == 'works', role = tile and 'ink' or 'quiet'})
      end)
    end
  end
  y = y + high + 12
  local function row(name, value, bold)
    local mine = y
    d:text(0, mine + 8, name, {size = small, bold = bold, role = not bold and 'quiet' or nil})
    for s = 0, SLOTS - 1 do
      local x = left + s * (w + gap) + w / 2
      for _, run in ipairs(runs(function(now) return value(s, now) end)) do
        put(run.from, run.to, function()
          d:text(x, mine + 8, (run.v:gsub('^[*]', '')), {anchor = 'middle', size = small, bold = run.v:match '^[*]' and true})
        end)
      end
    end
    y = y + 17
  end
  local function line(text)
    d:rule(0, y, d.width, y, {role = 'quiet', weight = 0.5})
    d:text(0, y + 12, text, {bold = true, size = small, code = true})
    y = y + 2
  end
  line 'full'
  row('', function(s, now) return ('*phase %d'):format((full_of(s, now))) end)
  row('arrivals', function(s, now)
    local _, arrived = full_of(s, now)
    return (arrived > 0 and '*' or '') .. ('%d of 1'):format(arrived)
  end)
  row('missing', function(s, now)
    local _, _, missing = full_of(s, now)
    return missing > 0 and '*' .. parts.kib(missing) or '0'
  end)
  y = y + 4
  line 'empty'
  row('', function(s, now) return ('*phase %d'):format((empty_of(s, now))) end)
  row('arrivals', function(s, now)
    local _, arrived = empty_of(s, now)
    return (arrived > 0 and '*' or '') .. ('%d of %d'):format(arrived, all)
  end)
  y = y + 4
  d:rule(0, y, d.width, y, {role = 'quiet', weight = 0.5})
  y = y + 6

  -- What each role does now.
  local function says(name, value)
    local mine = y + 8
    d:text(0, mine, name, {size = small})
    for _, run in ipairs(runs(value)) do
      put(run.from, run.to, function()
        local passes = run.v:match 'passes'
        if not passes then d:wait(left + 6, mine, {r = 6}) end
        d:text(left + 18, mine, run.v, {size = small})
      end)
    end
    y = y + 19
  end
  says('producer', producer_at)
  for g = 0, GROUPS - 1 do says(('group %d'):format(g), function(now) return group_at(g, now) end) end

  -- Below: the same along time.
  y = y + 26
  local edge = d.narrow and 52 or 120
  local function at(t) return edge + t / END * (d.width - edge - 4) end
  local first, h, step = y, 18, 24
  local lines = {}
  for s = 0, SLOTS - 1 do
    lines[s] = y
    d:text(0, y + h / 2, ('slot %d'):format(s), {size = small})
    d:rule(edge, y + h + 3, d.width - 4, y + h + 3, {role = 'quiet', weight = 0.5})
    y = y + step
  end
  y = y + 8
  local of = {}
  for g = 0, GROUPS - 1 do
    of[g] = y
    d:text(0, y + h / 2, ('group %d'):format(g), {size = small})
    d:rule(edge, y + h + 8, d.width - 4, y + h + 8, {role = 'quiet', weight = 0.5})
    y = y + step + 6
  end
  d:text(edge, y + 6, 'time', {size = 11, role = 'quiet'})
  d:arrow({edge + 30, y + 6}, {edge + 90, y + 6}, {role = 'quiet', gap = 0})

  -- What begins and ends: with its end so far while it lasts, and from then on.
  local function lasts(begin, finish, f)
    for i, m in ipairs(MOMENTS) do
      local before = i > 1 and MOMENTS[i - 1].now or 0
      if begin < m.now and before < finish then
        local over = finish <= m.now
        put(i, over and #MOMENTS or i, function() f(math.min(finish, m.now)) end)
      end
    end
  end
  for t = 0, STEPS_DONE + SLOTS do
    local c = copies[t]
    if c then
      local y0 = lines[c.slot]
      lasts(c.from, c.there, function(to)
        if at(to) - at(c.from) > 10 then d:copy({at(c.from) + 2, y0 + h / 2}, {at(to) - 1, y0 + h / 2}, {gap = 0, parcels = 1, head = 6}) end
      end)
      local begin, finish = math.huge, 0
      for g = 0, GROUPS - 1 do
        begin, finish = math.min(begin, groups[g][t].from), math.max(finish, groups[g][t].to)
      end
      if begin > c.there then
        lasts(c.there, begin, function(to)
          d:rect(at(c.there), y0, at(to) - at(c.there), h, {role = 'quiet', tone = 'tint', weight = 0.6})
        end)
      end
      lasts(begin, finish, function(to)
        d:rect(at(begin) + 0.5, y0, at(to) - at(begin) - 1, h, {role = 'C', round = 2})
        if at(to) - at(begin) > 14 then
          d:text((at(begin) + at(to)) / 2, y0 + h / 2, ('%d'):format(t), {anchor = 'middle', size = 11})
        end
      end)
      for g = 0, GROUPS - 1 do
        local p, top = groups[g][t], of[g]
        if p.from > p.issued then
          lasts(p.issued, p.from, function(to)
            d:rect(at(p.issued), top + h + 1, at(to) - at(p.issued), 5, {role = 'C', tone = 'tint', weight = 0.6})
          end)
        end
        lasts(p.from, p.to, function(to)
          d:rect(at(p.from) + 0.5, top, at(to) - at(p.from) - 1, h, {role = 'C', tone = 'solid', round = 2})
          if at(to) - at(p.from) > 12 then
            d:text((at(p.from) + at(to)) / 2, top + h / 2, ('%d'):format(t), {anchor = 'middle', size = 11, on = true, bold = true})
          end
        end)
      end
    end
  end
  for i, m in ipairs(MOMENTS) do
    put(i, i, function()
      d:rule(at(m.now), first - 8, at(m.now), y - 4, {weight = 1.4})
      d:text(math.max(math.min(at(m.now), d.width - 14), edge + 12), first - 15, 'now', {anchor = 'middle', size = 11})
    end)
  end
  draw_all()
  y = y + 22
  d:copy({2, y + 8}, {40, y + 8}, {gap = 0, parcels = 1})
  local after = d:text(48, y + 8, 'a tile comes', {size = 12}).right
  d:key(after + 16, y, d.width - after - 16, {{role = 'quiet', tone = 'tint', text = 'it lies there'}})
  d:key(0, y + 20, d.width, {{role = 'C', text = 'it is multiplied'}, {role = 'C', tone = 'solid', text = 'products run'},
    {role = 'C', tone = 'tint', text = 'issued, not begun'}})
end
