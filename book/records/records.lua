-- records.lua: takes the folder data/ and returns what answers questions about all that was measured.
--
--   local records = require 'records.records'
--   local R = records.open{root = '.', device = os.getenv 'DEVICE'}
--   local number, unit, meta = R:value{metric = 'gflops', of = 'naive', n = '4096'}
--   print(R:format(number, unit))                      --> 528 GFLOP/s
--
-- Plain Lua 5.3 and 5.4, run inside pandoc 2.17 or later. Whatever goes wrong is
-- raised as error{message = 'file:line: one sentence', missing = true or nil};
-- `missing` marks a record or row that is not there, as against one that is bad.
--
-- R.reference   folder of the card that the book is committed with
-- R.own         folder of the reader's card, or nil
-- R.beside      folders of the cards that stand beside it in charts, in order
-- R.cards       folder -> name of the card
-- R.files       set of the data files read so far (path -> true)

local records = {}

local failure, formats = require 'records.failure', require 'records.formats'
local contents, units = require 'records.contents', require 'records.units'
local metrics, mix, lens_counts, tuning = require 'records.metrics', require 'records.mix', require 'records.lens_counts', require 'records.tuning'
local loop_bounds, bank_patterns, ledger, catalogue = require 'records.loop_bounds', require 'records.bank_patterns', require 'records.ledger',
  require 'records.catalogue'
local fail, lacks, unless_missing = failure.fail, failure.lacks, failure.unless_missing
local names_in, header_field, set = formats.names_in, formats.header_field, formats.set

local REFERENCE = formats.reference
local NOT_DEVICES = {[REFERENCE] = true, published = true, lens = true, loops = true}

local R = {}
R.__index = R
for _, part in ipairs{contents, units, metrics.methods, tuning.methods} do
  for name, method in pairs(part) do R[name] = method end
end

-- The names in a folder, which is listed once.
function R:names(...)
  local folder = self:path(...)
  self.folders[folder] = self.folders[folder] or names_in(folder)
  return self.folders[folder]
end

function R:path(...)
  local path = table.concat({...}, '/')
  return self.root == '.' and path or self.root .. '/' .. path
end

-- A parsed file, or nil if there is none. Read once, and noted as read.
function R:load(path, parse, ...)
  if self.cache[path] == nil then
    local lines = formats.lines(path)
    self.cache[path] = lines and parse(path, lines, ...) or false
  end
  if self.cache[path] then self.files[path] = true end
  return self.cache[path] or nil
end

local function labelled(record, self, slug)
  if record then
    record.slug, record.card = slug, record.header.device
    if record.card then self.cards[slug] = record.card end
  end
  return record
end

-- Looks on the given card, or else on the reader's own and then the reference.
function R:first(slug, look)
  if slug then return labelled(look(slug), self, slug) end
  return self.own and labelled(look(self.own), self, self.own)
    or labelled(look(self.reference), self, self.reference)
end

-- {header, columns, rows, path, slug, card} or nil.
function R:gemm(stem, slug)
  return self:first(slug, function(s)
    return self:load(self:path('data', s, stem .. '.csv'), formats.record, 'gemm')
  end)
end

function R:probes(stem, topic, slug)
  return self:first(slug, function(s)
    return self:load(self:path('data', s, stem .. '-' .. topic .. '.csv'), formats.record, 'probe')
  end)
end

function R:counters(stem, slug)
  return self:first(slug, function(s)
    return self:load(self:path('data', s, 'counters', stem .. '.csv'), formats.record, 'counters')
  end)
end

-- What the tuner found: every configuration on every shape, the winner of each shape, and
-- the path of the search within a budget.
local TUNER = set 'tuning,winners,search'
for kind in pairs(TUNER) do
  R[kind] = function(self, stem, slug)
    return self:first(slug, function(s)
      return self:load(self:path('data', s, stem .. '-' .. kind .. '.csv'), formats.record, kind)
    end)
  end
end

-- What the lens counted, on no card: {header, columns, rows, path} or nil. `place` of a
-- row is a line of the source or `total`.
function R:lens(stem)
  return self:load(self:path('data', 'lens', stem .. '.csv'), formats.record, 'lens')
end

-- What the banks of the register file take of each loop, by its machine code (code/loops),
-- on no card; of `correlation` each kernel's prediction beside what the reference took.
function R:loops(stem)
  return self:load(self:path('data', 'loops', stem .. '.csv'), formats.record,
    stem == 'correlation' and 'correlation' or 'loops')
end

-- The accesses that a figure is drawn from: {header, rows, path} or nil.
function R:trace(figure)
  return self:load(self:path('data', 'lens', 'traces', figure .. '.tsv'), formats.trace)
end

-- {header, lines, path, slug, card} or nil; name is <stem>-<verb>.
function R:transcript(name, slug)
  return self:first(slug, function(s)
    return self:load(self:path('data', s, 'transcripts', name .. '.txt'), formats.transcript, s == 'lens')
  end)
end

