-- metrics.lua: what the bench, the counters, the probes and others' figures say.

local failure, formats, lookup = require 'records.failure', require 'records.formats', require 'records.lookup'
local lacks, number_of, set = failure.lacks, formats.number, formats.set
local row_of = lookup.find

local metrics, methods = {}, {}
metrics.methods = methods                         -- of records

local DERIVED = {   -- metrics computed from a row of counters: function and unit
  load_sectors_per_request = {function(r) return r.load_sectors / r.load_requests end, ''},
  store_sectors_per_request = {function(r) return r.store_sectors / r.store_requests end, ''},
  dram_bytes = {function(r) return r.dram_read_bytes + r.dram_write_bytes end, 'B'},
  intensity = {function(r)
    return 2 * r.m * r.n * r.k / (r.dram_read_bytes + r.dram_write_bytes) end, 'FLOP/B'},
  -- A wavefront of L1's data stage brings 128 bytes at most.
  l1_intensity = {function(r) return 2 * r.m * r.n * r.k / (128 * r.data_wavefronts) end, 'FLOP/B'},
  dram_gbs = {function(r)
    return (r.dram_read_bytes + r.dram_write_bytes) / r.time_us / 1e3 end, 'GB/s'},
  -- What the definition asks for, 2K elements for each result; and the wavefronts of the two
  -- stages of L1 for each step over k of a warp of 32 results.
  bytes_asked = {function(r, size) return 2 * r.m * r.n * r.k * size end, 'B'},
  tags_per_step = {function(r) return 32 * r.load_tags / (r.m * r.n * r.k) end, ''},
  data_per_step = {function(r) return 32 * r.data_wavefronts / (r.m * r.n * r.k) end, ''},
  l2_gbs = {function(r) return r.l2_read_bytes / r.time_us / 1e3 end, 'GB/s'},
  wavefronts_per_shared_load = {function(r) return r.shared_load_wavefronts / r.shared_load_requests end, ''},
  fma_share = {function(r) return r.m * r.n * r.k / 32 / r.instructions * 100 end, '%'},
  -- Cycles of a scheduler at dispatch for each multiply-add that the product needs; the
  -- profiler counts every warp that stands there, and 64 warps fill four schedulers.
  dispatch_per_ffma = {function(r)
    return r.stall_dispatch / (0.16 * r.occupancy) * 32 * r.instructions / (r.m * r.n * r.k)
  end, ''},
  -- Of one multiprocessor: per cycle, and per cycle in which its tensor cores are busy.
  flops_per_cycle = {function(r, _, processors) return 2 * r.m * r.n * r.k / processors / r.cycles end, ''},
  flops_per_busy_cycle = {function(r, _, processors)
    return 2 * r.m * r.n * r.k / processors / r.cycles / r.tensor_busy * 100 end, ''},
  profile_clock = {function(r) return r.cycles / r.time_us / 1e3 end, 'GHz'},
  -- Cycles from one instruction of a warp to its next: 64 warps fill four schedulers.
  issue_interval = {function(r) return 16 * r.occupancy / r.issue_busy end, ''},
  stall_sum = {function(r)                        -- those of its cycles for which a cause was counted
    local sum = 0
    for name, value in pairs(r) do
      if name:match '^stall_' and name ~= 'stall_total' and name ~= 'stall_selected' then sum = sum + value end
    end
    return sum
  end, ''},
}
for _, name in ipairs{'shared_load_wavefronts'} do
  DERIVED[name .. '_per_step'] = {function(r) return 32 * r[name] / (r.m * r.n * r.k) end, ''}
end

local GEMM_UNITS = {gflops = 'GFLOP/s', lo = 'GFLOP/s', hi = 'GFLOP/s', runs = 'count',
  ratio = '', ratio_lo = '', ratio_hi = '', error = '', time = 's', share = '%', ceiling = '%',
  clock = 'MHz', clock_lo = 'MHz', clock_hi = 'MHz', watts = 'W', throttle = 'text',
  elapsed = 'count', cycle_ratio = '', cycle_share = '%', cycles_per_step = ''}

local function counter_unit(name)
  if DERIVED[name] then return DERIVED[name][2] end
  if name:match '_bytes$' then return 'B' end
  if name:match '_hit$' or name:match '_busy$' or name == 'occupancy' then return '%' end
  if name:match '_us$' then return 'us' end
  if name:match '^stall_' then return '' end
  return 'count'
end

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

-- Cycles of one multiprocessor for each step over k of each warp of 32 results: what a
-- kernel that keeps all multiprocessors busy pays for one step. nil without the clock.
local function cycles_per_step(record, row)
  local processors = number_of(record.header.multiprocessors or '')
  if not (processors and row.clock) then return nil end
  local seconds = 2 * row.m * row.n * row.k / (row.gflops * 1e9)
  return seconds * row.clock * 1e6 * processors * 32 / (row.m * row.n * row.k)
