-- bank.lua: takes course/units/UNIT/questions and returns its questions; takes one of them and a seed and returns it with
-- numbers, its answer computed from the records and counts.
--
-- The file has lines `key: value`, and comments with #. At its head:
--
--   chapter: tiling           where a name has no chapter, it is this one's: kernels, facts
--
-- Then questions. Each begins with its name; a key may repeat where … stands:
--
--   question: fill-the-tile
--   kind: count               count, ratio, read, mistake, explain or judge
--   topic: traffic            two questions of one topic never stand on one sheet, of whatever units
--   minutes: 3                as many points
--   draw: T = 8; 16; 32 …     one of these, by the seed; `s = 2..31` is one of the whole numbers
--   draw: kernel T = 'tile-8' 8; 'tile-16' 16     several at once
--   let: pitch = T + 1 …      computed of what stands above it
--   text: … @T@ …             what is asked; an empty line of text begins a paragraph. @name@ is a value, @name:2@ to two digits
--   code: for (…) …           a line of a listing; the book prints it with numbers
--   rows: 'tile-8', 'tile-16' a table: for each of these names `row` is it, and each column has an expression
--   column: Sectors = lens_load_sectors{row, n=4096} …      `, digits=3` may follow
--   answer: 2 * n^3 / T       the number
--   unit: sectors             what stands behind it
--   within: 5                 so many per cent off is right; unsaid: 0
--   line: 3                   of a mistake: the line that is wrong
--   true: expression < expression      of `judge`, also > and =: is the statement so?
--   why: … @answer@ …         how the answer comes about, for the key
--   good: 2 | says that … …   of `explain`: points and what an answer must say for them; they sum to the minutes
--   check: T=16 n=128 : lens_load_sectors{'tile-16', n=n} …      with these draws the answer is what the records count
--
-- Expressions are those of the book (book/records/expression.lua), with the counts of rules.lua. What is drawn or
-- computed stands in them by its name, as a number and as an option.
--
-- Behind the questions, for the oral and the written reason (GUIDE.md):
--
--   oral: question            three: two: one:     what an answer of so many points says
--   reason: the task …        rubric: 3 | … …      sample: good 9 …, each followed by words: … and marks: …

local expression, failure = require 'records.expression', require 'records.failure'
local numbers, units = require 'page.numbers', require 'records.units'
local random, rules = require 'quiz.random', require 'quiz.rules'

local bank = {}

local KINDS = {count = true, ratio = true, read = true, mistake = true, explain = true, judge = true}
local OF_QUESTION = {kind = 1, topic = 1, minutes = 1, draw = 'list', let = 'list', text = 'list', code = 'list', rows = 1, column = 'list',
  answer = 1, unit = 1, within = 1, line = 1, ['true'] = 1, why = 'list', good = 'list', check = 'list'}
local OF_ORAL = {three = 1, two = 1, one = 1}
local OF_SAMPLE = {words = 'list', marks = 'list'}

local fail = failure.fail

local function take(question, key, value, kind, path, line)
  if kind == 'list' then
    question[key] = question[key] or {}
    table.insert(question[key], {text = value, line = line})
  elseif question[key] then fail(path, line, 'this has a %s already', key)
  else question[key] = {text = value, line = line} end
end

local function whole(question, path)
  local function needs(key) if not question[key] then fail(path, question.at, '%s has no %s', question.name, key) end end
  for _, key in ipairs{'kind', 'topic', 'minutes', 'text'} do needs(key) end
  local kind, minutes = question.kind.text, tonumber(question.minutes.text)
  if not KINDS[kind] then fail(path, question.kind.line, '%s is no kind of question', kind) end
  if not math.tointeger(minutes) or minutes < 2 or minutes > 8 then fail(path, question.minutes.line, 'a question takes 2 to 8 minutes') end
  question.points = math.tointeger(minutes)
  if kind == 'explain' then
    needs 'good'
    local sum = 0
    for _, good in ipairs(question.good) do
      local points, words = good.text:match '^(%d+) | (.+)$'
      if not points then fail(path, good.line, 'a line reads `good: POINTS | words`') end
      good.points, good.words, sum = tonumber(points), words, sum + tonumber(points)
    end
    if sum ~= question.points then fail(path, question.at, '%s: its good points are %d and its minutes %d', question.name, sum, question.points) end
  else
    needs(kind == 'judge' and 'true' or 'answer')
    needs 'why'
    if kind == 'mistake' then needs 'code' needs 'line' end
    if kind ~= 'judge' then needs 'unit' end
  end
end

