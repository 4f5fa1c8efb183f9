-- bank_patterns.lua: takes a probe of code/registers.cu, as in `banks_within_3{probe='kept-8'}`, and returns what the law of
-- the register file (code/loops/law.h) makes of the pattern that it measures (code/probes/banks.h has the letters).

local source = require 'page.source'
local lacks = require('records.failure').lacks

local bank_patterns = {}
local PATH, TURNS = 'code/registers.cu', 64

-- name of the probe -> pattern
local known

local function patterns()
  if known then return known end
  known = {}
  local text, list = source.read(PATH) or lacks(PATH, 'there is no such program'), {}
  local block = text:match 'patterns%[%] = {(.-)};' or lacks(PATH, 'it has no patterns')
  for pattern in block:gmatch '"([^"]+)"' do list[#list + 1] = pattern end
  for at, name in text:gmatch 'BANK%((%d+), "([^"]+)"%)' do known[name] = list[at + 1] end
  return known
end

-- The reads of each FFMA from the even and from the odd bank.
local function reads_of(pattern)
  local all, before = {}, {}
  for letters in pattern:gmatch '%S+' do
    local reads, own = {0, 0}, {}
    for slot = 1, 3 do
      local letter = letters:sub(slot, slot)
      own[slot] = letter == '=' and own[1] or (letter == '-' or letter == '_') and before[slot] or letter
      if letter ~= '=' and letter ~= '-' then
        local bank = own[slot] == 'o' and 2 or 1
        reads[bank] = reads[bank] + 1
      end
    end
    all[#all + 1], before = reads, own
  end
  return all
end

local function alone(all)
  local sum = 0
  for _, reads in ipairs(all) do sum = sum + math.max(1, reads[1], reads[2]) end
  return sum / #all
end

-- When each of so many FFMAs is issued and its reads of the even and of the odd bank begin, as
-- issue() of code/loops/law.c has it: {at, from = {even, odd}, reads = {even, odd}}, in cycles.
local function schedule(all, window, count)
  local now, free, list = 0, {0, 0}, {}
  local function begin(bank) return math.max(free[bank], now) end
  for i = 1, count do
    local reads = all[(i - 1) % #all + 1]
    while math.max(begin(1) + reads[1], begin(2) + reads[2]) > now + window do now = now + 1 end
    list[i] = {at = now, from = {begin(1), begin(2)}, reads = reads}
    free = {begin(1) + reads[1], begin(2) + reads[2]}
    now = now + 1
  end
  return list
end

-- Of a pattern in turn after turn; the first is left out.
local function within(all, window)
  local list = schedule(all, window, (TURNS + 1) * #all + 1)
  return (list[#list].at - list[#all + 1].at) / TURNS / #all
end

bank_patterns.names = {
  {name = 'banks_pattern', unit = 'text', head = 'Operands', meaning = 'three letters for each FFMA, its operands a, b and c'},
  {name = 'banks_alone', unit = '', head = 'Each by itself', meaning = 'cycles for each FFMA, if each waited for its own operands alone'},
  {name = 'banks_within_3', unit = '', head = 'Within three cycles',
    meaning = 'the same in a row, if an FFMA may read over so many cycles, three at least'},
}

function bank_patterns.is(metric) return metric:match '^banks_' ~= nil end

-- Value, unit, and where it is from.
function bank_patterns.metric(self, query)
  self.files[PATH] = true
  local pattern = patterns()[query.probe or ''] or lacks(PATH, 'it asks no pattern %s', tostring(query.probe))
  local from, name = {path = PATH, header = {}}, query.metric:match '^banks_(.*)$'
  if name == 'pattern' then return pattern, 'text', from end
  if name == 'alone' then return alone(reads_of(pattern)), '', from end
  local window = tonumber(name:match '^within_(%d+)$')
  if not window or window < 3 then lacks(query.metric, 'nothing of the banks is called that') end
  return within(reads_of(pattern), window), '', from
end

-- The schedule of a probe's FFMAs.
function bank_patterns.schedule(probe, window, count) return schedule(reads_of(patterns()[probe]), window, count) end

return bank_patterns