end

local function gemm_metric(self, query, kernel, slug)
  local record = self:need('gemm', query.of, slug)
  local row, metric = row_of(record, kernel, query), query.metric
  local value = row[metric]
  if metric == 'time' then value = 2 * row.m * row.n * row.k / (row.gflops * 1e9)
  elseif metric == 'share' then value = row.ratio and row.ratio * 100
  elseif metric == 'ceiling' then value = row.gflops / ceiling_over(self, record, query.of, kernel, slug) * 100 end
  if metric == 'cycles_per_step' then value = cycles_per_step(record, row)
  elseif metric == 'elapsed' then value = row.cycles          -- `cycles` is the profiler's
  elseif metric == 'cycle_share' then value = row.cycle_ratio and row.cycle_ratio * 100 end
  if not value or value == '' then
    lacks(record.path .. ':' .. row.line, 'this row has no %s', metric)
  end
  return value, GEMM_UNITS[metric], record, row
end

local BYTES = {half = 2, bf16 = 2}                -- of an element; of others 4

local function counter_metric(self, query, kernel, slug)
  local record = self:need('counters', query.of, slug)
  local row, metric = row_of(record, kernel, query), query.metric
  local value = row[metric]
  if DERIVED[metric] then
    local size = BYTES[inputs_of(self, record, query.of, kernel)] or 4
    local ok, result = pcall(DERIVED[metric][1], row, size, number_of(record.header.multiprocessors or ''))
    value = ok and result or nil
  end
  if type(value) ~= 'number' then
    lacks(record.path .. ':' .. row.line, 'this row has no %s', metric)
  end
  return value, counter_unit(metric), record, row
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
      if asked or not formats.kinds[kind or ''] then
        found[#found + 1] = self:probes(stem, this, slug)
      end
    end
  end
  self.topics[key] = found
  return found
end

local PROBE_METRICS = set 'value,gflops,gbs,time,lo,hi,runs,clock,per_cycle'
local PROBE_UNITS = {relative = '', element = 'count'}   -- a share of something, a number of one
local PROBE_NEEDS = {gflops = set 'GFLOP/s', per_cycle = set 'GFLOP/s', gbs = set 'GB/s', time = set 's,ms,us'}

local function probe_metric(self, query, slug)
  local stem, metric = query.of_probe or query.of or 'measuring', query.metric
  if not PROBE_METRICS[metric] then lacks(metric, 'a probe has no such metric') end
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
    lacks(where, 'there is no probe %s%s', query.probe,
      #sizes > 0 and ' of size ' .. query.size .. '; its sizes are ' .. table.concat(sizes, ', ') or '')
  elseif #found > 1 then
    lacks(where, 'probe %s has several sizes, so say size= (%s)', query.probe, table.concat(sizes, ', '))
  end
  local row = found[1]
  if PROBE_NEEDS[metric] and not PROBE_NEEDS[metric][row.unit] then
    lacks(from.path .. ':' .. row.line, 'probe %s is in %s, not in %s', row.probe, row.unit, metric)
  end
  local processors = number_of(from.header.multiprocessors or '')
  if metric == 'per_cycle' and processors and row.clock then   -- of one multiprocessor
    return row.value * 1e3 / processors / row.clock, '', from, row
  end
  local column = (row[metric] or metric == 'per_cycle') and metric or 'value'
  local unit = metric == 'runs' and 'count' or metric == 'clock' and 'MHz'
    or PROBE_UNITS[row.unit] or row.unit
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
  local value = row[metric]
  if metric == 'share' then value = row.ratio and row.ratio * 100 end
  if metric == 'time' then value = row.gflops and 2 * row.m * row.n * row.k / (row.gflops * 1e9) end
  if type(value) ~= 'number' then lacks(row.path .. ':' .. row.line, 'this row has no %s', metric) end
  return value, GEMM_UNITS[metric] or '', {path = row.path, card = row.card, header = {}}, row
end

-- Numbers of the card itself, out of the header of the chapter's record.
local OF_CARD = {multiprocessors = {'multiprocessors', 'count'}, memory_bytes = {'memory-bytes', 'B'},
  l2_bytes = {'l2-bytes', 'B'}, clock_max = {'clock-max-mhz', 'MHz'}}

local function card_metric(self, query, slug)
  local record, what = self:need('gemm', query.of or 'measuring', slug), OF_CARD[query.metric]
  local value = number_of(record.header[what[1]] or '')
  return value or lacks(record.path, 'its header has no %s', what[1]), what[2], record
end

metrics.is_gemm, metrics.is_card = GEMM_UNITS, OF_CARD
metrics.gemm, metrics.counter, metrics.probe = gemm_metric, counter_metric, probe_metric
metrics.published, metrics.card = published_metric, card_metric

return metrics
