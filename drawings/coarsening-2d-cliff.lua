-- What a thread has to keep, rectangle by rectangle, against the registers that it may have.
local draw = ...
local NAMES = {'4x4', '8x8', '16x8', '16x16'}
local QUAD = 4                        -- values of k in a float4 of a row of A
local FILE, LIMIT = 65536, 255        -- registers of an SM, and of a thread

local function kept(c)
  local threads = c.BM // c.TM * (c.BN // c.TN)
  return threads, {
    {c.TM * c.TN, 'C', 'hatch'},
    {QUAD * c.TM, 'A', 'hatch'},
    {c.TN, 'B', 'hatch'},
    {(c.BM + c.BN) * c.BK // threads, 'wait', 'hatch'},
  }
end

return function(d)
  local all, most = {}, 0
  for i, name in ipairs(NAMES) do
    local c = draw.constants{of = 'coarsening-2d', kernel = name}
    local threads, parts = kept(c)
    local sum = 0
    for _, part in ipairs(parts) do sum = sum + part[1] end
    all[i] = {c = c, name = name, parts = parts, sum = sum, may = math.min(LIMIT, FILE // (c.BLOCKS * threads))}
    most = math.max(most, sum)
  end
  local key = d:key(0, 0, d.width, {{role = 'C', text = 'results'}, {role = 'A', text = ('A, %d values of k'):format(QUAD)},
    {role = 'B', text = 'B'}, {role = 'wait', text = 'the next tile'}, {role = 'quiet', tone = 'none', text = 'left for other values'}, {role = 'conflict', tone = 'tint', text = 'no room'}})
  local scale, h, y = (d.width - 4) / most, 20, key.bottom + 14
  for _, each in ipairs(all) do
    local x = 2
    local title, terms = d:text(0, y + 8, draw.times(each.c.TM, each.c.TN), {bold = true}), {}
    for i, part in ipairs(each.parts) do terms[i] = ('%d'):format(part[1]) end
    if d.narrow then d:text(title.right + 6, y + 8, table.concat(terms, ' + '), {size = 11, role = 'quiet'}) end
    local spills, count = draw.number(("loop_STL '%s'"):format(each.name), {of = 'coarsening-2d'})
    d:text(d.width, y + 8, count == 0 and 'nothing spilled in the loop' or ('%s spilled in an iteration'):format(spills),
      {anchor = 'end', size = 12, role = count > 0 and 'conflict' or 'quiet'})
    local top = y + 26
    for _, part in ipairs(each.parts) do
      d:rect(x, top, part[1] * scale, h, {role = part[2], tone = part[3]})
      local label = ('%d'):format(part[1])
      if part[1] * scale > d:measure(label, {size = 11}) + 4 then
        d:text(x + part[1] * scale / 2, top + h / 2, label, {anchor = 'middle', size = 11})
      end
      x = x + part[1] * scale
    end
    local limit, left = 2 + each.may * scale, each.may - each.sum
    if left > 0 then d:rect(x, top, limit - x, h, {role = 'quiet', tone = 'none'}) end
    if each.sum > each.may then
      d:rect(limit, top, x - limit, h, {role = 'conflict', tone = 'tint', weight = 1.6})
    end
    d:rule(limit, top - 6, limit, top + h + 6, {weight = 2.5})
    d:text(limit, top + h + 15, ('may have %d%s'):format(each.may, left > 0 and (', %d left'):format(left) or ''), {anchor = limit > d.width / 2 and 'end' or 'start', size = 11})
    y = top + h + 36
  end
end
