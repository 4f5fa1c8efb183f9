-- Host, queue and card along time, once for one product and once for a batch, and under them
-- what each way of timing encloses, with what it then reads at two sizes.
local draw = ...
local SMALL, LARGE = 512, 4096

-- A reading, in ms or µs: the time that the rate of a probe stands for.
local function reading(probe, n)
  return (draw.number(("2*%d^3 / probe{'%s', size=%d} / 1e9"):format(n, probe, n), {digits = 2, unit = 's'}))
end

-- One product, in shares of the width: what the host does, and the card.
local HOST = {{0, 11, 'start'}, {11, 26, 'memory'}, {26, 36, 'copy'}, {36, 45, 'call', 'C'}, {45, 65, 'wait', 'wait'},
  {65, 75, 'copy'}, {75, 87, 'free'}, {87, 100, 'end'}}
local CARD = {{26.5, 35.5, 'A, B', 'A'}, {46, 63, 'product', 'C'}, {65.5, 74.5, 'C', 'C'}}
local WAYS = {
  {'whole-program', 'the whole program', 0, 100},
  {'with-copies', 'everything around it', 11, 87},
  {'no-wait', 'without waiting', 36, 45},
  {'host-clock', "the host's clock, and a wait", 36, 65},
  {'after-nap', 'after a nap', 36, 65, true},
}
-- A batch: calls are queued faster than the card takes them.
local CALLS, CALL, PRODUCT, START = 5, 8, 17, 10

return function(d)
  local left = d.narrow and 0 or 58
  local right = d.narrow and d.width or d.width - 136
  local function x(t) return left + (right - left) * t / 100 end
  local H, y = 22, d.narrow and 30 or 26
  local function bar(t1, t2, at, label, role)
    local b = d:rect(x(t1) + 0.75, at, x(t2) - x(t1) - 1.5, H, {role = role or 'quiet', round = 2})
    if label then d:text(b.cx, b.cy, label, {anchor = 'middle', size = 11}) end
    return b
  end
  local function row(name, at)
    if d.narrow then d:text(0, at - 8, name, {size = 11, bold = true})
    else d:text(0, at + H / 2, name, {bold = true}) end
  end
  local gap = d.narrow and 22 or 12

  d:text(left, 7, 'one product', {size = 12, role = 'quiet'})
  d:text(right, 7, 'time, not to scale', {size = 12, role = 'quiet', anchor = 'end'})
  local host = y + (d.narrow and 10 or 0)
  local queue = host + H + gap
  local card = queue + H + gap
  row('host', host); row('queue', queue); row('card', card)
  for _, b in ipairs(HOST) do bar(b[1], b[2], host, b[3], b[4]) end
  for _, b in ipairs(CARD) do bar(b[1], b[2], card, b[3], b[4]) end
  d:rule(left, queue + H / 2, right, queue + H / 2, {role = 'quiet', dash = '2 4'})
  d:copy({x(40.5), host + H}, {x(49), card}, {role = 'C', parcels = 1})

  -- The clocks.
  local at = card + H + 24
  local function heads(y_at)
    if d.narrow then return end
    d:text(d.width - 72, y_at, ('n = %d'):format(SMALL), {anchor = 'end', size = 12, role = 'quiet'})
    d:text(d.width, y_at, ('%d'):format(LARGE), {anchor = 'end', size = 12, role = 'quiet'})
  end
  local function clock(probe, name, t1, t2, nap)
    local small, large = reading(probe, SMALL), reading(probe, LARGE)
    if d.narrow then
      d:text(0, at, name, {size = 12})
      d:text(d.width - 70, at, small, {size = 12, anchor = 'end'})
      d:text(d.width, at, large, {size = 12, anchor = 'end', bold = true})
      at = at + 15
    end
    d:rule(x(t1), at, x(t2), at, {weight = 2.5})
    for _, t in ipairs{t1, t2} do d:rule(x(t), at - 6, x(t), at + 6, {weight = 2.5}) end
    if nap then d:wait(x(t1) - 14, at, {r = 6}) end
    if not d.narrow then
      -- Beside the bracket, on the side that has room.
      if t1 > 25 then d:text(x(t1) - (nap and 28 or 9), at, name, {anchor = 'end', size = 12})
      else d:text(x((t1 + t2) / 2), at - 11, name, {anchor = 'middle', size = 12}) end
      d:text(d.width - 72, at, small, {size = 12, anchor = 'end'})
      d:text(d.width, at, large, {size = 12, anchor = 'end', bold = true})
    end
    at = at + (d.narrow and 24 or 28)
  end
  if d.narrow then
    d:text(d.width - 70, at, ('n = %d'):format(SMALL), {size = 11, anchor = 'end', role = 'quiet'})
    d:text(d.width, at, ('%d'):format(LARGE), {size = 11, anchor = 'end', role = 'quiet'})
    at = at + 18
  else heads(card + H / 2) end
  for _, way in ipairs(WAYS) do clock(table.unpack(way)) end

  -- The batch.
  at = at + 8
  d:text(left, at, 'a batch of products', {size = 12, role = 'quiet'})
  host = at + (d.narrow and 32 or 16)
  queue = host + H + gap
  card = queue + CALLS * 5 + gap
  row('host', host); row('queue', queue - (d.narrow and 0 or 3)); row('card', card)
  for i = 1, CALLS do
    bar((i - 1) * CALL, i * CALL, host, not d.narrow and 'call' or nil, i > 1 and 'C' or nil)
    local from, to = i * CALL, START + (i - 1) * PRODUCT
    if to > from then d:rect(x(from), queue + (i - 1) * 5, x(to) - x(from), 4, {role = i > 1 and 'C' or 'quiet', tone = 'tint', weight = 0.7}) end
    bar(START + (i - 1) * PRODUCT, START + i * PRODUCT, card, 'product', i > 1 and 'C' or nil)
  end
  bar(CALLS * CALL, START + CALLS * PRODUCT + 3, host, 'wait', 'wait')
  -- The events stand behind the first call, which is not timed, and behind the last.
  local first, last = START + PRODUCT, START + CALLS * PRODUCT
  for _, t in ipairs{first, last} do d:rule(x(t), card - 6, x(t), card + H + 8, {weight = 2.5}) end
  at = card + H + (d.narrow and 30 or 14)
  clock('batches', d.narrow and 'batches: time for each call' or 'batches: between two events', first, last)
  if not d.narrow then d:text(x(first) + 6, at - 16, 'divided by the number of calls', {size = 11, role = 'quiet'}) end
end
