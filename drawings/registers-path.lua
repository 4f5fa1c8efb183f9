-- The path of multiply() in code/registers.cu through the outer product of one k, with ROWS and with
-- ZIGZAG, step by step: what each FFMA keeps of the one before it, and how many registers it has to read.
local draw = ...
local SHOWN = 4                                    -- rows of the results
local WAYS = {{says = 'ROWS', kernel = 'by-rows'}, {says = 'ZIGZAG', kernel = 'zigzag'}}

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

local function sum(path, from, to)
  local all = 0
  for n = from, to do all = all + path[n].reads end
  return all
end

local TM, TN
for _, way in ipairs(WAYS) do
  local k = draw.constants{of = 'registers', kernel = way.kernel}
  way.path, TM, TN = path_of(k), k.TM, k.TN
end
local rows, back = WAYS[1].path, WAYS[2].path
local COUNTS = {'one', 'two', 'three'}

-- How many FFMAs have been executed, and what the last one does, in words.
local STEPS = {
  {to = 1, says = ('The first FFMA reads %s registers: one of A, one of B, one result.'):format(COUNTS[rows[1].reads])},
  {to = 2, says = ('The second FFMA keeps the element of A, and reads %s registers: one of B and one result. The next FFMAs of the row do the same.'):format(COUNTS[rows[2].reads])},
  {to = TN, key = true,
    says = ('The first row is complete in both orders: %d FFMAs have read %d registers.'):format(TN, sum(rows, 1, TN))},
  {to = TN + 1,
    says = ('The first FFMA of the next row needs another element of A. With ROWS it also needs another element of B, and reads %s registers. With ZIGZAG it keeps the element of B, and reads %s registers.')
      :format(COUNTS[rows[TN + 1].reads], COUNTS[back[TN + 1].reads])},
  {to = 2 * TN,
    says = ('The second row has read %d registers with ROWS, and %d with ZIGZAG. With ZIGZAG this row ends in the first column.')
      :format(sum(rows, TN + 1, 2 * TN), sum(back, TN + 1, 2 * TN))},
  {to = SHOWN * TN, key = true, open = true,
    says = ('All %d rows have read %d registers with ROWS, and %d with ZIGZAG.')
      :format(TM, sum(rows, 1, #rows), sum(back, 1, #back))},
}
if sum(rows, 1, #rows) - sum(back, 1, #back) ~= TM - 1 then
  error({message = 'drawings/registers-path.lua: ZIGZAG does not save one register in each row but the first'}, 0)
end

local function step_of(n)
  for s, step in ipairs(STEPS) do
    if n <= step.to then return s end
  end
end

return function(d)
  local columns = d.narrow and 1 or 2
  local gap, right = 34, 44
  local w = (d.width - (columns - 1) * gap) / columns
  local y = 0
  local pieces = {}                                 -- by step: what is seen from then on
  local now = {}                                    -- by step: what is seen then
  for s, step in ipairs(STEPS) do
    pieces[s], now[s] = {}, {}
    d:step(step.says, nil, {key = step.key, open = step.open})
  end
  for p, way in ipairs(WAYS) do
    local path = way.path
    local x = (p - 1) % columns * (w + gap)
    local cell = (w - right - 8) / (TN + 1)
    local pitch, grid = cell + 14, x + cell + 8
    local high = y + 24
    d:text(x, y + 7, way.says, {bold = true})
    d:text(x + w - right, y + 7, way.kernel, {code = true, size = 12, anchor = 'end'})
    d:registers{x = grid, y = high, rows = 1, cols = TN, cell = cell, role = 'B'}
    for j = 0, TN - 1 do
      d:text(grid + (j + 0.5) * cell, high + cell / 2, ('%d'):format(j), {anchor = 'middle', size = 12, role = 'B', bold = true})
    end
    d:text(grid - 6, high + cell / 2, 'b_k', {code = true, size = 12, role = 'B', anchor = 'end'})

    local top = high + cell + 22
    for i = 0, SHOWN - 1 do
      d:registers{x = x, y = top + i * pitch, rows = 1, cols = 1, cell = cell, role = 'A'}
      d:text(x + cell / 2, top + i * pitch + cell / 2, ('%d'):format(i), {anchor = 'middle', size = 12, role = 'A', bold = true})
      d:registers{x = grid, y = top + i * pitch, rows = 1, cols = TN, cell = cell, role = 'C', tone = 'tint'}
    end
    d:text(x, top - 10, 'a_k', {code = true, size = 12, role = 'A'})
    d:text(x + w, top - 10, 'read', {anchor = 'end', size = 12})

    local function at(f) return grid + (f.j + 0.5) * cell, top + f.i * pitch + cell - 10 end
    for n, f in ipairs(path) do
      if f.i < SHOWN then
        table.insert(pieces[step_of(n)], function()
          local fx, fy = at(f)
          local aside = f.keeps == 'B' and -1 or 1 -- of the arrow that comes down
          d:text(fx + aside * (cell / 2 - 3.5), fy - cell + 18, ('%d'):format(f.reads),
            {anchor = aside < 0 and 'start' or 'end', size = 11, plain = true, bold = f.reads > 2})
          local last = path[n - 1]
          if last and last.i == f.i - 1 and last.j ~= f.j then -- back to the left, between two rows
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
        end)
      end
    end
    d:disc(grid + cell / 2, top + cell - 10, 3.5, {tone = 'solid', weight = 0})
    for s, step in ipairs(STEPS) do
      -- The sums of the rows so far; where the path is, what it reads there.
      for i = 0, SHOWN - 1 do
        local from, to = i * TN + 1, math.min((i + 1) * TN, step.to)
        if from <= to then
          table.insert(now[s], function()
            d:text(x + w, top + i * pitch + cell / 2, ('%d'):format(sum(path, from, to)), {anchor = 'end', bold = true, size = 14})
          end)
        end
      end
      local f = path[step.to]
      if s < #STEPS then
        table.insert(now[s], function()
          local frame = {weight = 3, tone = 'none'}
          d:rect(grid + f.j * cell + 1, top + f.i * pitch + 1, cell - 2, cell - 2, frame)
          if f.keeps ~= 'A' then d:rect(x + 1, top + f.i * pitch + 1, cell - 2, cell - 2, frame) end
          if f.keeps ~= 'B' then d:rect(grid + f.j * cell + 1, high + 1, cell - 2, cell - 2, frame) end
        end)
      end
    end
    local down = top + SHOWN * pitch
    table.insert(now[#STEPS], function()
      d:text(grid, down, ('and %d rows more, in all'):format(TM - SHOWN), {size = 12})
      d:text(x + w, down, ('%d'):format(sum(path, 1, #path)), {anchor = 'end', bold = true, size = 14})
    end)
    if columns == 1 or p == columns then y = down + 24 end
  end
  for s = 1, #STEPS do
    d:at(s, #STEPS, function() for _, f in ipairs(pieces[s]) do f() end end)
    d:at(s, s, function() for _, f in ipairs(now[s]) do f() end end)
  end

  local x = 0
  for _, name in ipairs{'A', 'B', 'none'} do
    local kept = KEPT[name]
    d:rule(x, y, x + 16, y, kept)
    d:arrow({x + 16, y}, {x + 26, y}, {role = kept.role, weight = kept.weight, gap = 0, head = name == 'B' and 10 or 7})
    x = d:text(x + 32, y, kept.text, {size = 12}).right + 18
  end
  d:note(0, y + 12, d.width, 'In the cells: how many registers are read. Heavy frames: what the last FFMA reads and writes.', {size = 12})
end
