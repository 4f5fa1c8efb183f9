-- The blocks that pack A and those of the product, on a few SMs: one kernel after the other, and the
-- product launched close behind. All lengths are made up, and an SM packs one part at a time.
local SMS, END = 4, 15.5
local PACKING = {2.9, 3.3, 2.6, 3.2, 3.1, 2.5, 2.7, 2.4, 1.2, 2.7}   -- in the order in which blocks begin
local LAUNCH, BARRIERS = 2.4, 1.1
local BEGIN = 0.35                                 -- until a block begins, of a kernel that is launched already

-- When each packing block begins and ends, and where: on the SM that is free first. free: when each is.
local list, free, packed = {}, {}, 0
for sm = 1, SMS do free[sm] = 0 end
for _, long in ipairs(PACKING) do
  local sm = 1
  for other = 2, SMS do if free[other] < free[sm] then sm = other end end
  list[#list + 1] = {sm = sm, from = free[sm], to = free[sm] + long}
  free[sm] = free[sm] + long
  packed = math.max(packed, free[sm])
end

local WAYS = {
  {says = 'one after the other', kernel = '16x12-k32', starts = function() return packed + LAUNCH end},
  {says = 'early start', kernel = 'early-start', starts = function(sm) return free[sm] + BEGIN end},
}

return function(d)
  local left, h, y = 46, 24, 0
  local function at(t) return left + t / END * (d.width - left - 2) end
  local function bar(from, to, top, o)
    o.round = 2
    return d:rect(at(from), top, at(to) - at(from), h, o)
  end
  local first = {}                                 -- when the product begins to multiply
  for i, way in ipairs(WAYS) do
    d:text(0, y + 7, way.says, {bold = true})
    d:text(d.width, y + 7, way.kernel, {code = true, size = 12, anchor = 'end'})
    local head, top = y + 28, y + 42
    for _, block in ipairs(list) do bar(block.from, block.to, top + (block.sm - 1) * (h + 6), {role = 'A'}) end
    for sm = 1, SMS do
      local line = top + (sm - 1) * (h + 6)
      d:text(0, line + h / 2, ('SM %d'):format(sm - 1), {size = 12})
      local from = way.starts(sm)
      bar(from, from + BARRIERS, line, {tone = 'paper', weight = 1.4})
      local begins = math.max(packed, from + BARRIERS)
      if begins > from + BARRIERS then bar(from + BARRIERS, begins, line, {role = 'wait', weight = 1.2}) end
      first[i] = math.min(first[i] or END, begins)
      local share = bar(begins, END, line, {role = 'C', tone = 'tint'})
      d:text(share.cx, share.cy, 'product', {anchor = 'middle', size = 12, plain = true})
    end
    local bottom = top + SMS * (h + 6) - 2
    d:rule(at(packed), head + 8, at(packed), bottom, {weight = 1.5, dash = '4 3'})
    d:text(at(packed), head, 'A is packed', {size = 12, anchor = 'end'})
    if i == 1 then d:text(at(packed) + 8, head, 'nothing runs', {size = 12, role = 'quiet'})
    else
      d:arrow({at(first[1]), head}, {at(first[2]) + 4, head}, {gap = 0})
      d:text(at(first[1]) + 6, head, 'earlier', {size = 12})
    end
    y = bottom + 20
  end
  d:text(left, y - 4, 'time', {size = 12, role = 'quiet'})
  d:arrow({left + 34, y - 4}, {left + 94, y - 4}, {role = 'quiet', gap = 0})
  d:key(0, y + 10, d.width, {{role = 'A', text = 'packs a part of A'},
    {role = 'ink', tone = 'paper', text = 'starts, sets up its barriers'}, {role = 'wait', text = 'waits until A is packed'}})
end
