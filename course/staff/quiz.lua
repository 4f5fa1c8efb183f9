-- quiz.lua: makes sheets and keys out of the banks course/units/UNIT/questions, which quiz/bank.lua describes. Pandoc runs it as a
-- filter on nothing, for course/staff/quiz.sh. By its environment:
--
--   WHAT=quiz UNITS=tiling SEED=7 N=5        build/course/quiz/tiling-7.html and tiling-7-key.html; SEED may have several, for groups
--   WHAT=midterm UNITS="coalescing tiling" SEED=7 MINUTES=90      the same, of these units in turn, until the minutes are full
--   WHAT=all UNITS=tiling SEED=7             build/course/quiz/tiling-all-7-key.html: the whole bank with that seed's numbers
--   WHAT=oral UNITS=tiling                   build/course/quiz/tiling-oral.html
--   WHAT=check UNITS=…                       asks all checks of these banks, and each question with twenty seeds
--
-- SECRET goes into all that is drawn. A sheet and its key have a code, which tells nothing of the seed.

local here = PANDOC_SCRIPT_FILE:match '^(.*/)' or './'
package.path = here .. '?.lua;' .. here .. '../../book/?.lua;' .. package.path
local records, numbers = require 'records.records', require 'page.numbers'
local bank, sheet, random = require 'quiz.bank', require 'quiz.sheet', require 'quiz.random'

local OUT, READING = 'build/course/quiz/', 5      -- minutes to read an examination before it is answered
local ORDERS = 32                                 -- of the questions, tried until an examination has its points
local TITLES = {midterm = 'Midterm', exam = 'Examination'}

local function fail(text) error({message = text}, 0) end

local R                                           -- all records, opened once
local SECRET = os.getenv 'SECRET' or ''
local banks = {}

-- The bank of a unit, with what answers for its chapter.
local function bank_of(unit)
  if not banks[unit] then
    local given = bank.read(unit)
    banks[unit] = {given = given, N = numbers.open(R, given.chapter, given.chapter)}
  end
  return banks[unit].given, banks[unit].N
end

local function title_of(unit)
  for _, path in ipairs{('course/units/%s/unit'):format(unit), ('chapters/%s.md'):format(unit)} do
    local file = io.open(path)
    local text = file and file:read 'a'
    if file then file:close() end
    if text and text:match 'title: ([^\n]+)' then
      return path:match '^chapters' and text:match 'short: ([^\n]+)' or text:match 'title: ([^\n]+)'
    end
  end
  return unit
end

local function write(name, text)
  local path = OUT .. name
  local file = io.open(path .. '.part', 'w')
  local ok = file and file:write(text)
  ok = file and file:close() and ok
  if not ok or not os.rename(path .. '.part', path) then fail(path .. ': it cannot be written; is the disk full?') end
  return path
end

