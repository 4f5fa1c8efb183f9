-- metrics.lua: takes a query and returns what the bench, the counters, the probes and others' figures say: value, unit,
-- record, row; and of each the list of its metrics.

local failure, formats, lookup = require 'records.failure', require 'records.formats', require 'records.lookup'
local columns, nearest = require 'records.columns', require 'records.nearest'
local lacks, number_of, set = failure.lacks, formats.number, formats.set
local row_of = lookup.find

local metrics, methods = {}, {}
metrics.methods = methods                         -- of records

-- What is computed from a record is {function, unit, meaning, head}; the rest is in data/columns.tsv.
-- Of a row of counters, the bytes of an element and the multiprocessors of the card:
local function products(r) return r.m * r.n * r.k end
local function dram(r) return r.dram_read_bytes + r.dram_write_bytes end
local function per_step(r, wavefronts) return 32 * wavefronts / products(r) end

local OF_COUNTERS = {
  load_sectors_per_request = {function(r) return r.load_sectors / r.load_requests end, '',
    'sectors for each request that loads', 'Sectors per load'},
  store_sectors_per_request = {function(r) return r.store_sectors / r.store_requests end, '',
    'sectors for each request that stores', 'Sectors per store'},
  dram_bytes = {dram, 'B', 'bytes read from DRAM and written to it', 'DRAM traffic'},
  intensity = {function(r) return 2 * products(r) / dram(r) end, 'FLOP/B', '2MNK over the bytes read from DRAM and written to it', 'FLOP per DRAM byte'},
  l1_intensity = {function(r) return 2 * products(r) / (128 * r.data_wavefronts) end, 'FLOP/B',
    '2MNK over 128 bytes for each wavefront of L1’s data stage, the most that one brings'},
  dram_gbs = {function(r) return dram(r) / r.time_us / 1e3 end, 'GB/s', 'traffic of DRAM'},
  bytes_asked = {function(r, size) return 2 * products(r) * size end, 'B',
    'what the definition asks for, 2K elements for each result', 'Bytes asked for'},
  tags_per_step = {function(r) return per_step(r, r.load_tags) end, '',
    'wavefronts of L1’s tag stage for each step over k of a warp of 32 results', 'Tag wavefronts per step'},
  data_per_step = {function(r) return per_step(r, r.data_wavefronts) end, '',
    'wavefronts of L1’s data stage for each step over k of a warp of 32 results', 'Data wavefronts per step'},
  shared_load_wavefronts_per_step = {function(r) return per_step(r, r.shared_load_wavefronts) end, '',
    'wavefronts of shared loads for each step over k of a warp of 32 results'},
  l2_gbs = {function(r) return r.l2_read_bytes / r.time_us / 1e3 end, 'GB/s', 'reads from L2'},
  wavefronts_per_shared_load = {function(r) return r.shared_load_wavefronts / r.shared_load_requests end, '',
    'wavefronts for each request that loads from shared memory'},
  fma_share = {function(r) return products(r) / 32 / r.instructions * 100 end, '%',
    'the multiply-adds that the product needs, of all instructions'},
  -- The profiler counts every warp that stands there, and 64 warps fill four schedulers.
  dispatch_per_ffma = {function(r) return r.stall_dispatch / (0.16 * r.occupancy) * 32 * r.instructions / products(r) end, '',
    'cycles of a scheduler at dispatch for each multiply-add that the product needs'},
  flops_per_cycle = {function(r, _, processors) return 2 * products(r) / processors / r.cycles end, '',
    'FLOP of one multiprocessor in a cycle'},
  flops_per_busy_cycle = {function(r, _, processors) return 2 * products(r) / processors / r.cycles / r.tensor_busy * 100 end, '',
    'FLOP of one multiprocessor in a cycle in which its tensor cores are busy'},
  profile_clock = {function(r) return r.cycles / r.time_us / 1e3 end, 'GHz', 'the clock under the profiler'},
  -- 64 warps fill four schedulers.
  issue_interval = {function(r) return 16 * r.occupancy / r.issue_busy end, '', 'cycles from one instruction of a warp to its next'},
  stall_sum = {function(r)
    local sum = 0
    for name, value in pairs(r) do
      if name:match '^stall_' and name ~= 'stall_total' and name ~= 'stall_selected' then sum = sum + value end
    end
    return sum
  end, '', 'cycles between two instructions of a warp, those for which a cause was counted'},
}

