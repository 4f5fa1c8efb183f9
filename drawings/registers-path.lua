-- The path of multiply() in code/registers.cu through the outer product of one k, row by row and there
-- and back: what each FFMA keeps of the one before it, and how many registers it has to read.
local draw = ...
local SHOWN = 4                                    -- rows of the results
local WAYS = {{says = 'row by row', kernel = 'by-rows'}, {says = 'there and back', kernel = 'zigzag'}}

-- What is kept: its role, how the step is drawn, what the key says.
local KEPT = {
  A = {role = 'A', weight = 1.6, text = 'keeps A'},
  B = {role = 'B', weight = 3.2, text = 'keeps B'},
  none = {role = 'quiet', weight = 1.4, dash = '3 3', text = 'keeps neither'},
}

-- The FFMAs in order: {i, j, keeps, reads}; its result is another each time, and always read.
local function path_of(k)
  local path = {}
  for i = 0, k.TM - 1 do
    for n = 0, k.TN - 1 do
      local j = k.ORDER == 1 and i % 2 == 1 and k.TN - 1 - n or n
      local last = path[#path]
      local a, b = last and last.i == i, last and last.j == j
      path[#path + 1] = {i = i, j = j, keeps = a and 'A' or b and 'B' or 'none', reads = 1 + (a and 0 or 1) + (b and 0 or 1)}
    end
  end
  return path
end

return function(d)
  local columns = d.narrow and 1 or 2
  local gap, right = 34, 44
  local w = (d.width - (columns - 1) * gap) / columns
  local y = 0
  for p, way in ipairs(WAYS) do
    local k = draw.constants{of = 'registers', kernel = way.kernel}
    local path = path_of(k)
    local x = (p - 1) % columns * (w + gap)
    local cell = (w - right - 8) / (k.TN + 1)
    local pitch, grid = cell + 14, x + cell + 8
    d:text(x, y + 7, way.says, {bold = true})
    d:text(x + w - right, y + 7, way.kernel, {code = true, size = 12, anchor = 'end'})
    d:registers{x = grid, y = y + 24, rows = 1, cols = k.TN, cell = cell, role = 'B'}
    for j = 0, k.TN - 1 do
      d:text(grid + (j + 0.5) * cell, y + 24 + cell / 2, ('%d'):format(j), {anchor = 'middle', size = 12, role = 'B', bold = true})
    end
    d:text(grid - 6, y + 24 + cell / 2, 'b_k', {code = true, size = 12, role = 'B', anchor = 'end'})

    local top, sums = y + 24 + cell + 22, {}
    for i = 0, SHOWN - 1 do
      d:registers{x = x, y = top + i * pitch, rows = 1, cols = 1, cell = cell, role = 'A'}
      d:text(x + cell / 2, top + i * pitch + cell / 2, ('%d'):format(i), {anchor = 'middle', size = 12, role = 'A', bold = true})
      d:registers{x = grid, y = top + i * pitch, rows = 1, cols = k.TN, cell = cell, role = 'C', tone = 'tint'}
    end
    d:text(x, top - 10, 'a_k', {code = true, size = 12, role = 'A'})
    d:text(x + w, top - 10, 'read', {anchor = 'end', size = 12})

    local function at(f) return grid + (f.j + 0.5) * cell, top + f.i * pitch + cell - 10 end
    for n, f in ipairs(path) do
      local fx, fy = at(f)
      sums[f.i] = (sums[f.i] or 0) + f.reads
      if f.i < SHOWN then
        local aside = f.keeps == 'B' and -1 or 1   -- of the arrow that comes down
        d:text(fx + aside * (cell / 2 - 3.5), fy - cell + 18, ('%d'):format(f.reads),
          {anchor = aside < 0 and 'start' or 'end', size = 11, plain = true, bold = f.reads > 2})
        local last = path[n - 1]
        if last and last.i == f.i - 1 and last.j ~= f.j then   -- back to the left, between two rows
          local lx, ly = at(last)
          local level = top + f.i * pitch - 7
          d:rule(lx, ly, lx, level, KEPT.none)
          d:rule(lx, level, fx, level, KEPT.none)
          d:arrow({fx, level}, {fx, fy}, {role = 'quiet', weight = 1.4, gap = 0})
        elseif last then
          local lx, ly = at(last)
          local kept = KEPT[f.keeps]
          d:arrow({lx, ly}, {fx, fy}, {role = kept.role, weight = kept.weight, gap = 0, head = f.keeps == 'B' and 10 or 7})
        end
      end
    end
    d:disc(grid + cell / 2, top + cell - 10, 3.5, {tone = 'solid', weight = 0})
    for i = 0, SHOWN - 1 do
      d:text(x + w, top + i * pitch + cell / 2, ('%d'):format(sums[i]), {anchor = 'end', bold = true, size = 14})
    end
    local all = 0
    for _, f in ipairs(path) do all = all + f.reads end
    local down = top + SHOWN * pitch
    d:text(grid, down, ('and %d rows more, in all'):format(k.TM - SHOWN), {size = 12})
    d:text(x + w, down, ('%d'):format(all), {anchor = 'end', bold = true, size = 14})
    if columns == 1 or p == columns then y = down + 24 end
  end

  local x = 0
  for _, name in ipairs{'A', 'B', 'none'} do
    local kept = KEPT[name]
    d:rule(x, y, x + 16, y, kept)
    d:arrow({x + 16, y}, {x + 26, y}, {role = kept.role, weight = kept.weight, gap = 0, head = name == 'B' and 10 or 7})
    x = d:text(x + 32, y, kept.text, {size = 12}).right + 18
  end
  if d.narrow then d:text(0, y + 20, 'In the cells: registers that are read.', {size = 12})
  else d:text(x, y, 'In the cells: registers that are read.', {size = 12}) end
end
