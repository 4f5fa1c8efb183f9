-- tuning.lua: takes the records of a tuner and returns what it found: a metric of a query, and lists of shapes and
-- configurations.

local failure, formats, lookup = require 'records.failure', require 'records.formats', require 'records.lookup'
local metrics = require 'records.metrics'
local lacks = failure.lacks
local size_of, size_text = lookup.size, lookup.size_text

local RUNS, NNBSP = formats.runs, '\u{202f}'

local methods = {}                                -- of records

-- The tuner's answers. A query with config= speaks of one configuration at a shape (n, or
-- m n k): one by name, the fastest in the sweep of those whose names fit one with `*` for any
-- letters (with status=, of those that have it), or
--   winner   the one that the tuner chose for the shape     (these three from the record
--   best     the fastest of all that ran                     of the winners)
--   search   the one that the search found within its budget
--   median   the one in the middle of all that ran, by speed
--   worst    the slowest of them
-- and its metrics are the numbers of its row, and those of OF_CONFIG. Those of METRICS, below, need no config=.

local OF_CONFIG = metrics.described('tuning', {share = {nil, '%', 'the ratio to cuBLAS, in per cent'},
  time = {nil, 's', 'the time of a launch'}})

local function times(...)
  local parts = {}
  for i, x in ipairs{...} do parts[i] = ('%d'):format(x) end
  return table.concat(parts, NNBSP .. '×' .. NNBSP)
end