-- Of a product's row, its record and a function for the ceiling over it:
local function seconds(row) return 2 * row.m * row.n * row.k / (row.gflops * 1e9) end

local OF_PRODUCT = {
  time = {seconds, 's', 'the time of a launch', 'Time'},
  share = {function(row) return row.ratio and row.ratio * 100 end, '%', 'the ratio to cuBLAS, in per cent', 'Share of cuBLAS'},
  ceiling = {function(row, _, most) return row.gflops / most() * 100 end, '%',
    'the speed, of what arithmetic can reach at most as measured', 'Share of the ceiling'},
  elapsed = {function(row) return row.cycles end, 'count', 'cycles of a launch, as timed; `cycles` is the profiler’s',
    'Cycles of a launch'},
  cycle_share = {function(row) return row.cycle_ratio and row.cycle_ratio * 100 end, '%', 'the ratio in cycles, in per cent',
    'Share in cycles'},
  cycles_per_step = {function(row, record)
    local processors = number_of(record.header.multiprocessors or '')
    return processors and row.clock and seconds(row) * row.clock * 1e6 * processors * 32 / products(row)
  end, '', 'cycles of a multiprocessor, if it is kept busy, for each step over k of each warp of 32 results', 'Cycles per step'},
}

-- Of the library, over all records of the card whose chapters take what this one takes, {what it keeps of two rows, unit, meaning}:
local OF_LIBRARY = {
  library_lowest = {function(a, b) return b.gflops < a.gflops and b or a end, 'GFLOP/s', 'the lowest speed of cuBLAS in any record of the card'},
  library_highest = {function(a, b) return b.gflops > a.gflops and b or a end, 'GFLOP/s', 'the highest'},
  library_records = {function(a) return a end, 'count', 'how many records have cuBLAS at this size'},
}