-- {chapter, questions, orals, reason} of a unit.
function bank.read(unit, path)
  path = path or ('course/units/%s/questions'):format(unit)
  local file = io.open(path) or fail(path, nil, 'there is no such bank')
  local given = {unit = unit, path = path, questions = {}, orals = {}}
  local at, names, question, oral, sample = 0, {}, nil, nil, nil
  for line in file:lines() do
    at = at + 1
    local key, value = line:match '^(%l+):%s?(.-)%s*$'
    if line:match '^%s*$' or line:match '^#' then goto next end
    if not key then fail(path, at, 'a line reads `key: value`') end
    if key == 'chapter' then given.chapter = value
    elseif key == 'question' then
      question = {name = value, at = at}
      if names[value] then fail(path, at, 'there is a question %s already', value) end
      names[value], given.questions[#given.questions + 1] = true, question
    elseif key == 'oral' then
      oral = {text = value, line = at}
      table.insert(given.orals, oral)
    elseif key == 'reason' or key == 'rubric' then
      given[key] = given[key] or {}
      table.insert(given[key], value)
    elseif key == 'sample' then
      sample = {name = value, line = at}
      given.samples = given.samples or {}
      table.insert(given.samples, sample)
    elseif OF_SAMPLE[key] and sample then take(sample, key, value, OF_SAMPLE[key], path, at)
    elseif OF_ORAL[key] and oral then take(oral, key, value, OF_ORAL[key], path, at)
    elseif question and OF_QUESTION[key] then take(question, key, value, OF_QUESTION[key], path, at)
    else fail(path, at, 'there is no key %s here', key) end
    ::next::
  end
  file:close()
  if not given.chapter then fail(path, 1, 'it names no chapter') end
  for _, q in ipairs(given.questions) do whole(q, path) end
  return given
end

-- 'a b' 12; 'c' 13 -> rows of cells: numbers, or words in quotes.
local function rows_of(text, path, line)
  local list = {}
  for row in (text .. ';'):gmatch '%s*(.-)%s*;' do
    local cells = {}
    local rest = row
    while rest ~= '' do
      local word, more = rest:match "^'([^']*)'%s*(.*)$"
      if not word then word, more = rest:match '^(%S+)%s*(.*)$' word = tonumber(word) end
      if not word then fail(path, line, 'a draw has numbers, or words in quotes: %s', rest) end
      cells[#cells + 1], rest = math.tointeger(word) or word, more
    end
    list[#list + 1] = cells
  end
  return list
end

-- The draws of a question by the seed, or those that `fixed` has.
local function drawn(question, path, source, fixed)
  local values = {}
  for _, draw in ipairs(question.draw or {}) do
    local names, rest = draw.text:match '^([%w_ ]-)%s*=%s*(.+)$'
    if not names then fail(path, draw.line, 'a line reads `draw: name = values`') end
    local from, to = rest:match '^(%-?%d+)%.%.(%-?%d+)$'
    local n, list = source.below(0x40000000), nil
    if from then
      local name = names:match '^%S+'
      values[name] = tonumber(from) + n % (tonumber(to) - tonumber(from) + 1)
    else
      list = rows_of(rest, path, draw.line)
      local row, i = list[n % #list + 1], 0
      for name in names:gmatch '%S+' do
        i = i + 1
        values[name] = row[i]
      end
      for _, other in ipairs(list) do
        if #other ~= i then fail(path, draw.line, 'a row of this draw has %d values, where %d names stand', #other, i) end
      end
    end
  end
  for name, value in pairs(fixed or {}) do
    if values[name] == nil then fail(path, question.at, 'a check gives %s, which %s does not draw', name, question.name) end
    values[name] = value
  end
  return values
end

-- A number as sheets have it.
local function printed(value, digits)
  if type(value) == 'string' then return value end
  if math.abs(value - math.floor(value + 0.5)) < 1e-9 and not digits then return units.format(nil, math.floor(value + 0.5), 'count') end
  return units.format(nil, value, '', digits or 3)
end
bank.printed = printed

-- What evaluates expressions among values that are drawn and computed.
local function evaluator(given, N, values, path)
  local sets = setmetatable({}, {__index = function(_, name)
    local value = values[name]
    return value ~= nil and {value} or nil
  end})
  local facts = setmetatable({}, {__index = function(_, name)
    local value = values[name]
    if type(value) == 'number' then return function() return value end end
    local fact = N.given.facts[name]
    return fact and function() return (N:evaluate(fact.text, nil, 'reference')) end
  end})
  local function ask(query)
    if rules.is(query.metric) then return rules.value(query) end
    return N:ask(query, {}, 'reference')
  end
  return function(text, line)
    local ok, value, unit = pcall(expression.value, text, ask, facts, sets)
    if not ok then
      local words = type(value) == 'table' and value.message or tostring(value)
      fail(path, line, '%s', words)
    end
    return value, unit
  end
end

local function filled(text, values, path, line, plain)
  return (text:gsub('@([%a_][%w_]*):?(%d*)@', function(name, digits)
    local value = values[name]
    if value == nil then fail(path, line, 'the text has @%s@, which nothing draws or computes', name) end
    if plain and type(value) == 'number' and digits == '' then return ('%.14g'):format(value) end
    return printed(value, tonumber(digits))
  end))
end

local function compared(text, evaluate, path, line)
  local left, op, right = text:match '^(.-)%s*([<>=])%s*([^<>=]+)$'
  if not left then fail(path, line, 'a line reads `true: expression < expression`, or > or =') end
  local a, b = evaluate(left, line), evaluate(right, line)
  if op == '=' then return math.abs(a - b) <= 1e-9 * math.max(math.abs(a), math.abs(b)), a, b end
  return op == '<' and a < b or op == '>' and a > b, a, b
end

-- The question with its numbers: {name, kind, points, text = paragraphs, code, table, answer, …}. N: numbers of the chapter
-- (page.numbers); fixed: values for draws, or nil.
function bank.instance(given, question, N, seed, fixed)
  local path = given.path
  local values = drawn(question, path, random.from(seed, given.unit, question.name), fixed)
  local evaluate = evaluator(given, N, values, path)
  local function number(text, line)
    local value = evaluate(text, line)
    if type(value) ~= 'number' then fail(path, line, 'this is no number: %s', text) end
    return value
  end
  for _, let in ipairs(question.let or {}) do
    local name, text = let.text:match '^([%a_][%w_]*)%s*=%s*(.+)$'
    if not name then fail(path, let.line, 'a line reads `let: name = expression`') end
    if values[name] ~= nil then fail(path, let.line, 'the name %s is there already', name) end
    local value = number(text, let.line)
    values[name] = math.abs(value) < 2^53 and math.tointeger(value) or value
  end
  local made = {name = question.name, unit_of = given.unit, kind = question.kind.text, topic = question.topic.text,
    points = question.points, values = values, at = question.at, evaluate = evaluate}
  if question.answer then
    made.answer = number(question.answer.text, question.answer.line)
    values.answer = made.answer
    made.unit = filled(question.unit.text, values, path, question.unit.line)
    made.within = question.within and number(question.within.text, question.within.line) or 0
  end
  if question.line then made.wrong_line = number(question.line.text, question.line.line) end
  if question['true'] then made.holds = compared(question['true'].text, evaluate, path, question['true'].line) end
  local function paragraphs(list)
    local all = {''}
    for _, part in ipairs(list or {}) do
      if part.text == '' then all[#all + 1] = ''
      else all[#all] = (all[#all] == '' and '' or all[#all] .. ' ') .. filled(part.text, values, path, part.line) end
    end
    return all
  end
  made.text, made.why = paragraphs(question.text), paragraphs(question.why)
  for _, part in ipairs(question.code or {}) do
    made.code = made.code or {}
    table.insert(made.code, filled(part.text, values, path, part.line, true))
  end
  for _, good in ipairs(question.good or {}) do
    made.good = made.good or {}
    table.insert(made.good, {points = good.points, words = filled(good.words, values, path, good.line)})
  end
  if question.rows then
    made.table = {{''}}
    local names = expression.list(filled(question.rows.text, values, path, question.rows.line, true), {})
    for c, column in ipairs(question.column or {}) do
      local head, text = column.text:match '^(.-)%s+=%s+(.+)$'
      if not head then fail(path, column.line, 'a line reads `column: Head = expression`') end
      local before, digits = text:match '^(.-)%s*,%s*digits=(%d+)$'
      made.table[1][c + 1] = filled(head, values, path, column.line)
      for r, name in ipairs(names) do
        values.row = tonumber(name) or name
        made.table[r + 1] = made.table[r + 1] or {(tostring(name):gsub("^[%w-]+%.", ""))}
        made.table[r + 1][c + 1] = printed(number(before or text, column.line), tonumber(digits))
      end
      values.row = nil
    end
  end
  return made
end

-- Does each check of a question hold? Calls told(path, line, sentence) for those that do not; returns how many there are.
function bank.check(given, question, N, told)
  local count = 0
  for _, check in ipairs(question.check or {}) do
    local fixed, text = {}, check.text:match '%s?:%s+(.+)$'
    for name, value in (check.text:match '^(.-)%s?:%s' or ''):gmatch '([%w_]+)=(%S+)' do
      fixed[name] = math.tointeger(tonumber(value)) or tonumber(value) or value:match "^'(.*)'$" or value
    end
    if not text then fail(given.path, check.line, 'a line reads `check: name=value … : expression`') end
    local made = bank.instance(given, question, N, 'check', fixed)
    local counted = made.evaluate(text, check.line)
    count = count + 1
    if math.abs(made.answer - counted) > 1e-9 * math.abs(counted) then
      told(given.path, check.line, ('%s comes to %s, and the record has %s'):format(question.name, printed(made.answer), printed(counted)))
    end
  end
  return count
end

return bank