-- The tiles of a row in words: the block's, the warp's if there is one, the thread's.
local function tiles_text(row)
  local parts = {times(row.bm, row.bn, row.bk)}
  if (row.wm or 0) > 0 then parts[#parts + 1] = times(row.wm, row.wn) end
  if (row.tm or 0) > 0 then parts[#parts + 1] = times(row.tm, row.tn) end
  return table.concat(parts, ', ')
end

-- The shapes of a record in its order, as texts, for the reader who asked for another.
local function shapes_text(record)
  local shapes, seen = {}, {}
  for _, row in ipairs(record.rows) do
    local shape = row.m and size_text(row.m, row.n, row.k)
    if shape and not seen[shape] then seen[shape] = true; shapes[#shapes + 1] = shape end
  end
  return table.concat(shapes, ', ')
end

-- All that ran at a shape, the fastest first.
local function ran_at(record, m, n, k)
  local shape, ran = size_text(m, n, k), {}
  record.ran = record.ran or {}
  if record.ran[shape] then return record.ran[shape] end
  for _, row in ipairs(record.rows) do
    if RUNS[row.status] and row.m == m and row.n == n and row.k == k then ran[#ran + 1] = row end
  end
  if #ran == 0 then
    lacks(record.path, 'nothing was tuned at %s; it has %s', size_text(m, n, k), shapes_text(record))
  end
  table.sort(ran, function(a, b)
    if a.gflops ~= b.gflops then return a.gflops > b.gflops end
    return a.config < b.config
  end)
  record.ran[shape] = ran
  return ran
end

local function named(record, ran, name, status)
  local pattern = '^' .. name:gsub('%p', '%%%0'):gsub('%%%*', '.*') .. '$'
  for _, row in ipairs(ran) do                    -- the fastest comes first
    if row.config:match(pattern) and (not status or row.status == status) then return row end
  end
  lacks(record.path, 'configuration %s did not run at %s%s', name,
    size_text(ran[1].m, ran[1].n, ran[1].k), status and ' with status ' .. status or '')
end

local function winners_row(self, query, slug)
  local record, m, n, k = self:need('winners', query.of, slug), size_of(query)
  for _, row in ipairs(record.rows) do
    if row.m == m and row.n == n and row.k == k then return record, row end
  end
  lacks(record.path, 'nothing was tuned at %s; it has %s', size_text(m, n, k), shapes_text(record))
end

-- Which columns of the winners' record name a configuration and give its speed.
local CHOSEN = {winner = {'config', 'gflops'}, best = {'best', 'best_gflops'},
  search = {'search', 'search_gflops'}}

-- The record and row of the sweep that config= speaks of.
local function config_row(self, query, slug)
  local record, name = self:need('tuning', query.of, slug), query.config
  local ran = ran_at(record, size_of(query))
  if name == 'worst' then return record, ran[#ran] end
  if name == 'median' then return record, ran[#ran // 2 + 1] end
  if CHOSEN[name] then
    local winners, row = winners_row(self, query, slug)
    local config = row[CHOSEN[name][1]]
    if config == '' then lacks(winners.path .. ':' .. row.line, 'this row has no %s', name) end
    return record, named(record, ran, config)
  end
  return record, named(record, ran, name, query.status)
end

-- A column of the winners' record that says the same of a chosen one, if there is any:
-- its speed there was measured side by side with the others.
local function chosen_value(self, query, slug)
  local chosen, metric = CHOSEN[query.config], query.metric
  if not chosen then return nil end
  local record, row = winners_row(self, query, slug)
  if metric == 'gflops' then return row[chosen[2]], record, row end
  if query.config == 'winner' and (metric == 'lo' or metric == 'hi' or metric == 'ratio') then
    return row[metric], record, row
  end
end

local function config_metric(self, query, slug)
  local metric, value, record, row = query.metric
  if not OF_CONFIG[metric] then lacks(metric, 'a configuration has no such metric') end
  if metric == 'share' or metric == 'time' then
    local from = setmetatable({metric = metric == 'share' and 'ratio' or 'gflops'}, {__index = query})
    local m, n, k = size_of(query)
    local of, _, there, at = config_metric(self, from, slug)
    value, record, row = metric == 'share' and of * 100 or 2 * m * n * k / (of * 1e9), there, at
  else
    value, record, row = chosen_value(self, query, slug)
    if not value then
      record, row = config_row(self, query, slug)
      value = row[metric]
    end
  end
  return value or lacks(record.path .. ':' .. row.line, 'this row has no %s', metric),
    OF_CONFIG[metric].unit, record, row
end

-- The tuner's metrics without config=, each (self, query, slug) -> value, record, row.
local TUNED = {}

function TUNED.tiles(self, query, slug)
  if not query.config then lacks('tiles', 'say config=') end
  local record, row = config_row(self, query, slug)
  return tiles_text(row), record, row
end

for chosen in pairs(CHOSEN) do
  TUNED[chosen] = function(self, query, slug)
    return TUNED.tiles(self, setmetatable({config = chosen}, {__index = query}), slug)
  end
end

function TUNED.lanes(self, query, slug)
  if not query.config then lacks('lanes', 'say config=') end
  local record, row = config_row(self, query, slug)
  if (row.wm or 0) == 0 then lacks(record.path .. ':' .. row.line, 'this row has no warp tile') end
  return times(row.wm // row.tm, row.wn // row.tn), record, row
end

function TUNED.shapes(self, query, slug)
  local record = self:need('winners', query.of, slug)
  return #record.rows, record
end

-- A status ends at its colon, if it has one; `valid` stands for all that ran and `rejected` for the others.
local function counted(record, wanted)
  local seen, count, statuses = {}, 0, {}
  for _, row in ipairs(record.rows) do
    local status, group = row.status:match '^[^:]*', RUNS[row.status] and 'valid' or 'rejected'
    statuses[status] = true
    if not seen[row.config] and (not wanted or wanted == status or wanted == group) then
      seen[row.config], count = true, count + 1
    end
  end
  return count, statuses
end

function TUNED.configurations(self, query, slug)
  local record, within, count = self:need('tuning', query.of, slug), tonumber(query.within), 0
  if within then
    local ran = ran_at(record, size_of(query))
    for _, row in ipairs(ran) do
      if row.gflops >= ran[1].gflops * (1 - within / 100) then count = count + 1 end
    end
    return count, record
  end
  local wanted, statuses = query.status
  count, statuses = counted(record, wanted)
  if count == 0 and not RUNS[wanted] and wanted ~= 'valid' and wanted ~= 'rejected' then
    local list = {}
    for status in pairs(statuses) do list[#list + 1] = status end
    table.sort(list)
    lacks(record.path, 'no configuration has status %s; there are %s', tostring(wanted),
      table.concat(list, ', '))
  end
  return count, record
end

function TUNED.sweep_runs(self, query, slug)
  local record, row = winners_row(self, query, slug)
  return row.runs, record, row
end

local function steps_of(self, query, slug)
  local record, m, n, k = self:need('search', query.of, slug), size_of(query)
  local steps = {}
  for _, row in ipairs(record.rows) do
    if row.m == m and row.n == n and row.k == k then steps[#steps + 1] = row end
  end
  if #steps == 0 then lacks(record.path, 'there was no search at %s', size_text(m, n, k)) end
  return record, steps
end

function TUNED.search_runs(self, query, slug)
  local record, steps = steps_of(self, query, slug)
  return #steps, record, steps[#steps]
end

function TUNED.search_steps(self, query, slug)
  local record, steps = steps_of(self, query, slug)
  local ran = ran_at(self:need('tuning', query.of, slug), size_of(query))
  local within, near, first = tonumber(query.within or 0), {}, nil
  for _, row in ipairs(ran) do near[row.config] = row.gflops >= ran[1].gflops * (1 - within / 100) end
  for _, row in ipairs(steps) do
    if near[row.config] and not (first and first.step <= row.step) then first = row end
  end
  if not first then
    lacks(record.path, 'the search does not come within %g per cent of the best at %s', within,
      size_text(size_of(query)))
  end
  return first.step, record, first
end

for metric, column in pairs{search_place = 'place', search_blind = 'blind'} do
  TUNED[metric] = function(self, query, slug)
    local record, steps = steps_of(self, query, slug)
    local wanted = query.config or ran_at(self:need('tuning', query.of, slug), size_of(query))[1].config
    for _, row in ipairs(steps) do
      if row.config == wanted then
        return row[column] or lacks(record.path, 'it has no column %s', column), record, row
      end
    end
    lacks(record.path, 'the search did not try %s at %s', wanted, size_text(size_of(query)))
  end
end

local function shape_keys(text)
  local m, n, k = tostring(text):match '^(%d+)x(%d+)x(%d+)$'
  n = n or tostring(text):match '^%d+$' or lacks('from=' .. tostring(text), 'this is not a shape')
  return {m = m or n, n = n, k = k or n}
end

function TUNED.regret(self, query, slug)
  local from = shape_keys(query.from)
  local to = query.to and shape_keys(query.to) or query
  from.of, to = query.of, setmetatable({}, {__index = to})
  local _, winner = winners_row(self, from, slug)
  local record = self:need('tuning', query.of, slug)
  local ran = ran_at(record, size_of(to))
  local row = named(record, ran, winner.config)
  return (1 - row.gflops / ran[1].gflops) * 100, record, row
end

-- {function, unit, meaning, head}
local METRICS = metrics.described(nil, {
  tiles = {TUNED.tiles, 'text', 'the tiles of config=, in words', 'Tiles'},
  winner = {TUNED.winner, 'text', 'the tiles of the one that was chosen for the shape', 'Winner'},
  best = {TUNED.best, 'text', 'the tiles of the fastest of all', 'Fastest'},
  search = {TUNED.search, 'text', 'the tiles of the one that the search found within its budget', 'Found by the search'},
  lanes = {TUNED.lanes, 'text', 'how the lanes of the warps of config= stand, rows by columns', 'Lanes'},
  shapes = {TUNED.shapes, 'count', 'how many shapes were tuned'},
  configurations = {TUNED.configurations, 'count',
    'how many were considered; with status= (ok, valid, rejected, …), have it; with within=P, come within P % of the best'},
  sweep_runs = {TUNED.sweep_runs, 'count', 'launches that were timed for the shape, in trying all', 'Runs of the sweep'},
  search_runs = {TUNED.search_runs, 'count', 'launches that the search timed for the shape', 'Runs of the search'},
  search_steps = {TUNED.search_steps, 'count',
    'the step at which the search first tried one that is within=P % of the best, by the timings of the sweep'},
  search_place = {TUNED.search_place, 'count', 'the place of the fastest, or of config=, in the order in which the search’s model would try all'},
  search_blind = {TUNED.search_blind, 'count', 'the same place, if the model does not know the machine code'},
  regret = {TUNED.regret, '%', 'what is lost, of the best at shape to= (else that of the query), where the winner of shape from= runs'},
})

-- The shapes that were tuned, in the order of the record: {m, n, k, line, …}.
function methods:shapes(stem, slug) return self:need('winners', stem, slug).rows end

-- All configurations that ran at the shape of the query, the fastest first.
function methods:ran(query, slug)
  return ran_at(self:need('tuning', query.of, slug), size_of(query))
end

function methods.tiles(_, row) return tiles_text(row) end

local function of_tuner(query) return query.config or METRICS[query.metric] end

local function tuner_metric(self, query, slug)
  if not METRICS[query.metric] then return config_metric(self, query, slug) end
  local value, record, row = TUNED[query.metric](self, query, slug)
  return value, METRICS[query.metric].unit, record, row
end

return {methods = methods, is = of_tuner, metric = tuner_metric, config = config_metric, names = METRICS, of_config = OF_CONFIG}
