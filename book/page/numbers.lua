-- numbers.lua: a span, records, facts -> the text that stands for it, or a complaint.
-- Fills what the prose leaves to be measured or computed.
--
--   [gflops 'shape-4x8']{.num of=coalescing}          a number out of records, or a sum: an
--   [2*4096^3/1e9]{.num digits=3 unit="GFLOP"}        expression (expression.lua)
--   [four times as fast]{.claim over=naive min=4}     a relation that must hold: expr= is what
--   [alike]{.claim expr="spread(gflops{'a','b'})" max=1.01}     it is about, else gflops
--   [gain]{.num}, [alike]{.tall_alike}                a fact of the chapter, by its name
--   [4.8 TB/s]{.given by="h200-datasheet"}            a figure that someone else vouches for
--
-- What is longer than `numbers.longest` characters is a fact (facts.lua). The attributes of a
-- span with an expression of its own are options of each of its metrics. A claim about a list
-- holds if it holds for every member.
--
-- Metrics are those that `make metrics` lists, options those of records.lua.

local html, expression, facts = require 'page.html', require 'records.expression', require 'page.facts'
local nearest, formats = require 'records.nearest', require 'records.formats'

local numbers = {longest = 60}

-- Options, which as attributes hold for all metrics of a span.
local KEYS = {'of', 'kernel', 'n', 'm', 'k', 'probe', 'size', 'over', 'device', 'topic',
  'source', 'label', 'card', 'array', 'line', 'config', 'status', 'within', 'from', 'to', 'shape', 'beta'}
for _, key in ipairs(KEYS) do KEYS[key] = true end

-- The text that was typed, back from what markdown made of it (2*3*4 is no emphasis).
local WRAPPED = {Emph = '*', Strong = '**', Superscript = '^', Subscript = '~', Strikeout = '~~', Quoted = "'"}
local TYPED = {['–'] = '--', ['−'] = '-', ['‘'] = "'", ['’'] = "'", ['“'] = "'", ['”'] = "'"}

