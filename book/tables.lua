-- tables.lua: turns records into the tables that the figures draw.
--
--   DEVICE=slug pandoc --lua-filter book/tables.lua </dev/null
--
-- Every plots/<figure>.gp says in a comment what table it wants:
--
--   # table: <kind> key=value key=value ...
--   # label: <name> = <words>          how the figure calls a kernel or a probe
--
-- and gets build/tables/<figure>.tsv: `# key: value` lines (from, card, date, unit, lacks), a line
-- of column names, rows; tab-separated, numbers to four digits, an empty cell where
-- nothing is known. A table is replaced only if its bytes change. A figure named after
-- a chapter that book/contents does not list is left out. The kinds stand below, each
-- under what it takes. <kernels> is a list like naive.naive,measuring.cublas: chapter,
-- then kernel; tiling.rung is the one that stands for its chapter, and a label may be of
-- `tiling.rung` or of a kernel by name. A shape is n=4096, or m= n= k=.
-- <probe> is chapter.probe. But for ladder and published, all numbers of a table are of one card:
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
local function ceiling_of(R, name, slug, stem)
  local ok, value = pcall(R.ceiling, R, name, slug, stem)
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

-- The rows of the probes that are named, or of all, and the names that the card cannot have.
local function probes_of(R, record, names)
  if not names then return record.rows, {} end
  local found, lacks = {}, {}
  for _, name in ipairs(split(names)) do
    local count = #found
    for _, row in ipairs(record.rows) do
      if row.probe == name then found[#found + 1] = row end
    end
    if #found == count and record.slug ~= R.reference then lacks[#lacks + 1] = name
    elseif #found == count then fail('%s: there is no probe %s', record.path, name) end
  end
  return found, lacks
end

-- The kernel of a chapter that its kernels are compared with: `cublas`, or cublas-fp16 where
-- that name is taken by the library in another precision (code/bench/library.h).
local PRECISION = {float = 'fp32', half = 'fp16', bf16 = 'bf16', tf32 = 'tf32'}

local function library_of(R, stem, inputs)
  local own_name = 'cublas-' .. PRECISION[inputs]
  for _, row in ipairs(R:need('gemm', stem, R.reference).rows) do
    if row.kernel == own_name then return own_name end
  end
  return 'cublas'
end

-- A rung that outruns the card's multiply-adds takes no floats; without its `inputs:` it
-- would be held against the wrong library.
local function check_float(R, stem)
  local speed = maybe(R, {metric = 'gflops', of = stem}, R.reference)
  local most = ceiling_of(R, 'fma', R.reference)
  if speed and most and speed > 1.05 * most then
    fail('chapters/%s.md: its rung is faster than FP32 arithmetic on this card; say what it takes, as `inputs: half`',
      stem)
  end
end

-- The chapters that have a rung, up to one of them or all, by what their kernels take:
-- a list of {inputs, chapters, library = query, ceilings = {{stem, name}, …}}. A chapter
-- says it in its front matter: `inputs: half`, and `ceiling: <probe>` of its own.
local function steps_of_ladder(R, upto)
  local groups, group_of = {}, {}
  for _, chapter in ipairs(R:chapters()) do
    local inputs = R:inputs(chapter.stem)
    if not PRECISION[inputs] then fail('chapters/%s.md: there are no inputs %s', chapter.stem, inputs) end
    if chapter.rung and inputs == 'float' then check_float(R, chapter.stem) end
    if chapter.rung and not group_of[inputs] then
      group_of[inputs] = {inputs = inputs, chapters = {}, ceilings = {}, library = inputs == 'float'
        and {of = 'measuring', kernel = 'cublas'}
        or {of = chapter.stem, kernel = library_of(R, chapter.stem, inputs)}}
      groups[#groups + 1] = group_of[inputs]
      if inputs == 'float' then group_of[inputs].ceilings[1] = {stem = 'measuring', name = 'fma'} end
    end
    local group = chapter.rung and group_of[inputs]
    if group then table.insert(group.chapters, chapter) end
    if group and chapter.ceiling then
      table.insert(group.ceilings, {stem = chapter.stem, name = chapter.ceiling})
    end
    if chapter.stem == upto then break end
  end
  return groups
end

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

-- probes of=<chapter> topic=<topic> [only=<names>] [rows=size]
-- One row a probe, one column a size, in the order of the record; or the other way round.
-- A named probe that the reader's card lacks, as it may a unit, is left out and noted.
function kinds.probes(R, want, slug)
  local record = R:probes(want.of, want.topic, slug)
    or fail_missing(R:path('data', slug, want.of .. '-' .. want.topic .. '.csv'))
  local by_size = want.rows == 'size'
  local columns, rows, row_of, column_of = {by_size and 'size' or 'probe'}, {}, {}, {}
  local found, lacks = probes_of(R, record, want.only)
  for i, name in ipairs(lacks) do lacks[i] = want.label(name) end
  for _, probe in ipairs(found) do
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
  return columns, rows, {unit = record.rows[1] and record.rows[1].unit, lacks = table.concat(lacks, ', ')}
end

-- roofline [kernels=<kernels>|rungs] [library=<sizes>] [n=4096]
-- The roof (fma), the slope (copy), kernels (or the rungs that take floats) at the intensity that the counters saw in
-- DRAM, and cuBLAS at the intensity of touching each matrix once: n/6.
function kinds.roofline(R, want, slug)
  local columns = {'what', 'name', 'FLOP per byte', 'TFLOP/s', 'TB/s'}
  local rows = {{'roof', 'FMA', '', cell(R:ceiling('fma', slug) / 1e3), ''},
    {'slope', 'copy', '', '', cell(R:ceiling('copy', slug) / 1e3)}}
  local list = kernel_list(R, want, want.kernels ~= 'rungs' and want.kernels or '')
  if want.kernels == 'rungs' then
    for _, chapter in ipairs(R:chapters()) do
      local counted = chapter.rung and R:inputs(chapter.stem) == 'float'
        and maybe(R, {metric = 'intensity', of = chapter.stem}, slug)
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

-- agreement [of=<chapter>,<chapter>,…] [n=128]
-- What the lens counted beside what the card's counters say: a row for each pair of
-- numbers that some kernel of these chapters has, or of any, and how many have it.
local COUNTS = {'load_requests', 'load_sectors', 'store_requests', 'store_sectors',
  'shared_load_wavefronts', 'shared_store_wavefronts'}

function kinds.agreement(R, want, slug)
  local rows, seen, n, only = {}, {}, tonumber(want.n or 128), {}
  for _, stem in ipairs(split(want.of)) do only[stem] = true end
  local function add(what, lens, card)
    local key = ('%s %s %s'):format(what, lens, card)
    if not seen[key] then
      seen[key] = {what, cell(lens), cell(card), 0}
      rows[#rows + 1] = seen[key]
    end
    seen[key][4] = seen[key][4] + 1
  end
  for _, chapter in ipairs(R:chapters()) do
    local asked = not want.of or only[chapter.stem]
    local counted = asked and R:lens(chapter.stem) and R:counters(chapter.stem, slug)
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
-- One row a chapter that has a rung, then cuBLAS and the arithmetic's ceiling, once for
-- each precision of the inputs; the reference's numbers, and beside them those of the
-- reader's own card. A share is always of cuBLAS in the kernel's own precision.
function kinds.ladder(R, want)
  local rows, n = {}, want.n or 4096
  local function add(what, name, inputs, query)
    local row = {what, name}
    for i, slug in ipairs{R.reference, R.own} do
      for j, metric in ipairs{'gflops', 'share'} do
        query.metric, query.n = metric, n
        local how = i == 1 and ask or maybe
        local value = how(R, query, slug)
        if value and metric == 'gflops' then value = value / 1e3 end
        row[2 * i + j] = cell(value)
      end
    end
    rows[#rows + 1] = {row[1], row[2], row[3], row[4], row[5] or '', row[6] or '', inputs}
  end
  for _, group in ipairs(steps_of_ladder(R)) do
    for _, chapter in ipairs(group.chapters) do
      add('rung', chapter.short, group.inputs, {of = chapter.stem})
    end
    add('library', 'cuBLAS', group.inputs, group.library)
    for _, c in ipairs(group.ceilings) do
      local own = R.own and ceiling_of(R, c.name, R.own, c.stem)
      rows[#rows + 1] = {'ceiling', want.label(c.name), cell(R:ceiling(c.name, R.reference, c.stem) / 1e3),
        '', own and cell(own / 1e3) or '', '', group.inputs}
    end
  end
  return {'what', 'name', 'TFLOP/s', '% of cuBLAS', 'own TFLOP/s', 'own %', 'inputs'}, rows,
    {own = R.own and R.cards[R.own]}
end

-- climb [upto=<chapter>] [n=4096]
-- The ladder on one card, up to a chapter: its rungs, and for each precision of the inputs
-- cuBLAS and what bounds the arithmetic, with the time that one product takes.
function kinds.climb(R, want, slug)
  local rows, n = {}, tonumber(want.n or 4096)
  local function add(what, name, inputs, gflops, share)
    rows[#rows + 1] = {what, name, inputs, cell(gflops / 1e3), cell(share), cell(2 * n ^ 3 / gflops / 1e6)}
  end
  for _, group in ipairs(steps_of_ladder(R, want.upto)) do
    local function get(metric, query)
      query.metric, query.n = metric, n
      return ask(R, query, slug)
    end
    for _, chapter in ipairs(group.chapters) do
      local query = {of = chapter.stem}
      add('rung', chapter.short, group.inputs, get('gflops', query), get('share', query))
    end
    add('library', 'cuBLAS', group.inputs, get('gflops', group.library), 100)
    for _, c in ipairs(group.ceilings) do
      add('ceiling', want.label(c.name), group.inputs, (R:ceiling(c.name, slug, c.stem)))
    end
  end
  return {'what', 'name', 'inputs', 'TFLOP/s', '% of its cuBLAS', 'ms'}, rows
end

-- steps kernels=<kernels> [ceilings=<probes>] [library=<kernel>] [n=4096]
-- A row a kernel, then what bounds them: probes at their best, and the library.
function kinds.steps(R, want, slug)
  local rows = {}
  local function add(what, list)
    for _, entry in ipairs(kernel_list(R, want, list)) do
      local query = {of = entry.stem, kernel = entry.kernel, n = want.n, metric = 'gflops'}
      local gflops = ask(R, query, slug)
      query.metric = 'share'
      rows[#rows + 1] = {what, entry.label, cell(gflops / 1e3), cell(maybe(R, query, slug))}
    end
  end
  add('kernel', want.kernels)
  for _, name in ipairs(split(want.ceilings)) do
    local stem, probe = name:match '^([^.]+)%.(.+)$'
    if not stem then fail('ceilings=%s: write chapter.probe', name) end
    rows[#rows + 1] = {'ceiling', want.label(probe), cell(R:ceiling(probe, slug, stem) / 1e3), ''}
  end
  add('library', want.library)
  return {'what', 'name', 'TFLOP/s', '% of cuBLAS'}, rows, {unit = 'TFLOP/s'}
end

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

-- published [n=4096]
-- For every rung that others have published too, in the same precision, a row a card: the
-- reader's own, the reference, then the published ones, slowest last, each source's best.
-- Each is beside its own cuBLAS.
local function published_for(R, chapter)
  local best, order, seen, found = {}, {}, {}, {}
  for _, row in ipairs(chapter.rung and R:published() or {}) do
    if row.stem == chapter.stem and row.gflops and row.precision == PRECISION[R:inputs(chapter.stem)] then
      local entry = row.card .. ' ' .. row.source
      if not best[entry] then order[#order + 1] = entry end
      if not best[entry] or row.gflops > best[entry].gflops then best[entry] = row end
    end
  end
  for _, entry in ipairs(order) do
    local row = best[entry]
    local name = row.card .. ' ' .. tostring(row.gflops)     -- a lecture may repeat a worklog
    if not seen[name] then found[#found + 1] = row end
    seen[name] = true
  end
  return found
end

function kinds.published(R, want)
  local rows = {}
  for _, chapter in ipairs(R:chapters()) do
    local others = {}
    local inputs = R:inputs(chapter.stem)
    local heading = chapter.short .. (inputs ~= 'float' and (', %s inputs'):format(inputs) or '')
    for i, row in ipairs(published_for(R, chapter)) do
      others[i] = {'published', heading, row.card, row.source, row.gflops / 1e3,
        row.ratio and row.ratio * 100}
    end
    table.sort(others, function(a, b) return a[5] > b[5] end)
    local query = {of = chapter.stem, n = want.n}
    for _, slug in ipairs(#others > 0 and {R.reference, R.own} or {}) do
      local how = slug == R.reference and ask or maybe
      query.metric = 'gflops'
      local speed = how(R, query, slug)
      query.metric = 'share'
      if speed then
        table.insert(others, 1, {slug == R.own and 'own' or 'reference', heading,
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

-- Declarations ---------------------------------------------------------------

-- A script draws and starts no program; what the *.inc of the binding do is theirs.
local function check_harmless(path, text)
  local at = 0
  for line in text:gsub('^\n', ''):gmatch '([^\n]*)\n?' do
    at = at + 1
    local code = line:match '^%s*#' and '' or line
    local found = code:match '%f[%w]system%f[%W]' or code:match '`' or code:match '^%s*!' or code:match "['\"]%s*<"
      or code:match "%f[%w]set%s+%a+.-['\"]%s*|"
      or code:match '%f[%w]shell%f[%W]' or code:match '%f[%w]popen%f[%W]'
    if found then fail('%s:%d: “%s” would start a program, which no plot may', path, at, found) end
  end
end

-- What a script asks for: {kind, line, key = value, label = function}.
local function declaration(path)
  local file = io.open(path, 'rb')
  local text = '\n' .. file:read 'a'
  file:close()
  check_harmless(path, text)
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
  for _, key in ipairs{'from', 'card', 'own', 'date', 'unit', 'lacks'} do
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
