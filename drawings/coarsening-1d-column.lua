-- One step of k: TM threads with a result each, and one thread with TM of them. The element of B
-- is fetched TM times, or once.
local draw = ...
local TM = draw.constants{of = 'coarsening-1d', kernel = 'tile-64'}.TM

local function panel(d, x, w, shared, words)
  local cell, gap = d.narrow and 16 or 20, d.narrow and 5 or 6
  local pitch = (w - (d.narrow and 18 or 60) - cell) / 2
  local ax, bx, cx = x, x + pitch, x + 2 * pitch
  d:note(x, 0, w, words.title, {bold = true})
  local top = (d.narrow and 48 or 30) + 26
  local last = top + (TM - 1) * (cell + gap)
  d:text(ax + cell / 2, top - 14, 'A', {anchor = 'middle', role = 'A', bold = true})
  d:text(bx + cell / 2, top - 14, 'B', {anchor = 'middle', role = 'B', bold = true})
  d:text(cx + cell / 2, top - 14, 'acc', {anchor = 'middle', role = 'C', code = true, size = 12})
  local b = shared and d:registers{x = bx, y = (top + last) / 2, rows = 1, cols = 1, cell = cell, role = 'B', tone = 'solid'}
  for i = 0, TM - 1 do
    local y = top + i * (cell + gap)
    local a = d:registers{x = ax, y = y, rows = 1, cols = 1, cell = cell, role = 'A'}
    local acc = d:registers{x = cx, y = y, rows = 1, cols = 1, cell = cell, role = 'C'}
    if shared then
      d:rule(a.right, acc.cy, acc.x, acc.cy, {role = 'A', weight = 0.8})
      d:arrow(b, {acc.x, acc.cy}, {role = 'B', weight = 1, head = 5, gap = 1})
    else
      local mine = d:registers{x = bx, y = y, rows = 1, cols = 1, cell = cell, role = 'B', tone = 'solid'}
      d:rule(a.right, a.cy, mine.x, a.cy, {role = 'A', weight = 0.8})
      d:arrow(mine, acc, {role = 'B', weight = 1, head = 5, gap = 1})
      if i < TM - 1 then
        d:rule(x, y + cell + gap / 2, acc.right, y + cell + gap / 2, {role = 'quiet', weight = 0.6, dash = '2 3'})
      end
    end
  end
  d:text(x, last + cell + 18, words.loads, {size = 12})
  d:text(x, last + cell + 36, words.kept, {size = 12})
end

return function(d)
  local gap = d.narrow and 22 or 60
  local w = (d.width - gap) / 2
  panel(d, 0, w, false, {title = ('%d threads with one result each'):format(TM),
    loads = ('loaded: %d of A, %d of B'):format(TM, TM), kept = 'kept: a result in each thread'})
  panel(d, w + gap, w, true, {title = ('one thread with %d results'):format(TM),
    loads = ('loaded: %d of A, 1 of B'):format(TM), kept = ('kept: %d results'):format(TM)})
end
