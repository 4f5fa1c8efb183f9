-- maps.lua: kinds of tables with a name for each row and each column, and those of the tuner.

local wanted = require 'wanted'
local fail, split, cell, fail_missing = wanted.fail, wanted.split, wanted.cell, wanted.fail_missing
local ask, probes_of = wanted.ask, wanted.probes_of

local kinds = {}

-- holders of=<chapter> topic=<topic> edge=16 only=<names>
-- Which lane of a warp holds which element of a fragment of edge x edge: a row a row, and
-- in it the lanes, column by column, as `4` or, where two hold an element, `4+20`. A
-- fragment's name says if a lane has its elements more than once; fragments with the same
-- map are one. A probe's size is 1 + places of a lane * lane + place, its value the number
-- of the element.
local LANES, TIMES = 32, {[2] = 'twice'}

-- The map of one fragment, row by row, and how often a lane has an element at most.
local function map_of(found, edge)
  local lanes, times, rows = {}, 0, {}
  local places = #found // LANES
  for _, row in ipairs(found) do
    local element, lane = math.tointeger(row.value), ('%d'):format((row.size - 1) // places)
    local of = lanes[element] or {count = {}}
    lanes[element] = of
    if not of.count[lane] then of[#of + 1] = lane end
    of.count[lane] = (of.count[lane] or 0) + 1
    times = math.max(times, of.count[lane])
  end
  for r = 1, edge do
    local cells = {}
    for c = 1, edge do
      local of = lanes[edge * (r - 1) + c - 1]
      cells[c] = of and table.concat(of, '+') or '?'
    end
    rows[r] = table.concat(cells, ' ')
  end
  return rows, times
end

function kinds.holders(R, want, slug)
  local record = R:probes(want.of, want.topic, slug)
    or fail_missing(R:path('data', slug, want.of .. '-' .. want.topic .. '.csv'))
  local edge, maps, same = math.tointeger(tonumber(want.edge)), {}, {}
  for _, name in ipairs(split(want.only)) do
    local lanes, times = map_of(probes_of(R, record, name), edge)
    local key = table.concat(lanes, ' ')
    local label = want.label(name)
      .. (times > 1 and (', each element %s'):format(TIMES[times] or times .. ' times') or '')
    if same[key] then same[key].label = same[key].label .. '; ' .. label
    else
      same[key] = {label = label, lanes = lanes}
      maps[#maps + 1] = same[key]
    end
  end
  local rows = {}
  for _, map in ipairs(maps) do
    for r, lanes in ipairs(map.lanes) do rows[#rows + 1] = {map.label, cell(r - 1), lanes} end
  end
  return {'fragment', 'row', ('lanes of columns 0 to %d'):format(edge - 1)}, rows
end

-- Matrices: a row a value of one kind, a column a value of another, for a heat map. The
-- first column has the names of the rows; cells where nothing is known are empty.
local function matrix(corner)
  local m = {columns = {corner}, rows = {}, at = {}, row_of = {}}
  function m.column(name)
    if not m.at[name] then
      m.columns[#m.columns + 1] = name
      m.at[name] = #m.columns
    end
    return m.at[name]
  end
  function m.row(name)
    if not m.row_of[name] then
      m.row_of[name] = {name}
      m.rows[#m.rows + 1] = m.row_of[name]
    end
    return m.row_of[name]
  end
  function m.set(row, column, value) m.row(row)[m.column(column)] = value end
  function m.cells()
    for _, row in ipairs(m.rows) do
      for i = 2, #m.columns do row[i] = cell(row[i]) end
    end
    return m.columns, m.rows
  end
  return m
end

-- Lists of numbers by size, the first number first.
local function by_numbers(a, b)
  for i = 1, #a do
    if a[i] ~= b[i] then return a[i] < b[i] end
  end
  return false
end

local function sorted(lists)
  table.sort(lists, by_numbers)
  return lists
end

local function joined(numbers)
  local parts = {}
  for i, x in ipairs(numbers) do parts[i] = ('%d'):format(x) end
  return table.concat(parts, '×')
end

-- Square shapes by their one size.
local function shape_name(shape)
  if shape.m == shape.n and shape.n == shape.k then return joined{shape.n} end
  return joined{shape.m, shape.n, shape.k}
end

-- grid of=<chapter> [metric=share] [n=4096]
-- What each kernel called <TM>x<TN> reaches: a row a TM, a column a TN.
function kinds.grid(R, want, slug)
  local of_row, of_column, kernels = {}, {}, {}
  local m, metric = matrix 'TM \\ TN', want.metric or 'share'
  for _, row in ipairs(R:need('gemm', want.of, slug).rows) do
    local tm, tn = row.kernel:match '^(%d+)x(%d+)$'
    if tm and not kernels[row.kernel] then
      kernels[row.kernel] = true
      of_row[#of_row + 1], of_column[#of_column + 1] = {tonumber(tm)}, {tonumber(tn)}
    end
  end
  if #of_row == 0 then
    fail('%s: it has no kernels called <TM>x<TN>', R:path('data', slug, want.of .. '.csv'))
  end
  for _, tm in ipairs(sorted(of_row)) do m.row(joined(tm)) end
  for _, tn in ipairs(sorted(of_column)) do m.column(joined(tn)) end
  for kernel in pairs(kernels) do
    local tm, tn = kernel:match '^(%d+)x(%d+)$'
    m.set(joined{tm}, joined{tn}, ask(R, {metric = metric, of = want.of, kernel = kernel, n = want.n}, slug))
  end
  local columns, rows = m.cells()
  return columns, rows, {unit = metric == 'share' and '% of cuBLAS' or metric}
end

-- landscape of=<chapter> x=tm,tn y=bm,bn [n=4096]
-- All configurations that ran at a shape, by two of their tiles: in each cell the fastest
-- whatever the rest of it is, in per cent of the fastest of all.
function kinds.landscape(R, want, slug)
  local ran = R:ran({of = want.of, m = want.m, n = want.n, k = want.k}, slug)
  local xs, ys, best, m = {}, {}, {}, nil
  local function part(row, names)
    local numbers = {}
    for i, name in ipairs(split(names)) do
      numbers[i] = row[name] or fail('%s= names no tile of every configuration', name)
    end
    return numbers
  end
  m = matrix((want.y:gsub(',', '×') .. ' \\ ' .. want.x:gsub(',', '×')):upper())
  for i, row in ipairs(ran) do xs[i], ys[i] = part(row, want.x), part(row, want.y) end
  for i, row in ipairs(ran) do                    -- the fastest comes first
    local key = joined(ys[i]) .. ' ' .. joined(xs[i])
    best[key] = best[key] or {ys[i], xs[i], row.gflops / ran[1].gflops * 100}
  end
  for _, x in ipairs(sorted(xs)) do m.column(joined(x)) end
  for _, y in ipairs(sorted(ys)) do m.row(joined(y)) end
  for _, entry in pairs(best) do m.set(joined(entry[1]), joined(entry[2]), entry[3]) end
  local columns, rows = m.cells()
  return columns, rows, {unit = '% of the fastest'}
end

-- regret of=<chapter>
-- A row a shape whose winner runs, a column a shape that it runs on: per cent lost of the best.
function kinds.regret(R, want, slug)
  local m, shapes = matrix 'tuned for \\ run on', R:shapes(want.of, slug)
  for _, from in ipairs(shapes) do
    for _, to in ipairs(shapes) do
      m.set(shape_name(from), shape_name(to), ask(R, {metric = 'regret', of = want.of, m = to.m, n = to.n, k = to.k,
        from = ('%dx%dx%d'):format(from.m, from.n, from.k)}, slug))
    end
  end
  local columns, rows = m.cells()
  return columns, rows, {unit = '% lost of the best'}
end

-- search of=<chapter> [n=4096]
-- The search within a budget, step by step: what it tried and the best that it had; beside
-- it the best of all that ran, as the same compiler made and the same pass timed it.
function kinds.search(R, want, slug)
  local ran = R:ran({of = want.of, m = want.m, n = want.n, k = want.k}, slug)
  local best, steps = ran[1].gflops, {}
  local n = tonumber(want.n or 4096)
  local wanted = joined{want.m or n, n, want.k or n}
  for _, row in ipairs(R:need('search', want.of, slug).rows) do
    if joined{row.m, row.n, row.k} == wanted then steps[#steps + 1] = row end
  end
  if #steps == 0 then
    fail('%s: there was no search at %s', R:path('data', slug, want.of .. '-search.csv'), wanted)
  end
  table.sort(steps, function(a, b) return a.step < b.step end)
  local function speed(gflops) return cell(gflops and gflops / 1e3) end
  local rows = {}
  for i, row in ipairs(steps) do
    rows[i] = {cell(row.step), speed(row.gflops), speed(row.best), speed(best)}
  end
  return {'step', 'tried', 'best so far', 'best of all'}, rows, {unit = 'TFLOP/s'}
end

-- spread of=<chapter> [bins=20] [n=4096]
-- How many configurations reach how much of the fastest at a shape; those that spill apart.
function kinds.spread(R, want, slug)
  local ran = R:ran({of = want.of, m = want.m, n = want.n, k = want.k}, slug)
  local bins, rows = tonumber(want.bins or 20), {}
  local width = 100 / bins
  for i = 1, bins do rows[i] = {cell((i - 1) * width), cell(i * width), 0, 0} end
  for _, row in ipairs(ran) do
    local share = row.gflops / ran[1].gflops * 100
    local bin = rows[math.min(bins, math.floor(share / width) + 1)]
    local column = row.status == 'spills' and 4 or 3
    bin[column] = bin[column] + 1
  end
  for _, row in ipairs(rows) do row[3], row[4] = cell(row[3]), cell(row[4]) end
  return {'from', 'to', 'in registers', 'spilling'}, rows, {unit = '% of the fastest'}
end

return kinds
