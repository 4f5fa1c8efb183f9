-- What a thread keeps in its registers, with rows of A in shared memory and with columns.
local draw = ...
local c = draw.constants{of = 'vectorized'}
local FILE, BLOCKS, QUAD = 65536, 2, 4        -- registers of an SM, blocks on it, floats of a float4
local MOST = FILE // (BLOCKS * c.THREADS)
local ON_THEIR_WAY = (c.BM * c.BK + c.BK * c.BN) // c.THREADS

local function panel(d, x, y, w, title, kernel, steps)
  local across = 16
  local cell = w / across
  local parts = {
    {c.TM * c.TN, 'C', 'hatch', 'results'},
    {c.TM * steps, 'A', 'hatch', steps > 1 and ('of A: %d values of k'):format(steps) or 'of A: one value of k'},
    {c.TN, 'B', 'hatch', 'of B'},
    {ON_THEIR_WAY, 'wait', 'hatch', 'of the next tile'},
  }
  local owner, used = {}, 0
  for _, part in ipairs(parts) do
    for i = used, used + part[1] - 1 do owner[i] = part end
    used = used + part[1]
  end
  d:text(x, y + 8, title, {bold = true})
  d:registers{x = x, y = y + 24, rows = MOST // across, cols = across, cell = cell,
    role = function(r, q) local p = owner[r * across + q] return p and p[2] or nil end,
    tone = function(r, q) local p = owner[r * across + q] return p and p[3] or 'none' end}
  local yy = y + 24 + MOST // across * cell + 12
  local items = {}
  for i, part in ipairs(parts) do items[i] = {role = part[2], tone = part[3], text = ('%d %s'):format(part[1], part[4])} end
  items[#items + 1] = {role = 'quiet', tone = 'none', text = ('%d left for other values'):format(MOST - used)}
  yy = d:key(x, yy, w, items).bottom
  local spills = draw.number(("loop_LDL '%s'"):format(kernel), {of = 'vectorized'})
  d:text(x, yy + 8, spills == '0' and 'nothing is spilled' or ('%s are spilled in each iteration'):format(spills),
    {bold = true, role = spills == '0' and 'ink' or 'conflict', size = 12})
  return yy + 18
end

return function(d)
  local gap = 44
  local w = d.narrow and d.width - 2 or (d.width - gap - 2) / 2
  local y = panel(d, 1, 0, w, 'rows of A in shared memory', 'scalar', QUAD)
  if d.narrow then panel(d, 1, y + 22, w, 'columns of A', 'transposed', 1)
  else panel(d, w + gap, 0, w, 'columns of A in shared memory', 'transposed', 1) end
end
