-- What one warp brings of a tile of B: by loads of one float, four of them, and by one load of
-- a float4.
-- trace narrow: vectorized kernel=scalar step=8..11
-- trace wide: vectorized kernel=float4-loads step=8
local draw = ...
local c = draw.constants{of = 'vectorized'}
local LANE, SECTOR = 5, 8

-- The requests of the loop, not those of the ragged tile before it.
local function loads(trace)
  local all, line = draw.lanes(trace, {array = 'B', op = 'load', space = 'global'}), 0
  for _, row in ipairs(all) do line = math.max(line, row.line) end
  return draw.lanes(trace, {array = 'B', op = 'load', space = 'global', line = line})
end

local function panel(d, y, title, rows, shown)
  local cell, high, gap = (d.width - 1) / c.BN, 14, 5
  local first = rows[1].row
  local lit, requests = {}, {}
  for _, r in ipairs(rows) do
    lit[r.row - first] = lit[r.row - first] or {}
    for i = 0, r.bytes // 4 - 1 do lit[r.row - first][r.col + i] = r.lane end
    requests[r.request] = true
  end
  local count = 0
  for _ in pairs(requests) do count = count + 1 end
  d:text(0, y + 8, title, {bold = true})
  local top = y + 24
  for r = 0, shown - 1 do
    local yy, from = top + r * (high + gap), nil
    for col = 0, c.BN do
      local is = col < c.BN and lit[r] and lit[r][col]
      if is and not from then from = col end
      if not is and from then
        d:rect(from * cell, yy, (col - from) * cell, high, {role = 'B', weight = 0})
        from = nil
      end
    end
    for col = 0, c.BN - 1 do
      if lit[r] and lit[r][col] == LANE then d:rect(col * cell, yy, cell, high, {role = 'B', tone = 'solid', weight = 0}) end
    end
    for col = 0, c.BN - SECTOR, SECTOR do
      d:rect(col * cell, yy, SECTOR * cell, high, {role = 'quiet', tone = 'none', weight = lit[r] and lit[r][col] and 1.2 or 0.5})
    end
  end
  local y2 = top + shown * (high + gap) + 8
  d:text(0, y2, ('%d request%s, %d sectors, %d bytes'):format(count, count > 1 and 's' or '', #draw.sectors(rows),
    32 * #draw.sectors(rows)), {size = 12})
  return y2 + 12
end

return function(d)
  local narrow, wide = loads(draw.trace 'narrow'), loads(draw.trace 'wide')
  local last = 0
  for _, r in ipairs(narrow) do last = math.max(last, r.row - narrow[1].row) end
  local note = d:note(0, 0, d.width, ('The upper rows of a tile of B, %d floats wide; solid: what lane %d brings.')
    :format(c.BN, LANE), {size = 12, role = 'quiet'})
  local y = panel(d, note.bottom + 8, 'a float for each lane, four times', narrow, last + 1)
  panel(d, y + 14, 'a float4 for each lane, once', wide, 1)
end
