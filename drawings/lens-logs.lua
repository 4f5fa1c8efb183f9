-- How the lens makes requests out of threads that run one after another: the log of each lane in a
-- column, and what stands in one row is one request.
-- trace: naive kernel=naive warp=0 step=0..2
local draw = ...

local trace = draw.trace()

-- The requests in the order in which a lane made them.
local requests, seen = {}, {}
for _, row in ipairs(trace.rows) do
  local key = row.array .. row.request
  if row.op == 'load' and not seen[key] then
    seen[key] = true
    local lanes, by_lane = draw.lanes(trace, {array = row.array, op = 'load', request = row.request})
    requests[#requests + 1] = {array = row.array, lanes = by_lane, sectors = #draw.sectors(lanes)}
  end
end

return function(d)
  local shown = d.narrow and {0, 1, false, 31} or {0, 1, 2, 3, false, 31}
  local turns = {[0] = 'first', [1] = 'second', [2] = 'third', [3] = 'fourth', [31] = 'last'}
  local size = d.narrow and 11 or 12
  local cell, h, pitch = d.narrow and 68 or 84, 22, 36
  local skip, right = 22, d.narrow and 76 or 96
  local count = #shown - 1
  local gap = math.min(24, (d.width - right - skip - count * cell - 12) / count)
  local top = 58
  local x, ends = 6, nil
  for _, lane in ipairs(shown) do
    if lane then
      d:text(x + cell / 2, 10, ('lane %d'):format(lane), {bold = true, anchor = 'middle'})
      d:text(x + cell / 2, 27, 'runs ' .. turns[lane], {size = 11, anchor = 'middle', role = 'quiet'})
      d:arrow({x + cell / 2, 37}, {x + cell / 2, top + #requests * pitch + 14}, {role = 'quiet', gap = 0})
      for i, request in ipairs(requests) do
        local y, at = top + (i - 1) * pitch, request.lanes[lane]
        d:rect(x, y, cell, h, {role = request.array, tone = 'paper', weight = 0})
        d:rect(x, y, cell, h, {role = request.array, tone = 'tint'})
        d:text(x + cell / 2, y + h / 2, ('%s[%d][%d]'):format(request.array, at.row, at.col),
          {size = size, code = true, anchor = 'middle', plain = true})
      end
      x = x + cell + gap
      ends = x - gap
    else
      for i = 1, #requests do d:text(x + skip / 2 - gap / 2, top + (i - 1) * pitch + h / 2, '…', {anchor = 'middle'}) end
      x = x + skip
    end
  end
  for i, request in ipairs(requests) do
    local y = top + (i - 1) * pitch
    d:rect(2, y - 4, ends + 2, h + 8, {tone = 'none', weight = 1.5, round = 5})
    d:text(ends + 12, y + h / 2, ('%d sector%s'):format(request.sectors, request.sectors == 1 and '' or 's'),
      {size = d.narrow and 12 or 13, bold = true})
  end
  local low = top + #requests * pitch + 18
  d:barrier(4, low, ends, low)
  d:text(4, low + 16, 'a barrier, or the end: then the logs are compared', {size = 12})
end
