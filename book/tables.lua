-- tables.lua: turns records into the tables that the figures draw.
--
--   DEVICE=slug pandoc --lua-filter book/tables.lua </dev/null
--
-- Every plots/<figure>.gp says in a comment what table it wants:
--
--   # table: <kind> key=value key=value ...
--   # label: <name> = <words>          how the figure calls a kernel or a probe
--
-- and gets build/tables/<figure>.tsv: `# key: value` lines (from, card, date, unit), a line
-- of column names, rows; tab-separated, numbers to four digits, an empty cell where
-- nothing is known. A table is replaced only if its bytes change. A figure named after
-- a chapter that book/contents does not list is left out. The kinds stand below, each
-- under what it takes. <kernels> is a list like naive.naive,measuring.cublas: chapter,
-- then kernel; tiling.rung is the one that stands for its chapter, and a label may be of
-- `tiling.rung` or of a kernel by name. A shape is n=4096, or m= n= k=.
-- But for ladder and published, all numbers of a table are of one card:
-- the reader's own if all of them are there, else the reference.

local folder = PANDOC_SCRIPT_FILE:match '^(.*/)' or './'
local records = dofile(folder .. 'records.lua')

local kinds = {}

-- Small tools ----------------------------------------------------------------

local function fail(text, ...) error({message = text:format(...)}, 0) end

