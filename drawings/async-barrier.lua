-- The barrier of one slot, step by step along time: bytes that are expected, bytes that come, and its
-- phases. The bytes are those of a slot of the kernel; the times are made up.
local draw = ...
local k = draw.constants{of = 'async', kernel = 'tma-pair'}
local BYTES = {A = 4 * k.BM * k.BK, B = 4 * k.BN * k.BK}
local EXPECT, A_COMES, B_COMES, AGAIN, END = 1, 3, 4.2, 6.4, 7.8   -- when

local function kib(bytes) return ('%d KiB'):format(bytes // 1024) end

local all = BYTES.A + BYTES.B

-- What is so until `now`, in words.
local STEPS = {
  {now = EXPECT, key = true,
    says = 'Phase 0. Thread 0 has not yet said how many bytes to expect, so no thread can pass the barrier.'},
  {now = A_COMES,
    says = ('Thread 0 has told the barrier to expect %s, and has started the copies of both boxes. All these bytes are missing.'):format(kib(all))},
  {now = B_COMES,
    says = ('The box of A has arrived, and the engine has subtracted its %s. All threads still wait for the box of B.'):format(kib(BYTES.A))},
  {now = AGAIN, key = true, open = true,
    says = 'The box of B has arrived, and no byte is missing. Phase 0 ends, phase 1 begins, and all threads multiply.'},
  {now = END, key = true,
    says = 'Thread 0 fills the slot again, and the threads wait for the end of phase 1.'},
}

return function(d)
  local left, h = d.narrow and 62 or 112, 24
  local function at(t) return left + t / END * (d.width - left - 4) end
  local rows, y = {}, 24
  for i, row in ipairs{{'thread 0', 'thread 0', h, 8}, {'the engine', 'engine', h, 20}, {'bytes missing', 'missing', 54, 14},
    {'phase', 'phase', h, 10}, {'all threads', 'threads', h, 0}} do
    d:text(0, y + row[3] / 2, d.narrow and row[2] or row[1], {size = 12})
    rows[i] = {y = y, h = row[3]}
    y = y + row[3] + row[4]
  end
  local thread, engine, missing, phase, threads = table.unpack(rows)
  d:rule(left, missing.y + missing.h, d.width - 4, missing.y + missing.h, {role = 'quiet', weight = 0.8})
  d:text(left, y + 16, 'time', {size = 11, role = 'quiet'})
  d:arrow({left + 30, y + 16}, {left + 90, y + 16}, {role = 'quiet', gap = 0})

  for _, step in ipairs(STEPS) do d:step(step.says, nil, {key = step.key, open = step.open}) end
  local last = #STEPS

  -- The piece of time that a step adds.
  for i, step in ipairs(STEPS) do
    local from = i > 1 and STEPS[i - 1].now or 0
    d:at(i, i, function()
      d:rect(at(from), 14, at(step.now) - at(from), y - 14 + 4, {role = 'quiet', tone = 'tint', weight = 0})
      d:rule(at(step.now), 14, at(step.now), y + 4, {role = 'ink', weight = 1.5})
      d:text(math.min(at(step.now), d.width - 14), 6, 'now', {anchor = 'middle', size = 11})
    end)
  end

  local function expects(t, text)
    d:rect(at(t) - 4, thread.y + 2, 8, h - 4, {role = 'ink', tone = 'solid', weight = 0})
    if text then d:text(at(t) + 9, thread.y + h / 2, text, {size = 12}) end
  end
  d:at(2, last, function()
    expects(EXPECT, (d.narrow and 'expect %s' or 'expect %s, start both boxes'):format(kib(all)))
  end)
  d:at(last, last, function() expects(AGAIN, not d.narrow and ('expect %s'):format(kib(all)) or nil) end)

  local function box(from, to, y_of, role)
    d:copy({at(from) + 4, y_of}, {at(to) - 2, y_of}, {role = role, gap = 0, parcels = 1})
  end
  d:at(2, last, function() box(EXPECT, A_COMES, engine.y + 6, 'A') end)
  d:at(2, 2, function() box(EXPECT, A_COMES, engine.y + h - 2, 'B') end)
  d:at(3, last, function()
    d:text(at(A_COMES) + 6, engine.y + 6, d.narrow and 'A' or 'box of A', {size = 12, role = 'A'})
    box(EXPECT, B_COMES, engine.y + h - 2, 'B')
  end)
  d:at(4, last, function() d:text(at(B_COMES) + 6, engine.y + h - 2, d.narrow and 'B' or 'box of B', {size = 12, role = 'B'}) end)
  d:at(last, last, function()
    box(AGAIN, END, engine.y + 6, 'A')
    box(AGAIN, END, engine.y + h - 2, 'B')
  end)

  local function bytes(from, to, count)
    local up = count / all * missing.h
    local foot = missing.y + missing.h
    if count > 0 then d:rect(at(from), foot - up, at(to) - at(from) - 1, up, {role = 'C', tone = 'tint', weight = 1}) end
    d:text((at(from) + at(to)) / 2, count > 0 and foot - up / 2 or foot - 9, count > 0 and kib(count) or 'none',
      {anchor = 'middle', size = 12, plain = true})
  end
  d:at(1, last, function() bytes(0, EXPECT, 0) end)
  d:at(2, last, function() bytes(EXPECT, A_COMES, all) end)
  d:at(3, last, function() bytes(A_COMES, B_COMES, BYTES.B) end)
  d:at(4, last, function() bytes(B_COMES, AGAIN, 0) end)
  d:at(last, last, function() bytes(AGAIN, END, all) end)

  -- A piece that ends now, at each step that it lasts.
  local function span(row, from, to, look, text, narrow)
    for i, step in ipairs(STEPS) do
      local before = i > 1 and STEPS[i - 1].now or 0
      if step.now > from and before < to then
        local over = step.now >= to
        d:at(i, over and last or i, function()
          local finish = math.min(step.now, to)
          d:rect(at(from), row.y, at(finish) - at(from) - 2, h, look)
          local name = d.narrow and narrow or text
          if d:measure(name, {size = 12}) > at(finish) - at(from) - 8 then name = narrow end
          if d:measure(name, {size = 12}) < at(finish) - at(from) - 4 then
            d:text((at(from) + at(finish)) / 2, row.y + h / 2, name, {anchor = 'middle', size = 12, plain = look.role ~= 'wait'})
          end
        end)
      end
    end
  end
  span(phase, 0, B_COMES, {role = 'quiet', tone = 'tint', weight = 1}, 'phase 0', '0')
  span(phase, B_COMES, END, {role = 'quiet', tone = 'paper', weight = 1}, 'phase 1', '1')
  span(threads, 0, B_COMES, {role = 'wait', tone = 'hatch', weight = 0.8}, 'wait for the end of phase 0', 'wait')
  span(threads, B_COMES, AGAIN, {role = 'C', tone = 'tint', round = 3}, 'multiply', 'multiply')
  span(threads, AGAIN, END, {role = 'wait', tone = 'hatch', weight = 0.8}, 'wait for phase 1', 'wait')
  d:at(4, last, function()
    d:rule(at(B_COMES) - 1, thread.y + h, at(B_COMES) - 1, y + 4, {role = 'ink', weight = 1, dash = '2 3'})
  end)
end
