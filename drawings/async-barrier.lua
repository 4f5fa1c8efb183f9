-- The barrier of one slot over time: bytes that are expected, bytes that come, and its phases. The bytes
-- are those of a slot of the kernel; the times are made up.
local draw = ...
local k = draw.constants{of = 'async', kernel = 'tma-pair'}
local BYTES = {A = 4 * k.BM * k.BK, B = 4 * k.BN * k.BK}
local EXPECT, A_COMES, B_COMES, AGAIN, END = 0.4, 2.6, 3.8, 6.2, 7.6   -- when

local function kib(bytes) return ('%d KiB'):format(bytes // 1024) end

return function(d)
  local left, h, y = d.narrow and 62 or 112, 24, 8
  local function at(t) return left + t / END * (d.width - left - 4) end
  local function name(text, narrow) d:text(0, y + h / 2, d.narrow and narrow or text, {size = 12}) end
  local all = BYTES.A + BYTES.B

  name('thread 0', 'thread 0')
  for _, t in ipairs{EXPECT, AGAIN} do
    d:rect(at(t) - 4, y + 2, 8, h - 4, {role = 'ink', tone = 'solid', weight = 0})
    if not (d.narrow and t == AGAIN) then
      d:text(at(t) + 9, y + h / 2, (d.narrow and 'expect %s' or t == EXPECT and 'expect %s, start both boxes' or 'expect %s'):format(kib(all)), {size = 12})
    end
  end

  y = y + h + 8
  name('the engine', 'engine')
  d:copy({at(EXPECT) + 4, y + 8}, {at(A_COMES), y + 8}, {role = 'A', gap = 0, parcels = 1})
  d:copy({at(EXPECT) + 4, y + h}, {at(B_COMES), y + h}, {role = 'B', gap = 0, parcels = 1})
  d:text(at(A_COMES) + 6, y + 8, d.narrow and 'A' or 'box of A', {size = 12, role = 'A'})
  d:text(at(B_COMES) + 6, y + h, d.narrow and 'B' or 'box of B', {size = 12, role = 'B'})
  d:copy({at(AGAIN) + 4, y + 8}, {at(END), y + 8}, {role = 'A', gap = 0, parcels = 1})

  y = y + h + 20
  local high = 54
  d:text(0, y + high / 2, d.narrow and 'missing' or 'bytes missing', {size = 12})
  d:rule(left, y + high, d.width - 4, y + high, {role = 'quiet', weight = 0.8})
  for _, part in ipairs{{EXPECT, A_COMES, all}, {A_COMES, B_COMES, BYTES.B}, {AGAIN, END, all}} do
    local up = part[3] / all * high
    d:rect(at(part[1]), y + high - up, at(part[2]) - at(part[1]) - 1, up, {role = 'C', tone = 'tint', weight = 1})
    d:text((at(part[1]) + at(part[2])) / 2, y + high - up / 2, kib(part[3]), {anchor = 'middle', size = 12, plain = true})
  end
  d:text((at(B_COMES) + at(AGAIN)) / 2, y + high - 9, 'none', {anchor = 'middle', size = 12})

  y = y + high + 14
  name('phase', 'phase')
  for _, part in ipairs{{0, B_COMES, 'phase 0'}, {B_COMES, END, 'phase 1'}} do
    d:rect(at(part[1]), y, at(part[2]) - at(part[1]) - 2, h, {role = 'quiet', tone = part[1] == 0 and 'tint' or 'paper', weight = 1})
    d:text((at(part[1]) + at(part[2])) / 2, y + h / 2, part[3], {anchor = 'middle', size = 12, plain = true})
  end

  y = y + h + 10
  name('all threads', 'threads')
  d:rect(at(EXPECT), y, at(B_COMES) - at(EXPECT) - 2, h, {role = 'quiet', tone = 'none', weight = 0.8, dash = '4 3'})
  d:text((at(EXPECT) + at(B_COMES)) / 2, y + h / 2, d.narrow and 'wait' or 'wait for the end of phase 0', {anchor = 'middle', size = 12})
  d:rect(at(B_COMES), y, at(AGAIN) - at(B_COMES) - 2, h, {role = 'C', round = 3})
  d:text((at(B_COMES) + at(AGAIN)) / 2, y + h / 2, 'multiply', {anchor = 'middle', size = 12})

  d:rule(at(B_COMES) - 1, 8 + h, at(B_COMES) - 1, y + h + 6, {role = 'ink', weight = 1, dash = '2 3'})
end
