-- chart_tables.lua: records, what a plot asks for, a card -> columns, rows, facts of its table.
-- The kinds of tables that figures draw, each under what it takes: (records,
-- what is wanted, card) -> columns, rows, facts. Those of two directions are in grid_tables.lua.

local table_query, other_cards = require 'figures.table_query', require 'figures.other_cards'
local lookup = require 'records.lookup'
local fail, split, cell, fail_missing = table_query.fail, table_query.split, table_query.cell, table_query.fail_missing
local whole = table_query.whole
local ask, maybe, ceiling_of = table_query.ask, table_query.maybe, table_query.ceiling_of
local kernel_list, probes_of = table_query.kernel_list, table_query.probes_of

local chart_tables = {}

-- A ceiling in thousands, to five digits: labels round it to three, and four would make 63.849 to 63.9.
local function ceiling_cell(value) return ('%.5g'):format(value / 1e3) end

-- The kernel of a chapter that its kernels are compared with: `cublas`, or cublas-fp16 where
-- that name is taken by the library in another precision (code/bench/gpu/library.h).
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
    if row.kernel == kernel and row.m == row.n and row.n == row.k and lookup.beta(row) == 0 then sizes[#sizes + 1] = row.n end
  end
  return sizes
end

-- series kernels=<kernels> [ceiling=fma]
-- One row a square size, TFLOP/s: median and quartiles of each kernel side by side.
function chart_tables.series(R, want, slug)
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
  table.sort(sizes)
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
    if want.ceiling then row[#row + 1] = ceiling_cell(R:ceiling(want.ceiling, slug)) end
    rows[#rows + 1] = row
  end
  return columns, rows, {unit = 'TFLOP/s'}
end

-- products of=<records> kernels=<kernels> [columns=<metrics>] [roof=<chapter>.<probe>]
-- One row a product of the records that has one of the kernels: M, N, K and each kernel's metrics, the share if none is named, side by
-- side; with a roof also the most of that probe in TFLOP/s, and what a copy makes in TB/s.
function chart_tables.products(R, want, slug)
  local wanted, columns, rows, seen = {}, {'m', 'n', 'k'}, {}, {}
  local kernels, metrics, limits = split(want.kernels), split(want.columns or 'share'), {}
  for _, kernel in ipairs(kernels) do
    wanted[kernel] = true
    for _, metric in ipairs(metrics) do
      columns[#columns + 1] = #metrics > 1 and want.label(kernel) .. ' ' .. metric or want.label(kernel)
    end
  end
  if want.roof then
    local stem, probe = want.roof:match '^([%w-]+)%.(.+)$'
    columns[#columns + 1], columns[#columns + 2] = 'roof', 'copy'
    limits = {ceiling_cell(R:ceiling(probe, slug, stem)), ceiling_cell(R:ceiling('copy', slug))}
  end
  local function add(at, of)
    local row = {whole(at.m), whole(at.n), whole(at.k)}
    for _, kernel in ipairs(kernels) do
      for _, metric in ipairs(metrics) do
        row[#row + 1] = cell(maybe(R, {metric = metric, of = of, kernel = kernel, m = at.m, n = at.n, k = at.k}, slug))
      end
    end
    rows[#rows + 1] = table.move(limits, 1, #limits, #row + 1, row)
  end
  for _, of in ipairs(split(want.of)) do
    for _, at in ipairs(R:need('gemm', of, slug).rows) do
      local size = lookup.size_text(at.m, at.n, at.k)
      if wanted[at.kernel] and lookup.beta(at) == 0 and not seen[size] then
        seen[size] = true
        add(at, of)
      end
    end
  end
  if #rows == 0 then fail('of=%s: there is no product of %s', want.of, want.kernels or 'kernels=') end
  return columns, rows
end

-- metrics kernels=<kernels> columns=<metrics> [n=4096]
-- One row a kernel, one column a metric of records.lua, counters among them.
function chart_tables.metrics(R, want, slug)
  local columns, rows = {'kernel', table.unpack(split(want.columns))}, {}
  for _, entry in ipairs(kernel_list(R, want, want.kernels)) do
    local row = {entry.label}
    for i = 2, #columns do
      local value = ask(R, {metric = columns[i], of = entry.stem, kernel = entry.kernel, n = want.n}, slug)
      row[i] = value % 1 == 0 and whole(value) or cell(value, 5)     -- for a plot that rounds it again
    end
    rows[#rows + 1] = row
  end
  return columns, rows
end

-- probes of=<chapter> topic=<topic> [only=<names>] [rows=size]
-- One row a probe, one column a size, in the order of the record; or the other way round.
-- A named probe that the reader's card lacks, as it may a unit, is left out and noted.
function chart_tables.probes(R, want, slug)
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
function chart_tables.roofline(R, want, slug)
  local columns = {'what', 'name', 'FLOP per byte', 'TFLOP/s', 'TB/s', 'FLOP per byte of L1'}
  local rows = {{'roof', 'FMA', '', ceiling_cell(R:ceiling('fma', slug)), '', ''},
    {'slope', 'copy', '', '', ceiling_cell(R:ceiling('copy', slug)), ''}}
  local list, inner = kernel_list(R, want, want.kernels ~= 'rungs' and want.kernels or ''), false
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
      cell(get('gflops', ask) / 1e3), '', cell(get('l1_intensity', maybe))}
    inner = inner or rows[#rows][6] ~= ''
  end
  -- What L1 can bring at most: a wavefront in each cycle of each multiprocessor.
  local processors, clock = maybe(R, {metric = 'multiprocessors'}, slug), maybe(R, {metric = 'clock_max'}, slug)
  if inner and processors and clock then
    table.insert(rows, 3, {'slope of L1', 'L1', '', '', cell(128 * processors * clock / 1e6), ''})
  end
  for _, n in ipairs(split(want.library)) do
    local query = {metric = 'gflops', of = 'measuring', kernel = 'cublas', n = n}
    rows[#rows + 1] = {'library', n, cell(n / 6), cell(ask(R, query, slug) / 1e3), '', ''}
  end
  return columns, rows
end

-- agreement [of=<chapter>,<chapter>,…] [n=128]
-- What the lens counted beside what the card's counters say: a row for each pair of
-- numbers that some kernel of these chapters has, or of any, and how many have it.
local COUNTS = {'load_requests', 'load_sectors', 'store_requests', 'store_sectors',
  'shared_load_wavefronts', 'shared_store_wavefronts'}

function chart_tables.agreement(R, want, slug)
  local rows, seen, n, only = {}, {}, tonumber(want.n or 128), {}
  for _, stem in ipairs(split(want.of)) do only[stem] = true end
  local function add(what, lens, card)
    local key = ('%s %s %s'):format(what, lens, card)
    if not seen[key] then
      seen[key] = {what, whole(lens), whole(card), 0}
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
  for _, row in ipairs(rows) do row[4] = whole(row[4]) end
  return {'count', 'lens', 'card', 'times'}, rows
end

-- ladder [n=4096]
-- One row a chapter that has a rung, then cuBLAS and the arithmetic's ceiling, once for
-- each precision of the inputs; the reference's numbers, and beside them those of the
-- reader's own card and of those that stand beside. A share is always of cuBLAS in the
-- kernel's own precision.
function chart_tables.ladder(R, want)
  local rows, n, others, cards = {}, want.n or 4096, {}, {}
  local columns = {'what', 'name', 'TFLOP/s', '% of cuBLAS', 'own TFLOP/s', 'own %', 'inputs'}
  for _, slug in ipairs(R.beside) do
    if slug ~= R.reference and slug ~= R.own then
      others[#others + 1], cards[#cards + 1] = slug, other_cards.short(R.cards[slug])
      columns[#columns + 1] = other_cards.column('TFLOP/s', cards[#cards])
      columns[#columns + 1] = other_cards.column('%', cards[#cards])
    end
  end
  local function add(what, name, inputs, query)
    local row = {what, name}
    local function fill(how, slug)
      for _, metric in ipairs{'gflops', 'share'} do
        query.metric, query.n = metric, n
        local value = slug and how(R, query, slug)
        if value and metric == 'gflops' then value = value / 1e3 end
        row[#row + 1] = cell(value, metric == 'gflops' and 5)            -- the plot rounds it again
      end
    end
    fill(ask, R.reference)
    fill(maybe, R.own)
    row[#row + 1] = inputs
    for _, slug in ipairs(others) do fill(maybe, slug) end
    rows[#rows + 1] = row
  end
  for _, group in ipairs(steps_of_ladder(R)) do
    for _, chapter in ipairs(group.chapters) do
      add('rung', chapter.short, group.inputs, {of = chapter.stem})
    end
    add('library', 'cuBLAS', group.inputs, group.library)
    for _, c in ipairs(group.ceilings) do
      local own = R.own and ceiling_of(R, c.name, R.own, c.stem)
      rows[#rows + 1] = {'ceiling', want.label(c.name), ceiling_cell(R:ceiling(c.name, R.reference, c.stem)),
        '', own and ceiling_cell(own) or '', '', group.inputs}
      for _ = 8, #columns do table.insert(rows[#rows], '') end
    end
  end
  return columns, rows, {own = R.own and R.cards[R.own], cards = cards}
end

-- climb [upto=<chapter>] [n=4096]
-- The ladder on one card, up to a chapter: its rungs, and for each precision of the inputs
-- cuBLAS and what bounds the arithmetic, with the time that one product takes.
function chart_tables.climb(R, want, slug)
  local rows, n = {}, tonumber(want.n or 4096)
  local function add(what, name, inputs, gflops, share)
    local speed = what == 'ceiling' and ceiling_cell(gflops) or cell(gflops / 1e3, 5)
    rows[#rows + 1] = {what, name, inputs, speed, cell(share), cell(2 * n ^ 3 / gflops / 1e6)}
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
function chart_tables.steps(R, want, slug)
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
    rows[#rows + 1] = {'ceiling', want.label(probe), ceiling_cell(R:ceiling(probe, slug, stem)), ''}
  end
  add('library', want.library)
  return {'what', 'name', 'TFLOP/s', '% of cuBLAS'}, rows, {}
end

-- loops least=70
-- For every kernel whose loop has at least so many per cent FFMAs: what its banks ask, in
-- cycles for each FFMA, of FFMAs by themselves and in a row (book/records/loop_bounds.lua), and what the
-- reference card took. Of kernels that come to the same one is enough.
function chart_tables.loops(R, want)
  local rows, seen = {}, {}
  for _, row in ipairs(R:need('loops', 'correlation').rows) do
    local key = ('%.2f %.2f %.2f'):format(row.sum, row.cycles, row.measured)
    if row.share >= tonumber(want.least) and not seen[key] then
      seen[key] = true
      rows[#rows + 1] = {row.chapter, row.kernel, cell(row.sum), cell(row.cycles), cell(row.measured)}
    end
  end
  return {'chapter', 'kernel', 'by itself', 'by the window', 'measured'}, rows
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

function chart_tables.published(R, want)
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
      row[5], row[6] = cell(row[5], 5), cell(row[6])
      rows[#rows + 1] = row
    end
  end
  return {'what', 'chapter', 'card', 'source', 'TFLOP/s', '% of its cuBLAS'}, rows
end

-- peers kernels=<kernel> n=4096 sizes=4092,4096 [but=<source>,…]
-- A kernel, and what others published in FP32 beside their card's cuBLAS: of each source and
-- card, but for these, the best with an n of those sizes, the best first. A source is named by its label.
function chart_tables.peers(R, want, slug)
  local sizes, best, others, without = {}, {}, {}, {}
  for _, n in ipairs(split(want.sizes)) do sizes[tonumber(n)] = true end
  for _, source in ipairs(split(want.but or '')) do without[source] = true end
  for _, row in ipairs(R:published()) do
    local entry = row.card .. ' ' .. row.source
    if row.precision == 'fp32' and row.ratio and sizes[row.n] and row.stem ~= 'cublas'
      and not without[row.source] and not (best[entry] and best[entry].ratio >= row.ratio) then
      best[entry] = row
    end
  end
  for _, row in pairs(best) do
    others[#others + 1] = {'published', want.label(row.source), row.card, row.source, row.ratio * 100}
  end
  table.sort(others, function(a, b)
    if a[5] ~= b[5] then return a[5] > b[5] end
    return a[3] .. a[4] < b[3] .. b[4]
  end)
  for i, entry in ipairs(kernel_list(R, want, want.kernels)) do
    table.insert(others, i, {'kernel', entry.label, R.cards[slug], '',
      ask(R, {metric = 'share', of = entry.stem, kernel = entry.kernel, n = want.n}, slug)})
  end
  for _, row in ipairs(others) do row[5] = cell(row[5]) end
  return {'what', 'kernel', 'card', 'source', '% of its cuBLAS'}, others
end

-- access
-- What one warp touches in one step, from the trace that `make lens` took as the line
-- `# trace: …` says (code/lens/trace.sh): a row an array and op, named as in `A load`.
function chart_tables.access(R, want)
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

return chart_tables