local function split(text, separator)
  local parts = {}
  for part in (text or ''):gmatch('[^' .. (separator or ',') .. ']+') do parts[#parts + 1] = part end
  return parts
end

-- Four significant digits, no exponent, no zeros at the end.
local function cell(x)
  if x == nil then return '' end
  if type(x) ~= 'number' then return tostring(x) end
  local rounded = tonumber(('%.4g'):format(x))
  if math.abs(rounded) >= 1 or rounded == 0 then
    return (('%.6f'):format(rounded):gsub('%.?0+$', ''))
  end
  return ('%.4g'):format(rounded)
end

local function fail_missing(path)
  error({message = path .. ': there is no such record', missing = true}, 0)
end

local function ask(R, query, slug)
  local value = R:value_on(query, slug)
  return value
end

-- The value, or nil where there is no such record or row.
local function maybe(R, query, slug)
  local ok, value = pcall(R.value_on, R, query, slug)
  if ok then return value end
  if type(value) == 'table' and value.missing then return nil end
  error(value, 0)
end

-- A ceiling of the card, or nil where it was not measured.
local function ceiling_of(R, name, slug)
  local ok, value = pcall(R.ceiling, R, name, slug)
  return ok and value or nil
end

local function kernel_list(R, want, text)
  local list = {}
  for _, name in ipairs(split(text)) do
    local stem, kernel = name:match '^([^.]+)%.(.+)$'
    if not stem then fail('kernels=%s: write chapter.kernel', name) end
    if kernel == 'rung' then kernel = R:kernel_of{of = stem} end
    list[#list + 1] = {stem = stem, kernel = kernel, label = want.label(kernel, name)}
  end
  return list
end

local function by_size(a, b) return a < b end

-- All square sizes at which the record has the kernel.
local function square_sizes(R, stem, kernel, slug)
  local sizes = {}
  for _, row in ipairs(R:need('gemm', stem, slug).rows) do
    if row.kernel == kernel and row.m == row.n and row.n == row.k then sizes[#sizes + 1] = row.n end
  end
  return sizes
end

-- Kinds ----------------------------------------------------------------------

-- series kernels=<kernels> [ceiling=fma]
-- One row a square size, TFLOP/s: median and quartiles of each kernel side by side.
function kinds.series(R, want, slug)
  local list, sizes, seen = kernel_list(R, want, want.kernels), {}, {}
  local columns = {'n'}
  for _, entry in ipairs(list) do
    local name = entry.label
    for _, suffix in ipairs{'', ' lower', ' upper'} do columns[#columns + 1] = name .. suffix end
    local found = square_sizes(R, entry.stem, entry.kernel, slug)
    if #found == 0 then ask(R, {metric = 'gflops', of = entry.stem, kernel = entry.kernel}, slug) end
    for _, n in ipairs(found) do
      if not seen[n] then seen[n] = true; sizes[#sizes + 1] = n end
    end
  end
  table.sort(sizes, by_size)
  if want.ceiling then columns[#columns + 1] = 'ceiling' end
  local rows = {}
  for _, n in ipairs(sizes) do
    local row = {('%d'):format(n)}
    for _, entry in ipairs(list) do
      for _, metric in ipairs{'gflops', 'lo', 'hi'} do
        local query = {metric = metric, of = entry.stem, kernel = entry.kernel, n = n}
        local value = maybe(R, query, slug)
        row[#row + 1] = cell(value and value / 1e3)
      end
    end
    if want.ceiling then row[#row + 1] = cell(R:ceiling(want.ceiling, slug) / 1e3) end
    rows[#rows + 1] = row
  end
  return columns, rows, {unit = 'TFLOP/s'}
end

-- metrics kernels=<kernels> columns=<metrics> [n=4096]
-- One row a kernel, one column a metric of records.lua, counters among them.
function kinds.metrics(R, want, slug)
  local columns, rows = {'kernel', table.unpack(split(want.columns))}, {}
  for _, entry in ipairs(kernel_list(R, want, want.kernels)) do
    local row = {entry.label}
    for i = 2, #columns do
      row[i] = cell(ask(R, {metric = columns[i], of = entry.stem, kernel = entry.kernel,
        n = want.n}, slug))
    end
    rows[#rows + 1] = row
  end
  return columns, rows
end

-- probes of=<chapter> topic=<topic> [rows=size]
-- One row a probe, one column a size, in the order of the record; or the other way round.
function kinds.probes(R, want, slug)
  local record = R:probes(want.of, want.topic, slug)
    or fail_missing(R:path('data', slug, want.of .. '-' .. want.topic .. '.csv'))
  local by_size = want.rows == 'size'
  local columns, rows, row_of, column_of = {by_size and 'size' or 'probe'}, {}, {}, {}
  for _, probe in ipairs(record.rows) do
    local down, across = want.label(probe.probe), ('%d'):format(probe.size)
    if by_size then down, across = across, down end
    if not column_of[across] then
      columns[#columns + 1] = across
      column_of[across] = #columns
    end
    if not row_of[down] then
      rows[#rows + 1] = {down}
      row_of[down] = rows[#rows]
    end
    row_of[down][column_of[across]] = cell(probe.value)
  end
  for _, row in ipairs(rows) do
    for i = 1, #columns do row[i] = row[i] or '' end
  end
  if by_size then table.sort(rows, function(a, b) return tonumber(a[1]) < tonumber(b[1]) end) end
  return columns, rows, {unit = record.rows[1] and record.rows[1].unit}
end

-- roofline [kernels=<kernels>|rungs] [library=<sizes>] [n=4096]
-- The roof (fma), the slope (copy), kernels at the intensity that the counters saw in
-- DRAM, and cuBLAS at the intensity of touching each matrix once: n/6.
function kinds.roofline(R, want, slug)
  local columns = {'what', 'name', 'FLOP per byte', 'TFLOP/s', 'TB/s'}
  local rows = {{'roof', 'FMA', '', cell(R:ceiling('fma', slug) / 1e3), ''},
    {'slope', 'copy', '', '', cell(R:ceiling('copy', slug) / 1e3)}}
  local list = kernel_list(R, want, want.kernels ~= 'rungs' and want.kernels or '')
  if want.kernels == 'rungs' then
    for _, chapter in ipairs(R:chapters()) do
      local counted = chapter.rung and maybe(R, {metric = 'intensity', of = chapter.stem}, slug)
      if counted then
        list[#list + 1] = {stem = chapter.stem, kernel = chapter.rung, label = want.label(chapter.rung)}
      end
    end
  end
  for _, entry in ipairs(list) do
    local query = {of = entry.stem, kernel = entry.kernel, n = want.n}
    local function get(metric, how)
      query.metric = metric
      return how(R, query, slug)
    end
    rows[#rows + 1] = {'kernel', entry.label, cell(get('intensity', ask)),
      cell(get('gflops', ask) / 1e3), ''}
  end
  for _, n in ipairs(split(want.library)) do
    local query = {metric = 'gflops', of = 'measuring', kernel = 'cublas', n = n}
    rows[#rows + 1] = {'library', n, cell(n / 6), cell(ask(R, query, slug) / 1e3), ''}
  end
  return columns, rows
end

-- agreement [n=128]
-- What the lens counted beside what the card's counters say: a row for each pair of
-- numbers that some kernel of some chapter has, and how many have it.
local COUNTS = {'load_requests', 'load_sectors', 'store_requests', 'store_sectors',
  'shared_load_wavefronts', 'shared_store_wavefronts'}

function kinds.agreement(R, want, slug)
  local rows, seen, n = {}, {}, tonumber(want.n or 128)
  local function add(what, lens, card)
    local key = ('%s %s %s'):format(what, lens, card)
    if not seen[key] then
      seen[key] = {what, cell(lens), cell(card), 0}
      rows[#rows + 1] = seen[key]
    end
    seen[key][4] = seen[key][4] + 1
  end
  for _, chapter in ipairs(R:chapters()) do
    local counted = R:lens(chapter.stem) and R:counters(chapter.stem, slug)
    for _, row in ipairs(counted and counted.rows or {}) do
      for _, metric in ipairs(row.n == n and row.kernel ~= 'cublas' and COUNTS or {}) do
        local lens = maybe(R, {metric = 'lens_' .. metric, of = chapter.stem, kernel = row.kernel, n = n}, slug)
        if lens and lens > 0 and (row[metric] or 0) > 0 then
          add(metric:match '%a+$', lens, row[metric])
        end
      end
    end
  end
  if #rows == 0 then fail_missing(('data/%s/counters'):format(slug)) end
  for _, row in ipairs(rows) do row[4] = cell(row[4]) end
  return {'count', 'lens', 'card', 'times'}, rows
end

-- ladder [n=4096]
-- One row a chapter that has a rung, then cuBLAS and the arithmetic's ceiling; the
-- reference's numbers, and beside them those of the reader's own card.
function kinds.ladder(R, want)
  local rows, n = {}, want.n or 4096
  local function add(what, name, query, own_too)
    local row = {what, name}
    for i, slug in ipairs{R.reference, own_too and R.own or false} do
      for j, metric in ipairs{'gflops', 'share'} do
        query.metric = metric
        local how = i == 1 and ask or maybe
        local value = slug and how(R, query, slug)
        if value and metric == 'gflops' then value = value / 1e3 end
        row[2 * i + j] = value and cell(value) or ''
      end
    end
    rows[#rows + 1] = row
  end
  for _, chapter in ipairs(R:chapters()) do
    if chapter.rung then add('rung', chapter.short, {of = chapter.stem, n = n}, true) end
  end
  add('library', 'cuBLAS', {of = 'measuring', kernel = 'cublas', n = n}, true)
  local own = R.own and ceiling_of(R, 'fma', R.own)
  local share = R:ceiling('fma', R.reference)
  rows[#rows + 1] = {'ceiling', 'FMA ceiling', cell(share / 1e3), '', own and cell(own / 1e3) or '', ''}
  return {'what', 'name', 'TFLOP/s', '% of cuBLAS', 'own TFLOP/s', 'own %'}, rows,
    {own = R.own and R.cards[R.own]}
end

-- published [n=4096]
-- For every rung that others have published too, a row a card: the reader's own, the
-- reference, then the published ones, slowest last. Each is beside its own cuBLAS.
function kinds.published(R, want)
  local rows = {}
  for _, chapter in ipairs(R:chapters()) do
    local others, seen = {}, {}
    for _, row in ipairs(R:published()) do
      local name = row.card .. ' ' .. tostring(row.gflops)   -- a lecture may repeat a worklog
      local entry = row.card .. ' ' .. row.source
      if chapter.rung and row.stem == chapter.stem and row.gflops
        and not seen[name] and not seen[entry] then
        seen[name], seen[entry] = true, true
        others[#others + 1] = {'published', chapter.short, row.card, row.source,
          row.gflops / 1e3, row.ratio and row.ratio * 100}
      end
    end
    table.sort(others, function(a, b) return a[5] > b[5] end)
    local query = {of = chapter.stem, n = want.n}
    for _, slug in ipairs(#others > 0 and {R.reference, R.own} or {}) do
      local how = slug == R.reference and ask or maybe
      query.metric = 'gflops'
      local speed = how(R, query, slug)
      query.metric = 'share'
      if speed then
        table.insert(others, 1, {slug == R.own and 'own' or 'reference', chapter.short,
          R.cards[slug], '', speed / 1e3, maybe(R, query, slug)})
      end
    end
    for _, row in ipairs(others) do
      row[5], row[6] = cell(row[5]), cell(row[6])
      rows[#rows + 1] = row
    end
  end
  return {'what', 'chapter', 'card', 'source', 'TFLOP/s', '% of its cuBLAS'}, rows
end

-- access
-- What one warp touches in one step, from the trace that `make lens` took as the line
-- `# trace: …` says (code/lens/trace.sh): a row an array and op, named as in `A load`.
function kinds.access(R, want)
  local trace = R:trace(want.figure)
    or fail('data/lens/traces/%s.tsv: there is no such trace; `make lens` takes it', want.figure)
  if trace.header.trace ~= want.trace then
    fail('%s: it traces “%s”; `make lens` takes the trace that is asked for here', trace.path,
      trace.header.trace or '')
  end
  local order, of = {}, {}
  for _, lane in ipairs(trace.rows) do
    local name = lane.array .. ' ' .. lane.op
    if not of[name] then
      of[name] = {floats = {}, sectors = {}, lines = {}, count = {floats = 0, sectors = 0, lines = 0}}
      order[#order + 1] = name
    end
    local entry = of[name]
    local function note(what, key)
      if not entry[what][key] then entry.count[what] = entry.count[what] + 1 end
      entry[what][key] = true
    end
    for at = lane.offset, lane.offset + lane.bytes - 1, 4 do
      note('floats', at // 4)
      note('sectors', at // 32)
      note('lines', at // 128)
    end
  end
  local rows = {}
  for i, name in ipairs(order) do
    local count = of[name].count
    rows[i] = {want.label(name), cell(count.floats), cell(count.sectors), cell(count.lines),
      cell(4 * count.floats), cell(32 * count.sectors)}
  end
  return {'array', 'floats', 'sectors', '128-byte lines', 'bytes asked for', 'bytes moved'}, rows
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
-- A row a shape whose winner runs, a column a shape that it runs on: per cent of the best.
function kinds.regret(R, want, slug)
  local m, shapes = matrix 'tuned for \\ run on', R:shapes(want.of, slug)
  for _, from in ipairs(shapes) do
    for _, to in ipairs(shapes) do
      local lost = ask(R, {metric = 'regret', of = want.of, m = to.m, n = to.n, k = to.k,
        from = ('%dx%dx%d'):format(from.m, from.n, from.k)}, slug)
      m.set(shape_name(from), shape_name(to), 100 - lost)
    end
  end
  local columns, rows = m.cells()
  return columns, rows, {unit = '% of the best'}
end

-- search of=<chapter> [n=4096]
-- The search within a budget, step by step: what it tried and the best that it had; beside
-- it the best of all.
function kinds.search(R, want, slug)
  local shape = {of = want.of, m = want.m, n = want.n, k = want.k, config = 'best', metric = 'gflops'}
  local best, steps = ask(R, shape, slug), {}
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

-- shapes of=<chapter> [n=4096]
-- A row a shape: per cent of cuBLAS that its winner reaches, that the search found, and
-- that the winner of the shape given here reaches there.
function kinds.shapes(R, want, slug)
  local n, rows = tonumber(want.n or 4096), {}
  local _, _, meta = R:value_on({metric = 'winner', of = want.of, m = want.m, n = n, k = want.k}, slug)
  local one = meta.row.config
  for i, shape in ipairs(R:shapes(want.of, slug)) do
    local function share(config)
      return maybe(R, {metric = 'share', of = want.of, config = config, m = shape.m, n = shape.n,
        k = shape.k}, slug)
    end
    rows[i] = {shape_name(shape), R:tiles(shape), cell(share 'winner'), cell(share 'search'),
      cell(share(one))}
  end
  return {'shape', 'winner', 'tuned', 'searched', 'one for all'}, rows, {unit = '% of cuBLAS'}
end

-- Declarations ---------------------------------------------------------------

-- What a script asks for: {kind, line, key = value, label = function}.
local function declaration(path)
  local file = io.open(path, 'rb')
  local text = '\n' .. file:read 'a'
  file:close()
  local want, labels, at = {}, {}, 0
  for line in text:gmatch '\n([^\n]*)' do
    at = at + 1
    local kind, rest = line:match '^# table: (%w+)(.*)$'
    if kind then
      want.kind, want.line = kind, at
      for key, value in rest:gmatch '([%w-]+)=(%S+)' do want[key] = value end
    end
    want.trace = want.trace or line:match '^# trace: (.-)%s*$'
    local name, words = line:match '^# label: (.-) = (.-)%s*$'
    if name then labels[name] = words end
  end
  if not want.kind then fail('%s:1: the script asks for no table; add `# table: <kind> …`', path) end
  if not kinds[want.kind] then
    fail('%s:%d: there is no kind of table called %s', path, want.line, want.kind)
  end
  want.label = function(name, whole) return labels[whole] or labels[name] or (name:gsub('-', ' ')) end
  return want
end

-- Output ---------------------------------------------------------------------

local function sorted_keys(set)
  local keys = {}
  for key in pairs(set) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

local function table_text(columns, rows, facts)
  local lines = {}
  for _, key in ipairs{'from', 'card', 'own', 'date', 'unit'} do
    if facts[key] and facts[key] ~= '' then lines[#lines + 1] = '# ' .. key .. ': ' .. facts[key] end
  end
  lines[#lines + 1] = table.concat(columns, '\t')
  for _, row in ipairs(rows) do lines[#lines + 1] = table.concat(row, '\t') end
  return table.concat(lines, '\n') .. '\n'
end

local function replace_if_changed(path, text)
  local old = io.open(path, 'rb')
  if old then
    local same = old:read 'a' == text
    old:close()
    if same then return end
  end
  local file = io.open(path .. '.new', 'wb')
  if not file or not file:write(text) or not file:close() or not os.rename(path .. '.new', path) then
    fail('%s: cannot be written', path)
  end
end

-- The newest date among the device records that were read.
local function newest(R, files)
  local latest
  for _, path in ipairs(files) do
    local record = R.cache[path]
    local date = type(record) == 'table' and record.header and record.header.date
    if date and not (latest and latest >= date) then latest = date end
  end
  return latest
end

-- Makes a table on one card: the reader's own if it has all that is asked.
local function make(R, want)
  local make_kind, slug = kinds[want.kind], R.reference
  local columns, rows, facts
  if R.own then
    R.files = {}
    local ok, a, b, c = pcall(make_kind, R, want, R.own)
    if ok then columns, rows, facts, slug = a, b, c, R.own
    elseif not (type(a) == 'table' and a.missing) then error(a, 0) end
  end
  if not columns then
    R.files = {}
    columns, rows, facts = make_kind(R, want, R.reference)
  end
  facts = facts or {}
  local files = sorted_keys(R.files)
  facts.from = table.concat(files, ', ')
  if want.kind == 'ladder' or want.kind == 'published' then slug = R.reference end
  facts.date = newest(R, files)                   -- what the lens says is of no card and day
  facts.card = facts.date and R.cards[slug]
  return table_text(columns, rows, facts)
end

-- Does the figure belong to a chapter that the contents do not list?
local function unlisted(R, figure, kind)
  if kind == 'ladder' or kind == 'published' then return false end
  for _, chapter in ipairs(R:chapters()) do
    if figure == chapter.stem or figure:sub(1, #chapter.stem + 1) == chapter.stem .. '-' then
      return false
    end
  end
  return true
end

local function main()
  local R = records.open{root = '.', device = os.getenv 'DEVICE'}
  os.execute 'mkdir -p build/tables'
  local pipe = io.popen 'LC_ALL=C ls -1 plots/*.gp 2>/dev/null'
  for path in pipe:lines() do
    local figure = path:match '([^/]+)%.gp$'
    if figure ~= 'style' then
      local want = declaration(path)
      want.figure = figure
      if not unlisted(R, figure, want.kind) then
        local ok, text = pcall(make, R, want)
        if not ok then
          if type(text) ~= 'table' then error(text, 0) end
          fail('%s:%d: %s', path, want.line, text.message)
        end
        replace_if_changed('build/tables/' .. figure .. '.tsv', text)
      end
    end
  end
  pipe:close()
end

local ok, e = pcall(main)
if not ok then
  io.stderr:write(type(e) == 'table' and e.message or tostring(e), '\n')
  os.exit(1)
end