-- Of a kernel over all products of its record, or those with so many rows of A, from= to=: {function of the list of its rows, unit, meaning}:
local function mean_of(rows)
  local sum = 0
  for _, row in ipairs(rows) do sum = sum + math.log(row.ratio) end
  return math.exp(sum / #rows) * 100
end

local function extreme(better)
  return function(rows)
    local best = rows[1].ratio
    for _, row in ipairs(rows) do best = better(best, row.ratio) end
    return best * 100
  end
end

local OF_RECORD = {
  products = {function(rows) return #rows end, 'count', 'how many products the record has of the kernel'},
  mean_share = {mean_of, '%', 'the geometric mean of the shares of cuBLAS in all of them'},
  least_share = {extreme(math.min), '%', 'the least of these shares'},
  most_share = {extreme(math.max), '%', 'the largest'},
  shares_below = {function(rows, below)
    local count = 0
    for _, row in ipairs(rows) do count = count + (row.ratio * 100 < below and 1 or 0) end
    return count
  end, 'count', 'how many of them are below within= per cent'},
}

-- Of a probe, in whose row the value has the unit:
local OF_PROBE = {
  gflops = {set 'GFLOP/s', 'GFLOP/s', 'the value of a probe of arithmetic'},
  gbs = {set 'GB/s', 'GB/s', 'the value of a probe of memory'},
  time = {set 's,ms,us', 's', 'the value of a probe of time'},
  watts = {set 'W', 'W', 'the value of a probe of power'},
  per_cycle = {set 'GFLOP/s', '', 'of arithmetic: FLOP of one multiprocessor in a cycle'},
}

-- Numbers of the card itself, out of the header of the chapter's record.
local OF_CARD = {
  multiprocessors = {'multiprocessors', 'count', 'multiprocessors of the card'},
  memory_bytes = {'memory-bytes', 'B', 'the card’s memory'}, l2_bytes = {'l2-bytes', 'B', 'the card’s L2'},
  clock_max = {'clock-max-mhz', 'MHz', 'the highest clock of the multiprocessors'},
}

-- A table {name, unit, meaning, head} of each, in order and by name: of a record's columns, but for its key and those
-- that `not_in` has too; and of what is computed, {function, unit, meaning, head}.
local function described(kind, computed, not_in)
  local list, names = {}, {}
  for _, column in ipairs(kind and columns.of(kind) or {}) do
    if not column.key and not (not_in and columns.of(not_in)[column.name]) and column.name ~= 'unit' and column.name ~= 'status' then
      list[#list + 1] = {name = column.name, unit = column.is_text and 'text' or column.unit,
        meaning = column.meaning, head = column.head}
    end
  end
  for name in pairs(computed) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do
    local _, unit, meaning, head = table.unpack(computed[name], 1, 4)
    list[#list + 1] = {name = name, unit = unit, meaning = meaning, head = head}
  end
  for _, entry in ipairs(list) do list[entry.name] = entry end
  return list
end

local PRODUCT, COUNTERS = described('gemm', OF_PRODUCT, 'counters'), described('counters', OF_COUNTERS)
local PROBE, CARD, LIBRARY = described('probe', OF_PROBE), described(nil, OF_CARD), described(nil, OF_LIBRARY)
local RECORD = described(nil, OF_RECORD)

-- A ceiling's value, unit and record, out of <stem>-ceilings.csv: of arithmetic the best
-- that any size of the probe reached, of memory the largest size, where no cache helps.
function methods:ceiling(name, slug, stem)
  stem = stem or 'measuring'
  local record, best = self:probes(stem, 'ceilings', slug), nil
  for _, row in ipairs(record and record.rows or {}) do
    local by = row.unit == 'GFLOP/s' and 'value' or 'size'
    if row.probe == name and not (best and best[by] >= row[by]) then best = row end
  end
  if not best then
    lacks(self:path('data', slug or self.reference, stem .. '-ceilings.csv'),
      'it has no probe %s; `make measure C=%s` takes it', name, stem)
  end
  return best.value, best.unit, record
end

-- What the kernels of a chapter take, as its front matter says: float, half, bf16 or tf32.
function methods:inputs(stem)
  local chapter = self:chapter(stem)
  return chapter and chapter.inputs or 'float'
end

-- What one kernel of a record takes, if not what its chapter does: then the record has the
-- library for it, cublas-bf16 for `bf16`.
local NAMED = {fp32 = 'float', fp16 = 'half', bf16 = 'bf16', tf32 = 'tf32'}

local function inputs_of(self, record, stem, kernel)
  local name = kernel:match '^cublas%-(%w+)' or kernel:match '^%w+'
  for _, row in ipairs(NAMED[name] and record.rows or {}) do
    if row.kernel == 'cublas-' .. name then return NAMED[name] end
  end
  return self:inputs(stem)
end

-- The speed that arithmetic can reach at most in a chapter, as measured, in GFLOP/s: its
-- own probe if its front matter has `ceiling:`, else fused multiply-adds in float.
local function ceiling_over(self, record, stem, kernel, slug)
  local chapter = self:chapter(stem)
  if inputs_of(self, record, stem, kernel) ~= self:inputs(stem) then
    lacks(record.path, 'kernel %s takes other inputs than its chapter, which has no ceiling for them', kernel)
  end
  if chapter and chapter.ceiling then return (self:ceiling(chapter.ceiling, slug, stem)) end
  if self:inputs(stem) ~= 'float' then
    lacks(('chapters/%s.md'):format(stem), 'it names no ceiling; add `ceiling: <probe>`')
  end
  return (self:ceiling('fma', slug))
end

-- Over all records that have the library in the same precision. A chapter whose contestants hold the library's clock down says
-- `contest: apart` in its front matter, and its record is not among them.
local function library_metric(self, query, slug)
  local metric, count, found, from = query.metric, 0, nil, nil
  local m, n, k = lookup.size(query)
  local beta = lookup.beta_of(query)
  for _, chapter in ipairs(self:chapters()) do
    local counts = chapter.contest ~= 'apart' and self:inputs(chapter.stem) == self:inputs(query.of)
    local record = counts and self:gemm(chapter.stem, slug)
    local row = record and lookup.at(record, 'cublas', m, n, k, beta)
    if row then
      count, found = count + 1, found and OF_LIBRARY[metric][1](found, row) or row
      if found == row then from = record end
    end
  end
  if not found then lacks(self:path('data', slug), 'no record has the library at %s', lookup.size_text(m, n, k)) end
  return metric == 'library_records' and count or found.gflops, LIBRARY[metric].unit, from, found
end

-- Without alpha and beta, as they are mostly measured.
local function record_metric(self, query, kernel, slug)
  local record, rows = self:need('gemm', query.of, slug), {}
  local from, to = tonumber(query.from or 0), tonumber(query.to or math.huge)
  for _, row in ipairs(record.rows) do
    if row.kernel == kernel and lookup.beta(row) == 0 and row.ratio and from <= row.m and row.m <= to then rows[#rows + 1] = row end
  end
  if #rows == 0 then lacks(record.path, 'it has no product of kernel %s with from=%g to=%g rows of A', kernel, from, to) end
  return OF_RECORD[query.metric][1](rows, tonumber(query.within or 100)), RECORD[query.metric].unit, record
end

-- What the card drew with the kernel alone on it, which is measured with beta 0: the row and the record, or nil.
local function drawn_alone(self, query, kernel, slug)
  local record = self:probes(query.of, 'watts', slug)
  local m, n, k = lookup.size(query)
  for _, row in ipairs(record and m == n and n == k and lookup.beta_of(query) == 0 and record.rows or {}) do
    if row.probe == kernel and row.size == n then return row, record end
  end
end

local function gemm_metric(self, query, kernel, slug)
  if query.metric == 'watts' then
    local row, from = drawn_alone(self, query, kernel, slug)
    if row then return row.value, 'W', from, row end
  end
  local record = self:need('gemm', query.of, slug)
  local row, metric = row_of(record, kernel, query), query.metric
  local value = row[metric]
  if OF_PRODUCT[metric] then
    value = OF_PRODUCT[metric][1](row, record, function() return ceiling_over(self, record, query.of, kernel, slug) end)
  end
  if not value or value == '' then
    lacks(record.path .. ':' .. row.line, 'this row has no %s; `make measure C=%s` takes it, if the card gives it', metric, query.of or 'STEM')
  end
  return value, PRODUCT[metric].unit, record, row
end

local BYTES = {half = 2, bf16 = 2}                -- of an element; of others 4

local function counter_metric(self, query, kernel, slug)
  local record = self:need('counters', query.of, slug)
  local row, metric = row_of(record, kernel, query), query.metric
  local value = COUNTERS[metric] and row[metric]
  if OF_COUNTERS[metric] then
    local size = BYTES[inputs_of(self, record, query.of, kernel)] or 4
    local ok, result = pcall(OF_COUNTERS[metric][1], row, size, number_of(record.header.multiprocessors or ''))
    value = ok and result or nil
  end
  if not value then lacks(record.path .. ':' .. row.line, 'this row has no %s', metric) end
  return value, COUNTERS[metric].unit, record, row
end

-- Probe records are <stem>-<topic>.csv; without topic= every topic is searched.
function methods:probe_records(stem, topic, slug, probe)
  local found, key = {}, ('%s %s %s %s'):format(stem, topic, slug, probe)
  for _, record in ipairs(self.topics[key] or {}) do self.files[record.path] = true end
  if self.topics[key] then return self.topics[key] end
  local pattern = '^' .. stem:gsub('%p', '%%%0') .. '%-(.+)%.csv$'
  for _, name in ipairs(self:names('data', slug)) do
    local this = name:match(pattern)
    if this and (not topic or this == topic) then
      local path = self:path('data', slug, name)
      local kind = formats.header_field(path, 'kind')
      local asked = kind == 'probe' and formats.mentions(path, probe)
      if asked or not columns.of(kind or '') then
        found[#found + 1] = self:probes(stem, this, slug)
      end
    end
  end
  self.topics[key] = found
  return found
end

local PROBE_UNITS = {relative = '', element = 'count'}   -- a share of something, a number of one

local function probes_of(records)
  local names = {}
  for _, record in ipairs(records) do
    for _, row in ipairs(record.rows) do names[#names + 1] = row.probe end
  end
  return names
end

local function probe_metric(self, query, slug)
  local stem, metric = query.of_probe or query.of or 'measuring', query.metric
  if not PROBE[metric] then lacks(metric, 'a probe has no such metric') end
  local wanted, found, sizes, from = tonumber(query.size), {}, {}, nil
  local best = query.size == 'best'
  for _, record in ipairs(self:probe_records(stem, query.topic, slug, query.probe)) do
    for _, row in ipairs(record.rows) do
      if row.probe == query.probe then
        sizes[#sizes + 1] = ('%d'):format(row.size)
        if best and not (found[1] and found[1].value >= row.value) then found[1], from = row, record end
        if not best and (not wanted or row.size == wanted) then found[#found + 1], from = row, record end
      end
    end
  end
  local where = self:path('data', slug, stem .. '-' .. (query.topic or '*') .. '.csv')
  if #found == 0 then
    lacks(where, 'there is no probe %s%s', query.probe, #sizes > 0 and ' of size ' .. query.size .. '; its sizes are '
      .. table.concat(sizes, ', ') or nearest(query.probe, probes_of(self:probe_records(stem, query.topic, slug))))
  elseif #found > 1 then
    lacks(where, 'probe %s has several sizes, so say size= (%s)', query.probe, table.concat(sizes, ', '))
  end
  local row = found[1]
  if OF_PROBE[metric] and not OF_PROBE[metric][1][row.unit] then
    lacks(from.path .. ':' .. row.line, 'probe %s is in %s, not in %s', row.probe, row.unit, metric)
  end
  local processors = number_of(from.header.multiprocessors or '')
  if metric == 'per_cycle' and processors and row.clock then   -- of one multiprocessor
    return row.value * 1e3 / processors / row.clock, '', from, row
  end
  local column = (row[metric] or metric == 'per_cycle') and metric or 'value'
  local unit = (metric == 'runs' or metric == 'clock') and PROBE[metric].unit or PROBE_UNITS[row.unit] or row.unit
  return row[column] or lacks(from.path .. ':' .. row.line, 'this row has no %s', metric), unit, from, row
end

local function published_metric(self, query, label)
  local folder, found = self:path('data', 'published'), {}
  for _, row in ipairs(self:published()) do
    if row.source == query.source and row.label == label
      and (not query.n or row.n == tonumber(query.n))
      and (not query.card or row.card == query.card) then found[#found + 1] = row end
  end
  if #found ~= 1 then
    lacks(folder, '%s with source=%s label=%s%s', #found == 0 and 'there is no row'
      or 'there are several rows', tostring(query.source), tostring(label),
      query.n and ' n=' .. query.n or '')
  end
  local row, metric = found[1], query.metric
  local value = PRODUCT[metric] and row[metric]
  if metric == 'share' or metric == 'time' and row.gflops then value = OF_PRODUCT[metric][1](row) end
  if type(value) ~= 'number' then lacks(row.path .. ':' .. row.line, 'this row has no %s', metric) end
  return value, PRODUCT[metric].unit, {path = row.path, card = row.card, header = {}}, row
end

local function card_metric(self, query, slug)
  local record, what = self:need('gemm', query.of or 'measuring', slug), OF_CARD[query.metric]
  local value = number_of(record.header[what[1]] or '')
  return value or lacks(record.path, 'its header has no %s', what[1]), what[2], record
end

metrics.described, metrics.of_product, metrics.of_counters, metrics.of_probe, metrics.of_card = described, PRODUCT, COUNTERS, PROBE, CARD
metrics.gemm, metrics.counter, metrics.probe = gemm_metric, counter_metric, probe_metric
metrics.published, metrics.card = published_metric, card_metric
metrics.library, metrics.of_library = library_metric, LIBRARY
metrics.record, metrics.of_record = record_metric, RECORD

return metrics
