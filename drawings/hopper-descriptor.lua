-- The descriptor of B's tile, bit by bit, as describe() of code/kernels/warpgroup.h makes it, and what its two
-- distances step over in the tile. Where slot 0 begins is made up; all else is the kernel's.
local draw = ...
local parts = draw.require 'hopper-parts'
local k = parts.slot_of 'hopper'
local HEADER = 'code/kernels/warpgroup.h'
local mask = draw.found(HEADER, 'place_of%(tile%) / 16 & (0x%x+)%)')
local leading_at = draw.found(HEADER, '%(leading / 16%) << (%d+)')
local stride, stride_at, mode, mode_at = draw.found(HEADER,
  '%(uint64_t%)%((%d+) / 16%) << (%d+) | %(uint64_t%)(%d+) << (%d+);')
local BEGIN, WIDE = 2048, 14                       -- where slot 0 begins, made up; bits of a distance
local BOXES, GROUPS, DEEP = k.BN // 64, 64 // 8, 16 -- boxes of B's tile; groups of eight rows in one; k of a product
local place = BEGIN + k.A

if tonumber(mask) ~= (1 << WIDE) - 1 or leading_at ~= 16 or stride_at ~= 32 or mode_at ~= 62 or mode ~= 1 then
  error({message = 'drawings/hopper-descriptor.lua: describe() puts its fields elsewhere than this drawing says'}, 0)
end
local word = place // 16 | k.BOX_BYTES // 16 << leading_at | stride // 16 << stride_at | mode << mode_at