-- What a page says, as one text with a blank before and after each number.
local function words_of(q)
  local parts = {table.concat(q.text, ' '), table.concat(q.code or {}, ' ')}
  for _, row in ipairs(q.table or {}) do parts[#parts + 1] = table.concat(row, ' ') end
  return ' ' .. table.concat(parts, ' '):gsub('\u{202f}', ''):gsub('[^%w.]', ' '):gsub('%.(%W)', ' %1') .. ' '
end

-- Would one of them tell the answer of the other? Some numbers stand everywhere: small ones, powers of two. An answer that is
-- no whole number is printed with three digits.
local function tells(a, b)
  local answer = b.answer
  if not answer or answer < (a == b and 100 or answer % 1 > 0 and 1 or 9) then return false end
  local exponent = math.log(answer, 2)
  if answer < 100 and exponent == math.floor(exponent) then return false end
  for number in words_of(a):gmatch '%f[%w]%d[%d.]*' do
    if math.abs((tonumber(number) or 0) - answer) < 0.0051 * answer * (answer % 1 == 0 and 0 or 1) + 1e-9 then return true end
  end
  return false
end

local function fits(q, chosen)
  for _, other in ipairs(chosen) do
    if other.topic == q.topic or tells(q, other) or tells(other, q) then return false end
  end
  return not tells(q, q)
end

-- The questions of a bank in the order of the seed, kinds in turn.
local function ordered(given, source)
  local by_kind, kinds, list = {}, {}, {}
  for _, q in ipairs(source.shuffled(given.questions)) do
    local kind = q.kind.text
    if not by_kind[kind] then by_kind[kind], kinds[#kinds + 1] = {}, kind end
    table.insert(by_kind[kind], q)
  end
  local left = #given.questions
  while left > 0 do
    for _, kind in ipairs(kinds) do
      local q = table.remove(by_kind[kind], 1)
      if q then list[#list + 1], left = q, left - 1 end
    end
  end
  return list
end

-- Takes questions of the units in turn, while enough(chosen) is not true; most: the points that there may be, or nil. order:
-- names one of the orders of a seed, or is nil.
local function choose(units, seed, what, most, enough, order)
  local chosen, points, groups = {}, 0, {}
  for _, unit in ipairs(units) do
    local given, N = bank_of(unit)
    groups[#groups + 1] = {unit = unit, given = given, title = title_of(unit), questions = {}, N = N,
      queue = ordered(given, random.from(SECRET, seed, what, unit, order))}
  end
  local function take(group, exact)
    for i, question in ipairs(group.queue) do
      local rest = most and most - points - question.points
      if not rest or rest == 0 or (not exact and rest >= 2) then
        local q = bank.instance(group.given, question, group.N, SECRET .. seed .. what)
        if fits(q, chosen) then
          table.remove(group.queue, i)
          points, chosen[#chosen + 1] = points + q.points, q
          table.insert(group.questions, q)
          return true
        end
      end
    end
  end
  local any = true
  while any and not enough(chosen, points) do
    any = false
    for _, group in ipairs(groups) do
      if not enough(chosen, points) then any = take(group, most and most - points <= 8) or any end
    end
    if not any then
      for _, group in ipairs(groups) do any = any or take(group, false) end
    end
  end
  return groups, points, #chosen
end

-- An examination of `most` points. The last questions of an order may leave a few points that no other question has: then
-- other orders of the seed are tried, and the one with most points is taken.
local function whole(units, seed, what, most)
  local groups, points
  for order = 1, ORDERS do
    local tried, reached = choose(units, seed, what, most, function(_, p) return p >= most end, order > 1 and order or nil)
    if not points or reached > points then groups, points = tried, reached end
    if points >= most then break end
  end
  return groups, points
end

local function names(text)
  local list = {}
  for name in (text or ''):gmatch '%S+' do list[#list + 1] = name end
  if #list == 0 then fail 'of which unit? U= takes one that has questions' end
  return list
end

local function sheets(what, units, seed, env)
  local groups, points, count
  if what == 'all' then
    local given, N = bank_of(units[1])
    local group = {title = title_of(units[1]), questions = {}}
    for i, q in ipairs(given.questions) do group.questions[i] = bank.instance(given, q, N, SECRET .. seed .. 'quiz') end
    groups, points = {group}, 0
    for _, q in ipairs(group.questions) do points = points + q.points end
  elseif what == 'quiz' then
    local n = math.tointeger(tonumber(env.N)) or fail('N=' .. env.N .. ' is no number of questions')
    groups, points, count = choose(units, seed, what, nil, function(chosen) return #chosen >= n end)
    if count < n then fail(('%s has questions for %d of %d that differ in topic'):format(units[1], count, n)) end
  else
    local minutes = math.tointeger(tonumber(env.MINUTES)) or fail('MINUTES=' .. env.MINUTES .. ' is no number of minutes')
    groups, points = whole(units, seed, what, minutes - READING)
  end
  local shown = {}
  for _, group in ipairs(groups) do
    if #group.questions > 0 then shown[#shown + 1] = {title = #groups > 1 and group.title or nil, questions = group.questions} end
  end
  local name = (what == 'quiz' and units[1] or what == 'all' and units[1] .. '-all' or what) .. '-' .. seed
  local code = ('%06x'):format(random.from(SECRET, 'code', what, table.concat(units, ' '), seed).below(1 << 24))
  local of = {title = TITLES[what] or 'Quiz: ' .. groups[1].title, code = code, groups = shown,
    minutes = TITLES[what] and points + READING or points, card = R:card_name(R.reference)}
  local path = what ~= 'all' and write(name .. '.html', sheet.of(of)) .. ' and ' or ''
  of.key = true
  print(path .. write(name .. '-key.html', sheet.of(of)))
  if TITLES[what] and of.minutes < tonumber(env.MINUTES) then
    print(('%s: the banks have questions for %d of %d minutes'):format(name, of.minutes, env.MINUTES))
  end
end

local function checked(units)
  local count, bad, questions = 0, 0, 0
  for _, unit in ipairs(units) do
    local given, N = bank_of(unit)
    for _, q in ipairs(given.questions) do
      questions = questions + 1
      local statements = {}
      for seed = 1, 20 do
        local made = bank.instance(given, q, N, tostring(seed))
        statements[made.holds or false] = true
        if made.answer and (made.answer < 0 or made.answer > 1e13 or tells(made, made)) then
          bad = bad + 1
          io.stderr:write(('%s:%d: with seed %d the answer of %s is %g, or it stands in the question\n'):format(given.path, q.at, seed, q.name, made.answer))
        end
      end
      if q['true'] and not (statements[true] and statements[false]) then
        bad = bad + 1
        io.stderr:write(('%s:%d: with twenty seeds the statement of %s is always %s\n'):format(given.path, q.at, q.name, tostring(statements[true] or false)))
      end
      count = count + bank.check(given, q, N, function(path, line, text)
        bad = bad + 1
        io.stderr:write(('%s:%d: %s\n'):format(path, line, text))
      end)
    end
  end
  print(('%d questions, %d checks, %d of them do not hold'):format(questions, count, bad))
  if bad > 0 then os.exit(1) end
end

local function main()
  local env = {N = os.getenv 'N' or '5', MINUTES = os.getenv 'MINUTES' or '90'}
  if env.N == '' then env.N = '5' end
  if env.MINUTES == '' then env.MINUTES = '90' end
  local what, units, seed = os.getenv 'WHAT', names(os.getenv 'UNITS'), os.getenv 'SEED' or ''
  R = records.open{root = '.'}
  if what == 'check' then return checked(units) end
  if what == 'oral' then
    for _, unit in ipairs(units) do print(write(unit .. '-oral.html', sheet.oral((bank_of(unit)), title_of(unit)))) end
    return
  end
  if not seed:match '%S' then fail 'of which seed? SEED= takes a number or a word; the same seed makes the same sheet' end
  for one in seed:gmatch '%S+' do
    if not one:match '^[%w-]+$' or #one > 20 then fail('SEED=' .. one .. ': a seed has 1 to 20 letters and digits') end
    sheets(what, units, one, env)
  end
end

local ok, problem = pcall(main)
if not ok then
  io.stderr:write((type(problem) == 'table' and problem.message or tostring(problem)) .. '\n')
  os.exit(2)
end