local function typed(inlines)
  local parts = {}
  for _, inline in ipairs(inlines) do
    local wrap = WRAPPED[inline.t]
    if wrap then parts[#parts + 1] = wrap .. typed(inline.content) .. wrap
    elseif inline.t == 'Math' or inline.t == 'Code' then parts[#parts + 1] = inline.text
    else parts[#parts + 1] = pandoc.utils.stringify(inline) end
  end
  return (table.concat(parts):gsub(utf8.charpattern, TYPED):gsub('"', "'"))
end

-- Has the chapter a record of its own with this probe?
local function has_probe(R, stem, query)
  for _, slug in ipairs{R.reference, R.own} do
    for _, record in ipairs(R:probe_records(stem, query.topic, slug, query.probe)) do
      for _, row in ipairs(record.rows) do
        if row.probe == query.probe then return true end
      end
    end
  end
end

local Numbers = {}
Numbers.__index = Numbers

-- R: records; stem: the chapter, which `of` defaults to; name: its page, whose facts these are, with those of the first;
-- folder: where both stand, which is `chapters`, where it is not said. Whoever opens them may set `origins` (provenance.lua) and `linked`:
-- whether a number leads to its record. `cited` lists what the text says of records: file, line, metric and number, between tabs.
function numbers.open(R, stem, name, folder)
  folder = folder or 'chapters'
  local given = facts.read(('%s/%s.facts'):format(folder, stem))
  if name ~= stem then given = facts.read(('%s/%s.facts'):format(folder, name), given) end
  return setmetatable({R = R, stem = stem, given = given, cited = {}}, Numbers)
end

-- What records.lua is asked: a name [1] is a kernel, of this chapter or `chapter.kernel`, or
-- after `probe` a probe; one that is not the chapter's own is of `measuring`.
function Numbers:query(given, defaults)
  local query = {metric = given.metric}
  for _, key in ipairs(KEYS) do query[key] = given[key] or defaults and defaults[key] or nil end
  local name, shape = given[1], query.shape
  if shape then query.m, query.n, query.k = shape:match '^(%d+)x(%d+)x(%d+)$' end
  query.n = query.n or shape
  local stem, rest = (name or ''):match '^([%w-]+)%.(.+)$'
  if stem and self.R:chapter(stem) then query.of, name = stem, rest end
  if query.metric == 'probe' then query.metric, query.probe = 'value', name or query.probe
  elseif name then query.kernel = name ~= 'rung' and name or nil end
  if not query.of and not (query.probe and not has_probe(self.R, self.stem, query)) then query.of = self.stem end
  return query
end

-- number, unit, meta; where is 'own' or 'reference'.
function Numbers:ask(given, defaults, where) return self.R:value(self:query(given, defaults), where) end

-- What an expression comes to: value, unit and the metas of all that was read.
function Numbers:evaluate(text, defaults, where)
  local metas, open = {}, {}
  local function asker(options)
    return function(given)
      for key in pairs(given) do
        if key ~= 1 and key ~= 'metric' and not KEYS[key] then
          error({message = ('“%s” has the option %s, which no metric takes%s'):format(text, key, nearest(key, KEYS))}, 0)
        end
      end
      local value, unit, meta = self:ask(given, options, where)
      metas[#metas + 1] = meta
      meta.asked = {metric = given.metric, value = value, unit = unit}
      return value, unit
    end
  end
  local of_fact = {}
  setmetatable(of_fact, {__index = function(_, name)
    local fact = self:fact(name)
    return fact and function()
      if open[name] then error({message = ('the fact %s is made of itself'):format(name), fact = fact}, 0) end
      open[name] = true
      local ok, value, unit = pcall(expression.value, fact.text, asker(), of_fact, self.given.sets)
      open[name] = nil
      if ok then return value, unit end
      if type(value) == 'table' then value.fact = value.fact or fact end
      error(value, 0)
    end
  end})
  local value, unit = expression.value(text, asker(defaults), of_fact, self.given.sets)
  return value, unit, metas
end

-- The page's fact of that name, which is used now, or nil.
function Numbers:fact(name)
  local fact = self.given.facts[name]
  if fact then fact.used = true end
  return fact
end

-- The text of a value that has a unit of its own or is said to have one. A whole sum is
-- written in full.
function Numbers:text_of(value, unit, said, digits)
  local sum = type(value) == 'number' and (said or not unit) and not digits
  if sum and value == math.floor(value) and math.abs(value) < 1e15 then
    return self.R:format(value, 'count') .. (said and '\u{202f}' .. said or '')
  end
  return self.R:format(value, said or unit, digits)
end

local function line_of(meta) return meta.row and meta.row.line end

-- Where the page of records has what was read: its id there, short, for there are many.
function numbers.place(file, line)
  local short = file:gsub('^data/', ''):gsub('%.csv$', '')
  local card = formats.reference .. '/'
  return (short:sub(1, #card) == card and short:sub(#card + 1) or short) .. (line and ':' .. line or '')
end

local function provenance(meta)
  if not meta.file then return meta.card or '' end
  local line = line_of(meta) and ':' .. line_of(meta) or ''
  local by = meta.card
  if not by and meta.row and meta.row.run then
    by = 'counted by the lens' .. (meta.row.run < meta.row.blocks and ' in a sample of the blocks' or '')
  end
  return meta.file .. line .. (by and ', ' .. by or '')
end

-- The kinds of span. Each returns inlines, or raises {message}.
local spans = {}

local function check_length(text, path)
  local length = utf8.len(text) or #text
  if length > numbers.longest then
    error({message = ('this expression has %d characters, and %d are the most in a sentence; '
      .. 'give it a name in %s'):format(length, numbers.longest, path)}, 0)
  end
end

-- Takes note of a number that the text says, for the page of records.
function Numbers:cite(meta)
  if not meta.file then return end
  if self.origins then self.origins:read(meta.file, meta.card, meta.date) end
  table.insert(self.cited, table.concat({meta.file, line_of(meta) or '', meta.asked.metric,
    self:text_of(meta.asked.value, meta.asked.unit)}, '\t'))
end

function spans.num(self, span)
  local text, a = typed(span.content), span.attributes
  check_length(text, self.given.path)
  local value, unit, metas = self:evaluate(text, a)
  if type(value) == 'table' then
    error({message = ('“%s” comes to %d numbers; say max, min, spread or total'):format(text, #value)}, 0)
  end
  local fact = self:fact(text) or {}
  local shown = self:text_of(value, unit, a.unit or fact.unit, a.digits or fact.digits)
  if #metas == 0 then return {pandoc.Str(shown)} end
  local classes, places, fallback, seen, first = {'num'}, {}, false, {}, nil
  for _, meta in ipairs(metas) do
    local place = provenance(meta)
    if not seen[place] then places[#places + 1] = place end
    seen[place], fallback = true, fallback or meta.fallback
    self:cite(meta)
    first = first or meta.file and meta
  end
  if fallback then
    classes[2] = 'fallback'
    places[#places + 1] = 'your card has no such record'
  end
  local words = {title = table.concat(places, '; ')}
  if not (self.linked and first) then return {pandoc.Span({pandoc.Str(shown)}, pandoc.Attr('', classes, words))} end
  return {pandoc.Link({pandoc.Str(shown)}, 'records.html#' .. numbers.place(first.file, line_of(first)), '', pandoc.Attr('', classes, words))}
end

function spans.given(_, span)
  local key = span.attributes.by
  if not key then error({message = 'a given figure names who vouches for it: by="key"'}, 0) end
  local citation = pandoc.Citation(key, 'NormalCitation')
  local inlines = pandoc.List(span.content)
  inlines:extend{pandoc.Space(), pandoc.Cite({pandoc.Str('[@' .. key .. ']')}, {citation})}
  return inlines
end

-- The fact that a claim is, or what it says itself: text, min, max, unit, digits.
function Numbers:claim_of(span)
  local a, name = span.attributes, span.classes[1]
  local fact = self:fact(name)
  local from = fact or a
  local claim = {text = fact and name or a.expr or 'gflops', defaults = not fact and a or nil,
    min = tonumber(from.min), max = tonumber(from.max), unit = from.unit, digits = from.digits}
  if not (claim.min or claim.max) then error({message = 'a claim needs min= or max=', fact = fact}, 0) end
  if not fact then check_length(claim.text, self.given.path) end
  return claim
end

-- A list of what the claim speaks of, and its unit and metas.
function Numbers:claimed(claim, where)
  local value, unit, metas = self:evaluate(claim.text, claim.defaults, where)
  if type(value) == 'string' then error({message = 'a claim is about numbers, not words'}, 0) end
  return type(value) == 'table' and value or {value}, claim.unit or unit or '', metas
end

-- The first of the values that is not as claimed.
local function failing(values, claim)
  for _, value in ipairs(values) do
    if claim.min and value < claim.min or claim.max and value > claim.max then return value end
  end
end

-- What the reader's own card says of it, as a note in the margin.
function Numbers:own_note(span, claim)
  local ok, values, unit, metas = pcall(self.claimed, self, claim, 'own')
  if not ok then
    if type(values) == 'table' and values.missing then return nil end
    error(values, 0)
  end
  for _, meta in ipairs(metas) do
    if meta.fallback then return nil end
  end
  if unit == '' then unit = span.attributes.over and 'times' or '' end
  local fails = failing(values, claim)
  local shown = self.R:format(fails or values[1], unit, claim.digits)
  local words = fails and 'On your %s it is <b>%s</b>: this does not hold there.' or 'On your %s: <b>%s</b>.'
  return ('<span class="note yours %s" role="note">%s</span>'):format(fails and 'fails' or 'holds',
    words:format(html.escape(self.R.cards[self.R.own]), html.escape(shown)))
end

function spans.claim(self, span)
  local claim = self:claim_of(span)
  local values, unit = self:claimed(claim, 'reference')
  local fails = failing(values, claim)
  if fails then
    local wants = claim.min and claim.max and ('between %g and %g'):format(claim.min, claim.max)
      or claim.min and ('at least %g'):format(claim.min) or ('at most %g'):format(claim.max)
    error({message = ('the claim “%s” wants %s, but on %s it is %s'):format(
      pandoc.utils.stringify(span), wants, self.R.cards[self.R.reference],
      self.R:format(fails, unit, 4))}, 0)
  end
  local inlines = pandoc.List(span.content)
  local note = self.R.own and self:own_note(span, claim)
  if note then inlines:insert(html.inline(note)) end
  return inlines
end

-- The class by which a span is one of these, or nil. A claim may have the name of its fact.
function Numbers:kind(span)
  local class = span.classes[1]
  return (spans[class] or self.given.facts[class]) and class or nil
end

-- What stands for the span on the page, or nil and the error.
function Numbers:fill(span)
  local ok, result = pcall(spans[self:kind(span)] or spans.claim, self, span)
  if ok then return result end
  return nil, result
end

numbers.typed = typed

return numbers
