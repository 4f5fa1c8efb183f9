-- numbers.lua: fills what the prose leaves to be measured or computed.
--
--   [gflops n=4096]{.num of=tiling}                   a number out of a record
--   [lens_load_sectors n=128 array=A]{.num}           one that the lens counted (records.lua)
--   [loop_LDS128 kernel=by_hand]{.num of=autotuning}  instructions in a hot loop (records.lua)
--   [winner m=4096 n=64 k=4096]{.num of=autotuning}   what the tuner found (below)
--   [`2*4096^3/1e9`]{.calc digits=3 unit="GFLOP"}     a sum
--   [six times faster]{.claim of=… over=… min=4}      a relation that must hold
--   [4.8 TB/s]{.given by="h200-datasheet"}            a figure that someone else vouches for
--
-- Of a tuner's records, at a shape (n=4096, or m= n= k=):
--
--   winner, best, search        tiles in words: of the one chosen for the shape, of the
--                               fastest of all, of the one that the search found
--   gflops config=winner        its gflops, lo, hi, share, time, registers, shared, bm … wn,
--                               or tiles, in words; config= takes also best, search, median,
--                               worst or a name, and over= one of these, or what it takes
--                               elsewhere
--   configurations              how many were considered; status=valid, ok, spills, rejected
--                               or a reason, up to its colon; within=5: within 5 % of the
--                               best at the shape
--   regret from=1024 to=4096x64x4096     per cent of the best at `to` that is lost where
--                               the winner of `from` runs
--   sweep_runs, search_runs     launches timed by trying all, and by the search
--   search_steps within=2       the step at which the search came within 2 % of the best
--   shapes                      how many shapes were tuned

local html = require 'html'

local numbers = {}

local KEYS = {'of', 'kernel', 'n', 'm', 'k', 'probe', 'size', 'over', 'device', 'topic',
  'source', 'label', 'card', 'array', 'line', 'config', 'status', 'within', 'from', 'to'}

-- The text that was typed, back from what markdown made of it (2*3*4 is no emphasis).
local WRAPPED = {Emph = '*', Strong = '**', Superscript = '^', Subscript = '~', Strikeout = '~~'}

