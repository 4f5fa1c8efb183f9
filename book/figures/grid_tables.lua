-- grid_tables.lua: records, what a plot asks for, a card -> columns, rows, facts of a table in two directions.
-- Kinds of tables with a name for each row and each column, and those of the tuner.

local table_query = require 'figures.table_query'
local fail, split, cell, ask, maybe = table_query.fail, table_query.split, table_query.cell, table_query.ask, table_query.maybe

local grid_tables = {}

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
function grid_tables.grid(R, want, slug)
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

-- landscape of=<chapter> x=tm,tn y=bm,bn [n=4096] [final=winner]
-- All configurations that ran at a shape, by two of their tiles: in each cell the fastest
-- whatever the rest of it is, in per cent of the fastest of all. The fact `final` is the cell,
-- row and column, of the one that the tuner chose.
function grid_tables.landscape(R, want, slug)
  local ran = R:ran({of = want.of, m = want.m, n = want.n, k = want.k}, slug)
  local xs, ys, best = {}, {}, {}
  local function part(row, names)
    local numbers = {}
    for i, name in ipairs(split(names)) do
      numbers[i] = row[name] or fail('%s= names no tile of every configuration', name)
    end
    return numbers
  end
  local m = matrix((want.y:gsub(',', '×') .. ' \\ ' .. want.x:gsub(',', '×')):upper())
  for i, row in ipairs(ran) do xs[i], ys[i] = part(row, want.x), part(row, want.y) end
  for i, row in ipairs(ran) do                    -- the fastest comes first
    local key = joined(ys[i]) .. ' ' .. joined(xs[i])
    best[key] = best[key] or {ys[i], xs[i], row.gflops / ran[1].gflops * 100}
  end
  for _, x in ipairs(sorted(xs)) do m.column(joined(x)) end
  for _, y in ipairs(sorted(ys)) do m.row(joined(y)) end
  for _, entry in pairs(best) do m.set(joined(entry[1]), joined(entry[2]), entry[3]) end
  local columns, rows = m.cells()
  local function place(names)                     -- nothing where the record has no winner
    local numbers = {}
    for i, name in ipairs(want.final and split(names) or {}) do
      numbers[i] = maybe(R, {metric = name, config = want.final, of = want.of, m = want.m, n = want.n, k = want.k}, slug)
    end
    return #numbers > 0 and joined(numbers) or nil
  end
  local row, column = place(want.y), place(want.x)
  return columns, rows, {unit = '% of the fastest', final = row and row .. ' ' .. column}
end

-- regret of=<chapter>
-- A row a shape whose winner runs, a column a shape that it runs on: per cent lost of the best.
function grid_tables.regret(R, want, slug)
  local m, shapes = matrix 'tuned for \\ run on', R:shapes(want.of, slug)
  for _, from in ipairs(shapes) do
    for _, to in ipairs(shapes) do
      m.set(shape_name(from), shape_name(to), ask(R, {metric = 'regret', of = want.of, m = to.m, n = to.n, k = to.k,
        from = ('%dx%dx%d'):format(from.m, from.n, from.k)}, slug))
    end
  end
  local columns, rows = m.cells()
  return columns, rows, {unit = '% of the best speed that is lost'}
end

-- search of=<chapter> [n=4096]
-- The search within a budget, step by step: what it tried and the best that it had, beside the best
-- of all that ran. All speeds are those of the sweep, so that none is above the best: the search ran
-- by itself, and its own timings stand only where the sweep has none.
function grid_tables.search(R, want, slug)
  local ran = R:ran({of = want.of, m = want.m, n = want.n, k = want.k}, slug)
  local best, steps, swept = ran[1].gflops, {}, {}
  for _, row in ipairs(ran) do swept[row.config] = row.gflops end
  local n = tonumber(want.n or 4096)
  local shape = joined{want.m or n, n, want.k or n}
  for _, row in ipairs(R:need('search', want.of, slug).rows) do
    if joined{row.m, row.n, row.k} == shape then steps[#steps + 1] = row end
  end
  if #steps == 0 then
    fail('%s: there was no search at %s', R:path('data', slug, want.of .. '-search.csv'), shape)
  end
  table.sort(steps, function(a, b) return a.step < b.step end)
  local function speed(gflops) return cell(gflops and gflops / 1e3) end
  local rows, held = {}, 0
  for i, row in ipairs(steps) do
    local tried = swept[row.config] or row.gflops
    held = math.max(held, tried or 0)
    rows[i] = {cell(row.step), speed(tried), speed(held), speed(best)}
  end
  return {'step', 'tried', 'best so far', 'best of all'}, rows, {unit = 'TFLOP/s'}
end

-- spread of=<chapter> [bins=20] [n=4096]
-- How many configurations reach how much of the fastest at a shape; those that spill apart.
function grid_tables.spread(R, want, slug)
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
  return {'from', 'to', 'in registers', 'spilling'}, rows, {}
end

return grid_tables