-- Every row of data/published/*.csv, in order of file and line.
function R:published()
  local all = {}
  for _, name in ipairs(self:names('data', 'published')) do
    if name:match '%.csv$' then
      local rows = self:load(self:path('data', 'published', name), formats.published) or {}
      table.move(rows, 1, #rows, #all + 1, all)
    end
  end
  return all
end

function R:newest(slug)
  local latest = ''
  for _, name in ipairs(self:names('data', slug)) do
    if name:match '%.csv$' then
      local date = header_field(self:path('data', slug, name), 'date') or '?'
      if date > latest then latest = date end
    end
  end
  return latest
end

function R:card_name(slug)
  for _, name in ipairs(self:names('data', slug)) do
    local card = name:match '%.csv$' and header_field(self:path('data', slug, name), 'device')
    if card then return card end
  end
  return slug
end

-- Did `make import` bring this card's records? Then it is another reader's.
function R:imported(slug)
  for _, name in ipairs(self:names('data', slug)) do
    if name == 'IMPORTED' then return true end
  end
  return false
end

-- The reader's card: the one asked for, else the folder measured last.
function R:choose_own(wanted)
  local slugs, best, latest = {}, nil, ''
  for _, name in ipairs(self:names 'data') do
    if not name:match '%.' and not NOT_DEVICES[name] then
      if name:match '[^%w_-]' then
        fail('data/' .. name, nil, 'a card’s folder has letters, digits and hyphens in its name, and nothing else')
      end
      local date = self:newest(name)
      if date ~= '' then slugs[#slugs + 1] = name end
      if date > latest and not self:imported(name) then best, latest = name, date end
    end
  end
  if not wanted or wanted == '' then return best end
  if wanted == REFERENCE then return nil end
  for _, slug in ipairs(slugs) do if slug == wanted then return slug end end
  table.insert(slugs, 1, REFERENCE)
  fail('DEVICE=' .. wanted, nil, 'data/ has no records of that card; it has those of %s',
    table.concat(slugs, ', '))
end

-- The cards that CARDS= sets beside the book's own in charts: folders of data/, or all.
function R:choose_beside(wanted)
  local there, found, slugs = {}, {}, {}
  for _, name in ipairs(self:names 'data') do
    if not name:match '%.' and (name == REFERENCE or not NOT_DEVICES[name]) and self:newest(name) ~= '' then
      there[name] = true
      slugs[#slugs + 1] = name
    end
  end
  for name in (wanted or ''):gsub('^all$', table.concat(slugs, ' ')):gmatch '[^%s,]+' do
    if not there[name] then
      fail('CARDS=' .. wanted, nil, 'data/ has no records of %s; it has those of %s', name, table.concat(slugs, ', '))
    end
    found[#found + 1] = name
    self.cards[name] = self:card_name(name)
  end
  return found
end

function records.open(options)
  local self = setmetatable({root = options.root or '.', reference = REFERENCE, cache = {}, folders = {}, topics = {},
    files = {}, cards = {}}, R)
  self.own = self:choose_own(options.device)
  self.cards[REFERENCE] = self:card_name(REFERENCE)
  if self.own then self.cards[self.own] = self:card_name(self.own) end
  self.beside = self:choose_beside(options.cards)
  return self
end

function R:need(kind, stem, slug)
  local record = self[kind](self, stem, slug)
  if record then return record end
  local folder = kind == 'counters' and slug .. '/counters' or (kind == 'lens' or kind == 'loops') and kind or slug
  local verb = kind == 'counters' and 'profile' or (kind == 'lens' or kind == 'loops') and kind
    or TUNER[kind] and 'tune' or 'measure'
  lacks(self:path('data', folder, stem .. (TUNER[kind] and '-' .. kind or '') .. '.csv'),
    'there is no such record; `make %s C=%s` takes it', verb, stem)
end

function R:rung(stem)
  local chapter = self:chapter(stem)
  return chapter and chapter.rung
end

-- The kernel that a query means: the one it names, else the rung of its chapter.
function R:kernel_of(query)
  return query.kernel or self:rung(query.of)
    or lacks('chapters/' .. tostring(query.of) .. '.md', 'it names no rung, so say kernel=')
end

-- Counted in code or by the lens, not measured.
local function of_no_card(metric) return metric:match '^lens_' or loop_bounds.is(metric) or bank_patterns.is(metric) end

-- The metric for one kernel on one card.
local function metric_on(self, query, kernel, slug)
  if query.of == 'published' then return metrics.published(self, query, kernel) end
  if bank_patterns.is(query.metric) then return bank_patterns.metric(self, query) end
  if query.probe then return metrics.probe(self, query, slug) end
  if metrics.of_card[query.metric] then return metrics.card(self, query, slug) end
  if ledger.is(query.metric) then return ledger.metric(self, query, slug) end
  if metrics.of_library[query.metric] then return metrics.library(self, query, slug) end
  if tuning.is(query) then return tuning.metric(self, query, slug) end
  if query.metric:match '^lens_' then return lens_counts.metric(self, query, kernel) end
  if loop_bounds.is(query.metric) then return loop_bounds.metric(self, query, kernel) end
  if mix.is(query.metric) then return mix.metric(self, query, kernel, slug) end
  if metrics.of_record[query.metric] then return metrics.record(self, query, kernel, slug) end
  local ask = metrics.of_product[query.metric] and metrics.gemm or metrics.counter
  return ask(self, query, kernel, slug)
end

-- What `over=` names: a configuration if the query has config=, or a kernel of the same
-- record, else the rung of a chapter.
local function divisor(self, query, slug)
  local over = query.over
  if query.of == 'published' then return metric_on(self, query, over, slug) end
  if query.probe then
    local other = setmetatable({probe = over, over = false}, {__index = query})
    return metrics.probe(self, other, slug)
  end
  if query.config then
    local other = setmetatable({config = over, over = false}, {__index = query})
    local value = unless_missing(tuning.config, self, other, slug)
    if value then return value end
    query = setmetatable({config = false}, {__index = query})
  end
  local value, missing = unless_missing(metric_on, self, query, over, slug)
  if value then return value end
  local rung = self:rung(over)
  if not rung then error(missing, 0) end
  local other = setmetatable({of = over, over = false}, {__index = query})
  return metric_on(self, other, rung, slug)
end

function R:value_on(query, slug)
  local kernel
  catalogue.check(query.metric)
  if query.of == 'published' then kernel = query.label
  elseif not (query.probe or metrics.of_card[query.metric] or metrics.of_library[query.metric] or ledger.is(query.metric) or tuning.is(query)) then kernel = self:kernel_of(query) end
  local value, unit, record, row = metric_on(self, query, kernel, slug)
  if query.over and unit == 'text' then lacks(query.metric, 'these are words, which no over= divides') end
  if query.over then
    value, unit = value / divisor(self, query, slug), ''
  end
  local foreign = query.of == 'published' or of_no_card(query.metric)
  return value, unit, {slug = not foreign and slug or nil,
    card = record.card or not foreign and self.cards[slug] or nil,
    file = record.path, row = row, date = record.header.date}
end

-- Seconds of a date in a record's header.
local function moment(path, date)
  local year, month, day, hour, min, sec = (date or ''):match '^(%d+)-(%d+)-(%d+)T(%d+):(%d+):(%d+)Z$'
  if not year then fail(path, 1, 'it has no date') end
  return os.time{year = year, month = month, day = day, hour = hour, min = min, sec = sec, isdst = false}
end

-- Facts of a whole record: the card's name, the day it was measured, how long that took.
function R:fact_on(query, slug)
  local record = query.of and self:gemm(query.of, slug)
  local meta = {slug = slug, card = self.cards[slug], file = record and record.path,
    date = record and record.header.date or self:newest(slug)}
  if query.metric == 'device' then return meta.card, 'text', meta end
  if query.metric == 'measuring_time' then
    local name = ('%s-verify'):format(query.of)
    local verified = record and self:transcript(name, slug) or lacks(meta.file, 'there is no measurement of %s with a recorded verification', query.of)
    local begun = moment(verified.path, verified.header.date)
    local seconds = moment(record.path, record.header.date) - begun
    -- The same run's probes come after the contest.
    for _, name in ipairs(self:names('data', slug)) do
      local probe = name:sub(1, #query.of + 1) == query.of .. '-' and name:match '%.csv$' and self:path('data', slug, name)
      if probe and header_field(probe, 'program') == ('code/%s.cu'):format(query.of) then
        local after = moment(probe, header_field(probe, 'date') or '') - begun
        if after > seconds and after <= 3600 then seconds = after end
      end
    end
    if seconds < 0 or seconds > 3600 then lacks(verified.path, 'this is not the verification before the measurement of %s', record.path) end
    return seconds, 's', meta
  end
  return self:day(meta.date), 'text', meta
end

-- Answers a query: a table with `metric` and the keys that chapters write (of,
-- kernel, n or m n k, beta (0, where it is not said), probe, size (a number or `best`, the size of the largest value), over,
-- source, label, device; for the lens also array
-- and line, a number or text of that line; for the tuner config, status, within, from and
-- to, which stand above tuning.config). where is 'own'
-- (default: the reader's card if it has been measured, else the reference) or
-- 'reference'. Returns number, unit, meta{slug, card, file, row, date, fallback};
-- fallback is true if there is an own card but the answer is the reference's.
function R:value(query, where)
  if not query.metric then lacks('query', 'it names no metric') end
  local fact = query.metric == 'device' or query.metric == 'date' or query.metric == 'measuring_time'
  local ask = fact and self.fact_on or self.value_on
  local own = self.own
  local foreign = query.of == 'published' or of_no_card(query.metric)
  if where == 'reference' or query.device == 'reference' or foreign then own = nil end
  local unmeasured = fact and own and query.of and self:chapter(query.of) and not self:gemm(query.of, own)
    and self:gemm(query.of, self.reference)
  if own and not unmeasured then
      local value, unit, meta = unless_missing(ask, self, query, own)
      if value then return value, unit, meta end
    end
  local value, unit, meta = ask(self, query, self.reference)
  meta.fallback = self.own ~= nil and where ~= 'reference'
    and query.device ~= 'reference' and not foreign
  return value, unit, meta
end

return records