local function sixteenths(bytes) return ('%s / 16 = %d'):format(parts.count(bytes), bytes // 16) end

-- Fields: first bit, how many, the lines of the label, and where it stands: in the middle, or where there is room.
local FIELDS = {
  {at = mode_at, n = 2, anchor = 'start', lines = {'swizzle', ('mode %d: 128 bytes'):format(mode)}},
  {at = 49, n = 3, anchor = 'start', lines = {'base offset', '0'}, aside = true},
  {at = stride_at, n = WIDE, lines = {'stride', sixteenths(stride)}, bold = true},
  {at = leading_at, n = WIDE, lines = {'leading distance', sixteenths(k.BOX_BYTES)}, bold = true},
  {at = 0, n = WIDE, lines = {'address of the tile', sixteenths(place)}},
}

return function(d)
  local cell, h = (d.width - 2) / 32, 24
  local function x_of(bit) return 1 + (31 - bit % 32) * cell end
  local rows = {[1] = 20, [0] = 20 + h + 78}
  for half = 1, 0, -1 do
    local y = rows[half]
    for bit = 32 * half, 32 * half + 31 do
      local inside = false
      for _, f in ipairs(FIELDS) do inside = inside or f.at <= bit and bit < f.at + f.n end
      local one = word >> bit & 1 == 1
      d:rect(x_of(bit), y, cell, h, {role = 'quiet', tone = one and 'tint' or 'none', weight = 0.5})
      d:text(x_of(bit) + cell / 2, y + h / 2, one and '1' or '0', {anchor = 'middle', size = d.narrow and 11 or 12, bold = one,
        role = inside and 'ink' or 'quiet', plain = true, code = true})
    end
  end
  for _, f in ipairs(FIELDS) do
    local y = rows[f.at // 32]
    local left, right = x_of(f.at + f.n - 1), x_of(f.at) + cell
    local down = y + h + 12
    local leftmost = f.at + f.n == 64
    d:text(leftmost and left or (left + right) / 2, y - 10, (d.narrow and '%d–%d' or 'bits %d to %d'):format(f.at, f.at + f.n - 1),
      {anchor = leftmost and 'start' or 'middle', size = 11, role = 'quiet'})
    d:rect(left, y, right - left, h, {tone = 'none', weight = f.bold and 3 or 1.8})
    if f.anchor then
      d:rule((left + right) / 2, y + h, (left + right) / 2, y + h + (f.aside and 40 or 10), {weight = 1})
      down = down + (f.aside and 34 or 2)
    else
      d:brace(left + 1, right - 1, y + h + 4)
      down = down + 12
    end
    for i, line in ipairs(f.lines) do
      if f.anchor then
        if f.aside and i > 1 then break end
        d:text(left, down + (i - 1) * 16 + 4, f.aside and line .. ': ' .. f.lines[2] or line, {size = 12})
      else
        d:text((left + right) / 2, down + (i - 1) * 16 + 4, line, {size = 12, anchor = 'middle', bold = f.bold and i == 1})
      end
    end
  end

  -- The tile: boxes side by side, groups of eight rows in each.
  local top = rows[0] + h + 132
  local side = d.narrow and 46 or 92
  local gap = d.narrow and 8 or 14
  local w, g = (d.width - side - 4 - (BOXES - 1) * gap) / BOXES, 15
  local function box_x(i) return side + i * (w + gap) end
  d:text(0, top - (d.narrow and 48 or 40), ('B’s tile: boxes of %d rows of %d bytes'):format(k.BK, k.ROW_BYTES), {bold = true})
  for i = 0, BOXES - 1 do
    d:text(box_x(i) + w / 2, top - 12, (d.narrow and '%d–%d' or 'columns %d to %d'):format(64 * i, 64 * i + 63),
      {anchor = 'middle', size = 11, role = 'quiet'})
    for n = 0, GROUPS - 1 do
      local read = n < DEEP // 8
      d:rect(box_x(i), top + n * g, w, g, {role = read and 'B' or 'quiet', tone = read and 'hatch' or 'none', weight = 0.6})
    end
    d:tile({x = box_x(i), y = top, w = w, h = GROUPS * g}, 'block')
  end
  if d.narrow then
    d:text(side - 8, top - 12, 'k', {anchor = 'end', size = 11, role = 'quiet'})
    d:text(side, top - 27, 'columns', {size = 11, role = 'quiet'})
  end
  for n = 0, GROUPS - 1 do
    d:text(side - 8, top + (n + 0.5) * g, (d.narrow and '%d–%d' or 'k = %d to %d'):format(8 * n, 8 * n + 7),
      {anchor = 'end', size = 11, role = 'quiet'})
  end
  local from = {box_x(0) + w * 0.3, top + g / 2}
  d:disc(from[1], from[2], 4, {tone = 'solid', weight = 0})
  d:arrow(from, {box_x(1) + w * 0.3, top + g / 2}, {weight = 2.5, gap = 3})
  d:arrow(from, {from[1], top + 1.8 * g}, {weight = 2.5, gap = 3})
  d:text(box_x(1) + w * 0.3 + 5, top + g / 2, 'leading', {size = 11})
  d:text(from[1] + 7, top + 1.5 * g, 'stride', {size = 11})

  -- The same as memory has it: one box after another.
  local strip = top + GROUPS * g + 66
  d:text(0, strip - 38, 'the same boxes as they lie in shared memory', {bold = true})
  local unit = (d.width - 4) / (BOXES * GROUPS)
  for i = 0, BOXES - 1 do
    for n = 0, GROUPS - 1 do
      local read = n < DEEP // 8
      d:rect(2 + (i * GROUPS + n) * unit, strip, unit, 22, {role = read and 'B' or 'quiet', tone = read and 'hatch' or 'none', weight = 0.6})
    end
    d:tile({x = 2 + i * GROUPS * unit, y = strip, w = GROUPS * unit, h = 22}, 'block')
  end
  d:disc(2 + unit / 2, strip + 11, 4, {tone = 'solid', weight = 0})
  d:rule(2, strip - 12, 2, strip - 4, {weight = 1})
  d:text(2, strip - 17, ('place %s, where slot 0 begins at %s'):format(parts.count(place), parts.count(BEGIN)), {size = 11})
  d:brace(2, 2 + unit, strip + 26)
  local foot = strip + 46
  d:text(2, foot, ('stride, %s bytes: eight rows on'):format(parts.count(stride)), {size = 12})
  local far = foot + 24
  d:brace(2, 2 + GROUPS * unit, far - 10)
  d:text(2, far + 10, ('leading distance, %s bytes: 64 columns on'):format(parts.count(k.BOX_BYTES)), {size = 12})
  d:key(0, far + 26, d.width, {{role = 'B', text = ('what the first product reads: %d k, all columns'):format(DEEP)}})
end
