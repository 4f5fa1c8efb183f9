-- The registers of an SM while a block of `hopper` runs: at the start, and when they have changed hands; and which of
-- a group's sums a lane has in its registers, as store() of code/hopper.cu says.
local draw = ...
local parts = draw.require 'hopper-parts'
local k = parts.slot_of 'hopper'
local keeps = draw.found('code/hopper.cu', 'keep_registers<(%d+)>')
local takes = draw.found('code/hopper.cu', 'take_registers<(%d+)>')
local group = draw.found('code/kernels/warpgroup.h', 'GROUP_THREADS = (%d+)')
local ALL, UNIT = 65536, 8                         -- registers of an SM; a thread has a multiple of these
local GROUPS = k.GROUPS + 1
local starts = ALL // (GROUPS * group) // UNIT * UNIT
local WM = k.BM // k.GROUPS
local sums = WM * k.BN // group                    -- of a thread
local LANE, ROWS, COLUMNS = 5, 16, 16              -- a lane that is marked; the part of a warp's sums that is drawn

if keeps * group + takes * group * k.GROUPS > starts * group * GROUPS then
  error({message = 'drawings/hopper-registers.lua: the groups take more registers than there are'}, 0)
end

local count = parts.count

return function(d)
  local small = d.narrow and 11 or 12
  local function x_of(registers) return 1 + registers / ALL * (d.width - 2) end
  local h = 34

  -- Shares of an SM's registers, a group after another: {how many a thread has, name, sums of these}
  local function bar(y, name, shares)
    d:text(0, y + 7, name, {bold = true})
    local used = 0
    for _, s in ipairs(shares) do used = used + s[1] * group end
    d:text(d.width, y + 7, ('%s of %s'):format(count(used), count(ALL)), {anchor = 'end', size = 12})
    local top, from = y + 22, 0
    for _, s in ipairs(shares) do
      local to = from + s[1] * group
      if s[3] then d:rect(x_of(from), top, x_of(from + s[3] * group) - x_of(from), h, {role = 'C', weight = 0.6}) end
      d:rect(x_of(from), top, x_of(to) - x_of(from), h, {tone = 'none', weight = 2, round = 3})
      if s[3] then
        d:text((x_of(from) + x_of(from + s[3] * group)) / 2, top + h / 2, ('%d sums'):format(s[3]), {anchor = 'middle', size = small})
        d:text((x_of(from + s[3] * group) + x_of(to)) / 2, top + h / 2, ('%d others'):format(s[1] - s[3]), {anchor = 'middle', size = small})
      end
      local text = ('%d × %d'):format(group, s[1])
      local mid = (x_of(from) + x_of(to)) / 2
      local short = d:measure(text, {size = small}) > x_of(to) - x_of(from) - 2
      if not s[3] and not short then d:text(mid, top + h / 2, text, {anchor = 'middle', size = small}) end
      if short then
        d:text(x_of(from), top + h + 27, s[2] .. ':', {size = small})
        d:text(x_of(from), top + h + 42, text, {size = small})
        d:rule(mid, top + h + 2, mid, top + h + 19, {weight = 1})
      else
        d:text(mid, top + h + 12, s[3] and s[2] .. ': ' .. text or s[2], {anchor = 'middle', size = small})
      end
      from = to
    end
    d:rect(x_of(from), top, x_of(ALL) - x_of(from), h, {role = 'quiet', tone = 'tint', weight = 0.6})
    return top + h
  end
  local before, after = {}, {}
  for g = 0, k.GROUPS - 1 do
    before[g + 1] = {starts, ('group %d'):format(g)}
    after[g + 1] = {takes, ('group %d'):format(g), sums}
  end
  before[GROUPS], after[GROUPS] = {starts, 'producer'}, {keeps, 'producer'}
  -- The producer first: its share has room for its name beneath.
  table.insert(before, 1, table.remove(before))
  table.insert(after, 1, table.remove(after))
  local y = bar(0, ('at the start: %d threads'):format(GROUPS * group), before)
  y = bar(y + 34, 'when they have changed hands', after)

  -- The sums of a group, and the part of a warp's that is shown larger.
  local top = y + 122
  d:text(0, top - 36, ('the %d × %d sums of a group'):format(WM, k.BN), {bold = true})
  local side = d.narrow and 50 or 60
  local mw = d.narrow and d.width - side - 4 or 220
  local each = d.narrow and 22 or 34
  local m = d:matrix{x = side, y = top, w = mw, h = each * 4, rows = WM, cols = k.BN}
  for w = 0, 3 do
    local band = m.at(w * ROWS, 0, ROWS, k.BN)
    d:tile(band, 'warp')
    d:text(side - 8, band.cy, ('warp %d'):format(w), {anchor = 'end', size = small})
  end
  d:text(side, top - 12, ('columns 0 to %d'):format(k.BN - 1), {size = 11, role = 'quiet'})
  local part = m.at(0, 0, ROWS, COLUMNS)
  d:rect(part.x, part.y, part.w, part.h, {role = 'C', tone = 'solid', weight = 0})

  local cell = d.narrow and 18 or 17
  local zx = d.narrow and 34 or 372
  local zy = d.narrow and m.bottom + 84 or top - 4
  if d.narrow then d:arrow({part.cx, part.bottom}, {part.cx, zy - 42}, {gap = 0})
  else d:arrow({part.right, part.cy}, {zx - 2, part.cy}, {gap = 0}) end
  d:text(zx, zy - 32, ('warp 0, columns 0 to %d, with lanes'):format(COLUMNS - 1), {bold = true, size = d.narrow and 12 or 13})
  for c = 0, COLUMNS - 1, 8 do
    for _, each_column in ipairs{c, c + 7} do
      d:text(zx + (each_column + 0.5) * cell, zy - 9, ('%d'):format(each_column), {anchor = 'middle', size = 11, role = 'quiet'})
    end
  end
  for r = 0, ROWS - 1 do
    if r % 8 == 0 or r % 8 == 7 then d:text(zx - 5, zy + (r + 0.5) * cell, ('%d'):format(r), {anchor = 'end', size = 11, role = 'quiet'}) end
    for c = 0, COLUMNS - 1, 2 do
      local lane = r % 8 * 4 + c % 8 // 2
      local mine = lane == LANE
      local sum = 4 * (c // 8) + 2 * (r // 8)
      d:rect(zx + c * cell, zy + r * cell, 2 * cell, cell, {role = mine and 'C' or 'quiet', tone = mine and 'solid' or 'none', weight = 0.5})
      if mine then d:text(zx + (c + 1) * cell, zy + (r + 0.5) * cell, ('%d, %d'):format(sum, sum + 1), {anchor = 'middle', size = 11, on = true, bold = true})
      elseif r < 8 and c < 8 then
        d:text(zx + (c + 1) * cell, zy + (r + 0.5) * cell, ('%d'):format(lane), {anchor = 'middle', size = 11, plain = true})
      end
    end
  end
  for r = 0, ROWS - 1, 8 do
    for c = 0, COLUMNS - 1, 8 do d:rect(zx + c * cell, zy + r * cell, 8 * cell, 8 * cell, {weight = 2}) end
  end
  local foot = zy + ROWS * cell
  if d.narrow then
    d:key(0, foot + 12, d.width, {{role = 'C', tone = 'solid', text = ('lane %d, with numbers of its %d sums:'):format(LANE, sums)}})
    d:text(20, foot + 38, 'four for every eight columns', {size = 12})
  else
    local ny = m.bottom + 24
    d:key(0, ny, 330, {{role = 'C', tone = 'solid', text = ('lane %d, with numbers of its %d sums:'):format(LANE, sums)}})
    d:text(20, ny + 26, 'four for every eight columns', {size = 12})
  end
end
