-- The warps that an SM holds, each with its accumulators: one result a thread, and many.
local draw = ...
local PLACES = 64                     -- warps that an SM has room for
local COLUMNS = 8

local function panel(d, x, y, w, kernel)
  local c = draw.constants{of = 'coarsening-1d', kernel = kernel}
  local warps = math.floor(draw.value(("occupancy '%s'"):format(kernel), {of = 'coarsening-1d'}) / 100 * PLACES + 0.5)
  local place, high = (w - 20) / COLUMNS, 26
  local sm = d:sm{x = x, y = y, w = w, h = PLACES // COLUMNS * high + 34,
    label = ('%d result%s in each thread'):format(c.TM, c.TM > 1 and 's' or '')}
  local across = math.min(c.TM, 8)
  local cell = math.min((place - 8) / 8, (high - 8) / 4)
  for i = 0, PLACES - 1 do
    local px, py = x + 10 + i % COLUMNS * place, sm.y + 24 + i // COLUMNS * high
    local held = i < warps
    d:rect(px + 1.5, py + 1.5, place - 3, high - 3, {role = 'quiet', tone = 'none', round = 4,
      weight = held and 1.3 or 0.5, dash = not held and '2 3' or nil})
    for a = 0, held and c.TM - 1 or -1 do
      local left = px + (place - across * cell) / 2 + a % across * cell
      local top = py + (high - math.ceil(c.TM / across) * cell) / 2 + a // across * cell
      d:rect(left + 0.4, top + 0.4, cell - 0.8, cell - 0.8, {role = 'C', tone = 'solid', weight = 0})
    end
  end
  d:text(x + w / 2, sm.bottom + 16, ('%d warps, %d independent multiply-adds'):format(warps, warps * c.TM),
    {anchor = 'middle', size = 12})
  return sm.bottom + 26
end

return function(d)
  local gap = 30
  local w = d.narrow and d.width or (d.width - gap) / 2
  local y = panel(d, 0, 0, w, 'tm-1')
  if d.narrow then panel(d, 0, y + 10, w, 'tm-32') else panel(d, w + gap, 0, w, 'tm-32') end
end