local function typed(inlines)
  local parts = {}
  for _, inline in ipairs(inlines) do
    local wrap = WRAPPED[inline.t]
    if wrap then parts[#parts + 1] = wrap .. typed(inline.content) .. wrap
    elseif inline.t == 'Quoted' then parts[#parts + 1] = '"' .. typed(inline.content) .. '"'
    elseif inline.t == 'Math' or inline.t == 'Code' then parts[#parts + 1] = inline.text
    else parts[#parts + 1] = pandoc.utils.stringify(inline) end
  end
  return (table.concat(parts):gsub('–', '--'):gsub('−', '-'))
end

-- Has the chapter a record of its own with this probe?
local function has_probe(R, stem, query)
  for _, slug in ipairs{R.reference, R.own} do
    for _, record in ipairs(R:probe_records(stem, query.topic, slug)) do
      for _, row in ipairs(record.rows) do
        if row.probe == query.probe then return true end
      end
    end
  end
end

-- `gflops n=4096 label="two words"` and the span's attributes -> what records.lua is
-- asked. A probe that is not the chapter's own is one of `measuring`.
local function query_of(R, text, attributes, stem)
  local query = {metric = text:match '^%s*([%w_]+)'}
  text = text:gsub('([%w-]+)="([^"]*)"', function(key, value)
    query[key] = value
    return ''
  end)
  for key, value in text:gmatch '([%w-]+)=(%S+)' do query[key] = value end
  for _, key in ipairs(KEYS) do
    if attributes and attributes[key] then query[key] = attributes[key] end
  end
  if not query.of and not (query.probe and not has_probe(R, stem, query)) then query.of = stem end
  return query
end

local Numbers = {}
Numbers.__index = Numbers

-- R: records; stem: the chapter, which `of` defaults to.
function numbers.open(R, stem) return setmetatable({R = R, stem = stem}, Numbers) end

-- number, unit, meta; where is 'own' or 'reference'.
function Numbers:ask(text, attributes, where)
  local query = query_of(self.R, text, attributes, self.stem)
  if not query.metric then error({message = 'this names no metric'}, 0) end
  return self.R:value(query, where)
end

-- A sum in Lua; num("…") asks the records. Returns the number and whether some part of
-- it came from the reference although the reader has a card.
function Numbers:sum(expression, where)
  local fallback = false
  local env = setmetatable({num = function(text)
    local value, _, meta = self:ask(text, nil, where)
    fallback = fallback or meta.fallback or false
    return value
  end}, {__index = math})
  local chunk, problem = load('return ' .. expression, '=sum', 't', env)
  if not chunk then
    error({message = ('“%s” is not a sum: %s'):format(expression, problem:gsub('^sum:%d+: ', ''))}, 0)
  end
  local ok, value = pcall(chunk)
  if not ok and type(value) == 'table' then error(value, 0) end
  if not ok or type(value) ~= 'number' then
    error({message = ('“%s” comes to no number%s'):format(expression,
      ok and '' or ': ' .. tostring(value):gsub('^sum:%d+: ', ''))}, 0)
  end
  return value, fallback
end

function Numbers:text_of_sum(value, attributes)
  if value == math.floor(value) and not attributes.digits and math.abs(value) < 1e15 then
    return self.R:format(value, 'count') .. (attributes.unit and '\u{202f}' .. attributes.unit or '')
  end
  return self.R:format(value, attributes.unit, attributes.digits)
end

local function provenance(meta)
  if not meta.file then return meta.card or '' end
  local line = meta.row and meta.row.line and ':' .. meta.row.line or ''
  local by = meta.card
  if not by and meta.row and meta.row.run then
    by = 'counted by the lens' .. (meta.row.run < meta.row.blocks and ' in a sample of the blocks' or '')
  end
  return meta.file .. line .. (by and ', ' .. by or '')
end

-- The kinds of span. Each returns inlines, or raises {message}.
local spans = {}

function spans.num(self, span)
  local text = typed(span.content)
  local value, unit, meta = self:ask(text, span.attributes)
  local shown = self.R:format(value, unit, span.attributes.digits)
  local classes, title = {'num'}, provenance(meta)
  if meta.fallback then
    classes[2] = 'fallback'
    title = title .. '; your card has no such record yet'
  end
  return {pandoc.Span({pandoc.Str(shown)}, pandoc.Attr('', classes, {title = title}))}
end

function spans.calc(self, span)
  local expression = typed(span.content)
  local value = self:sum(expression, span.attributes.device)
  return {pandoc.Str(self:text_of_sum(value, span.attributes))}
end

function spans.given(_, span)
  local key = span.attributes.by
  if not key then error({message = 'a given figure names who vouches for it: by="key"'}, 0) end
  local citation = pandoc.Citation(key, 'NormalCitation')
  local inlines = pandoc.List(span.content)
  inlines:extend{pandoc.Space(), pandoc.Cite({pandoc.Str('[@' .. key .. ']')}, {citation})}
  return inlines
end

-- The value that a claim speaks of: number, unit, fallback.
function Numbers:claimed(span, where)
  local a = span.attributes
  if a.expr then
    local value, fallback = self:sum(a.expr, where)
    return value, a.unit or '', fallback
  end
  local value, unit, meta = self:ask(a.metric or 'gflops', a, where)
  return value, unit, meta.fallback
end

local function holds(value, least, most)
  return (not least or value >= least) and (not most or value <= most)
end

local function bounds(attributes)
  local least, most = tonumber(attributes.min), tonumber(attributes.max)
  if not (least or most) then error({message = 'a claim needs min= or max='}, 0) end
  return least, most
end

-- What the reader's own card says of it, as a note in the margin.
function Numbers:own_note(span, least, most)
  local ok, value, unit, fallback = pcall(self.claimed, self, span, 'own')
  if not ok then
    if type(value) == 'table' and value.missing then return nil end
    error(value, 0)
  end
  if fallback then return nil end
  if unit == '' then unit = span.attributes.unit or span.attributes.over and 'times' or '' end
  local card, shown = self.R.cards[self.R.own], self.R:format(value, unit, span.attributes.digits)
  local words = holds(value, least, most)
    and 'On your %s: <b>%s</b>.'
    or 'On your %s it is <b>%s</b>: this does not hold there.'
  return ('<span class="note yours %s" role="note">%s</span>'):format(
    holds(value, least, most) and 'holds' or 'fails',
    words:format(html.escape(card), html.escape(shown)))
end

function spans.claim(self, span)
  local least, most = bounds(span.attributes)
  local value, unit = self:claimed(span, 'reference')
  if not holds(value, least, most) then
    local wants = least and most and ('between %g and %g'):format(least, most)
      or least and ('at least %g'):format(least) or ('at most %g'):format(most)
    error({message = ('the claim “%s” wants %s, but on %s it is %s'):format(
      pandoc.utils.stringify(span), wants, self.R.cards[self.R.reference],
      self.R:format(value, unit, 4))}, 0)
  end
  local inlines = pandoc.List(span.content)
  local note = self.R.own and self:own_note(span, least, most)
  if note then inlines:insert(html.inline(note)) end
  return inlines
end

-- The class by which a span is one of these, or nil.
function numbers.kind(span)
  for _, class in ipairs(span.classes) do
    if spans[class] then return class end
  end
end

-- What stands for the span on the page, or nil and the error.
function Numbers:fill(span)
  local ok, result = pcall(spans[numbers.kind(span)], self, span)
  if ok then return result end
  return nil, result
end

-- Reads all that the span may read on either card, so that R.files knows it.
function Numbers:touch(span)
  local kind, a = numbers.kind(span), span.attributes
  for _, where in ipairs{'own', 'reference'} do
    if kind == 'num' then pcall(self.ask, self, typed(span.content), a, where)
    elseif kind == 'calc' then pcall(self.sum, self, typed(span.content), where)
    elseif kind == 'claim' then pcall(self.claimed, self, span, where) end
  end
end

numbers.typed = typed

return numbers
