-- The eight rows of a square of 8 x 8 halves in the banks of shared memory, of A's tile and of
-- B's, without padding and with it: rows that share a bank are served one after another.
-- trace: wmma kernel=staged,staged-padded size=128 lane=0,1,2,3,4,5,6,7
local draw = ...
local trace = draw.trace()
local ROWS, ROW_BANKS = 8, 4

-- The banks at which the rows of a fragment's first square begin, and how far they lie apart.
local function square(kernel, array)
  local _, lanes = draw.lanes(trace, {kernel = kernel, array = array, op = 'load', space = 'shared'})
  local rows = {}
  for r = 0, ROWS - 1 do
    if lanes[r].bytes ~= 4 * ROW_BANKS then error({message = 'a row of a square is not 16 bytes'}, 0) end
    rows[r] = lanes[r].unit
  end
  return rows, lanes[1].offset - lanes[0].offset
end

local PANELS = {
  {kernel = 'plain', array = 'As', role = 'A', name = 'A'}, {kernel = 'padded', array = 'As', role = 'A', name = 'A'},
  {kernel = 'plain', array = 'Bs', role = 'B', name = 'B'}, {kernel = 'padded', array = 'Bs', role = 'B', name = 'B'},
}

-- The names by which the trace calls the two kernels.
local called = {}
for _, row in ipairs(trace.rows) do
  if not called.plain then called.plain = row.kernel
  elseif row.kernel ~= called.plain then called.padded = row.kernel break end
end

return function(d)
  local high = 17
  for _, panel in ipairs(PANELS) do
    panel.rows, panel.apart = square(called[panel.kernel], panel.array)
    panel.level, panel.fill = {}, {}
    for r = 0, ROWS - 1 do
      local level = 0
      for b = panel.rows[r], panel.rows[r] + ROW_BANKS - 1 do level = math.max(level, panel.fill[b] or 0) end
      for b = panel.rows[r], panel.rows[r] + ROW_BANKS - 1 do panel.fill[b] = level + 1 end
      panel.level[r] = level
      panel.wavefronts = math.max(panel.wavefronts or 0, level + 1)
    end
  end
  local gap, columns = 28, d.narrow and 1 or 2
  local w = (d.width - (columns - 1) * gap) / columns
  local top = 22
  for i, panel in ipairs(PANELS) do
    local x = (i - 1) % columns * (w + gap)
    local most = panel.wavefronts
    if not d.narrow then
      local other = PANELS[i % 2 == 1 and i + 1 or i - 1]
      most = math.max(most, other.wavefronts)
    end
    d:text(x, top - 10, ('%s, rows %d bytes apart'):format(panel.name, panel.apart), {bold = true, role = panel.role})
    d:text(x + w, top - 10, panel.wavefronts == 1 and '1 wavefront' or ('%d wavefronts'):format(panel.wavefronts),
      {anchor = 'end', bold = true, role = panel.wavefronts > 1 and 'conflict' or 'ink'})
    local banks = d:banks{x = x, y = top + 2, w = w, h = high, levels = most}
    for r = 0, ROWS - 1 do
      local at = banks.bank[panel.rows[r]]
      local y = banks.bottom - (panel.level[r] + 1) * high
      d:rect(at.x, y, ROW_BANKS * at.w, high, {role = panel.level[r] > 0 and 'conflict' or panel.role, tone = 'tint', weight = 1.6})
      d:text(at.x + ROW_BANKS / 2 * at.w, y + high / 2, 'row ' .. r, {anchor = 'middle', size = 11, over = true})
    end
    if columns == 1 or i % 2 == 0 then top = banks.bottom + 56 end
  end
end
