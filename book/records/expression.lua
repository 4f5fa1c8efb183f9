-- expression.lua: takes what the prose says of records and returns what it comes to; it can do nothing else.
--
--   gflops                                 a metric; all that is unsaid has its default
--   gflops '8x8-warp-4x8'                        of a kernel, or of 'tiling.tile-32' in another chapter
--   gflops{'8x8-warp-4x8', n=1024}               with options, the keys of records.lua; they may follow
--   probe 'fma' {size=8}                   a name; a probe's name stands for its value
--   gflops{'a', 'b', n={1024, 4096}}       a list: any option may have several values
--   gflops banded, gflops{banded, n=sizes} a set of the chapter (facts.lua) stands for its members
--   + - * / ^ ( )                          sums, on lists member by member
--   max, min, spread(a, …)                 of all members; spread is the largest over the smallest
--   more(a, b), less(a, b)                 by how many per cent a is more, or less, than b
--   each(list)                             what a claim says of every member
--   each({'a', 'b', n=1024}, sum)          the sum, with each of the options in all its metrics
--   total(list), abs, sqrt, floor, log2    as in any language
--   name                                   a fact of the chapter

local expression = {}

local MOST_VALUES, MOST_NESTING = 1000, 50

local PATTERNS = {{'number', '^%d+%.?%d*[eE][+-]?%d+'}, {'number', '^%d+%.?%d*'}, {'number', '^%.%d+'},
  {'name', '^[%a_][%w_]*'}, {'string', "^'[^']*'"}, {'symbol', '^[-+*/^(){},=]'}}

local function fail(text, sentence, ...)
  error({message = ('“%s” %s'):format(text, sentence:format(...))}, 0)
end

local function tokens_of(text)
  local tokens, at = {}, text:find '%S'
  while at do
    local first, last, kind
    for _, pattern in ipairs(PATTERNS) do
      kind, first, last = pattern[1], text:find(pattern[2], at)
      if first then break end
    end
    if not first then fail(text, 'has “%s”, which no expression has', text:match('^' .. utf8.charpattern, at) or '?') end
    local word = text:sub(first, last)
    tokens[#tokens + 1] = {kind = kind, text = kind == 'string' and word:sub(2, -2) or word}
    at = text:find('%S', last + 1)
  end
  return tokens
end

-- One number out of one or two, member by member if one is a list.
local function apply(self, f, a, b)
  if type(a) == 'string' or type(b) == 'string' then fail(self.text, 'computes with words') end
  if type(a) ~= 'table' and type(b) ~= 'table' then return f(a, b) end
  if type(a) == 'table' and type(b) == 'table' and #a ~= #b then
    fail(self.text, 'takes a list of %d and one of %d together', #a, #b)
  end
  local result = {}
  for i = 1, #(type(a) == 'table' and a or b) do
    result[i] = f(type(a) == 'table' and a[i] or a, type(b) == 'table' and b[i] or b)
  end
  return result
end

local function members(values)
  local flat = {}
  for _, value in ipairs(values) do
    if type(value) == 'table' then table.move(value, 1, #value, #flat + 1, flat)
    else flat[#flat + 1] = value end
  end
  return flat
end

local function over_all(f)
  return function(_, values) return f(members(values)) end
end

local function over_each(f, count)
  return function(self, values)
    if #values ~= count then fail(self.text, 'has a function of %d that is given %d', count, #values) end
    return apply(self, f, values[1], values[2])
  end
end

local function total(list)
  local sum = 0
  for _, x in ipairs(list) do sum = sum + x end
  return sum
end

local function largest(list) return math.max(table.unpack(list)) end
local function least(list) return math.min(table.unpack(list)) end

-- name -> function of the arguments, and the unit of what comes out: `same` is that of the argument.
local FUNCTIONS = {
  max = {over_all(largest), 'same'}, min = {over_all(least), 'same'}, total = {over_all(total), 'same'},
  spread = {over_all(function(list) return largest(list) / least(list) end)},
  each = {over_all(function(list) return list end), 'same'},
  more = {over_each(function(a, b) return (a / b - 1) * 100 end, 2), '%'},
  less = {over_each(function(a, b) return (1 - a / b) * 100 end, 2), '%'},
  abs = {over_each(math.abs, 1), 'same'}, sqrt = {over_each(math.sqrt, 1)},
  floor = {over_each(math.floor, 1), 'same'},
  log2 = {over_each(function(x) return math.log(x, 2) end, 1)},
}

local Expression = {}
Expression.__index = Expression

function Expression:peek(text, ahead)
  local token = self.tokens[self.at + (ahead or 0)]
  return token and token.kind == 'symbol' and token.text == text
end

function Expression:take(text)
  if not self:peek(text) then return false end
  self.at = self.at + 1
  return true
end

function Expression:take_kind(kind)
  local token = self.tokens[self.at]
  if not token or token.kind ~= kind then return nil end
  self.at = self.at + 1
  return token.text
end

function Expression:expect(text)
  if self:take(text) then return end
  local token = self.tokens[self.at]
  fail(self.text, token and 'has “%s” where “%s” should stand' or 'ends where “%s%s” should stand',
    token and token.text or '', text)
end

-- Appends a value of one of the kinds, or the members of a set, if either stands here.
function Expression:take_values(values, ...)
  local token = self.tokens[self.at]
  local members = token and token.kind == 'name' and self.sets[token.text]
  if members then
    self.at = self.at + 1
    table.move(members, 1, #members, #values + 1, values)
    return true
  end
  for _, kind in ipairs{...} do
    local value = self:take_kind(kind)
    if value then return table.insert(values, value) or true end
  end
  return false
end

function Expression:add_value(values)
  if not self:take_values(values, 'string', 'number') then
    fail(self.text, 'has an option whose value is neither a number nor in quotes nor a set')
  end
end

function Expression:add_values(values)
  repeat self:add_value(values) until not self:take ','
  return values
end

-- A value or a set, or several in braces, as a list.
function Expression:option_values()
  local values = {}
  if not self:take '{' then
    self:add_value(values)
    return values
  end
  self:add_values(values)
  self:expect '}'
  return values
end

-- What stands in braces: key -> list of values; names come under key 1.
function Expression:braced(options)
  repeat
    local key = self:peek('=', 1) and self:take_kind 'name'
    if key then
      self:expect '='
      options[key] = self:option_values()
    else self:add_value(options[1]) end
  until not self:take ','
  self:expect '}'
end

-- What follows a metric, and whether there is any.
function Expression:options()
  local options, some = {[1] = {}}, false
  while true do
    if self:take '{' then self:braced(options)
    elseif not self:take_values(options[1], 'string') then return options, some end
    some = true
  end
end

-- All queries that the options make together: a list of {metric, key = value}.
function Expression:queries(metric, options)
  local keys, queries = {}, {{metric = metric}}
  for key in pairs(options) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for _, key in ipairs(keys) do
    local longer = {}
    for _, query in ipairs(queries) do
      for _, value in ipairs(options[key]) do
        local copy = {[key] = value}
        for k, v in pairs(query) do copy[k] = v end
        longer[#longer + 1] = copy
      end
    end
    if #options[key] > 0 then queries = longer end
    if #queries > MOST_VALUES then fail(self.text, 'asks for more than %d values', MOST_VALUES) end
  end
  return queries
end

function Expression:metric(name)
  local options, some = self:options()
  if not some and self.facts[name] then return self.facts[name]() end
  local values, unit = {}, nil
  for i, query in ipairs(self:queries(name, options)) do
    for key, value in pairs(self.common) do query[key] = query[key] or value end
    values[i], unit = self.ask(query)
  end
  if #values > 1 then return values, unit end
  return values[1], unit
end

-- each({options}, sum): the sum is read once for each.
function Expression:for_each()
  local options, values, unit = {[1] = {}}, {}, nil
  self:braced(options)
  self:expect ','
  local start, outer = self.at, self.common
  for i, query in ipairs(self:queries(nil, options)) do
    self.at, self.common = start, query
    values[i], unit = self:sum()
    if type(values[i]) ~= 'number' then fail(self.text, 'wants one number for each') end
  end
  self.common = outer
  self:expect ')'
  return #values > 1 and values or values[1], unit
end

function Expression:call(name)
  local f, values, unit = FUNCTIONS[name], {}
  if not f then fail(self.text, 'calls %s, which is no function; options stand in braces', name) end
  self:expect '('
  if name == 'each' and self:take '{' then return self:for_each() end
  repeat
    local value, of = self:sum()
    if type(value) == 'string' then fail(self.text, 'gives words to %s', name) end
    values[#values + 1], unit = value, of
  until not self:take ','
  self:expect ')'
  if f[2] ~= 'same' then unit = f[2] end
  return f[1](self, values), unit
end

function Expression:primary()
  local number = self:take_kind 'number'
  if number then return tonumber(number) end
  local name = self:take_kind 'name'
  if name then
    if FUNCTIONS[name] or self:peek '(' then return self:call(name) end
    return self:metric(name)
  end
  self:expect '('
  local value, unit = self:sum()
  self:expect ')'
  return value, unit
end

local OPERATORS = {
  ['+'] = function(a, b) return a + b end, ['-'] = function(a, b) return a - b end,
  ['*'] = function(a, b) return a * b end, ['/'] = function(a, b) return a / b end,
  ['^'] = function(a, b) return a ^ b end,
}

-- Operands of one kind with operators of one rank between them, from the left.
function Expression:chain(operand, ...)
  local value, unit = operand(self)
  while true do
    local operator
    for _, text in ipairs{...} do
      if self:take(text) then operator = text break end
    end
    if not operator then return value, unit end
    value, unit = apply(self, OPERATORS[operator], value, (operand(self))), nil
  end
end

function Expression:signed()
  self.nesting = self.nesting + 1
  if self.nesting > MOST_NESTING then fail(self.text, 'is nested too deeply') end
  local value, unit
  if self:take '-' then value = apply(self, OPERATORS['-'], 0, (self:signed()))
  else value, unit = self:power() end
  self.nesting = self.nesting - 1
  return value, unit
end

function Expression:power()
  local value, unit = self:primary()
  if not self:take '^' then return value, unit end
  return apply(self, OPERATORS['^'], value, (self:signed()))
end

function Expression:product() return self:chain(self.signed, '*', '/') end

function Expression:sum() return self:chain(self.product, '+', '-') end

-- Reads the whole text by the method.
local function read(text, method, sets, ask, facts)
  local self = setmetatable({text = text, tokens = tokens_of(text), at = 1, nesting = 0, common = {},
    ask = ask, facts = facts, sets = sets}, Expression)
  if #self.tokens == 0 then error({message = 'there is no expression here'}, 0) end
  local value, unit = self[method](self, {})
  if self.at <= #self.tokens then fail(text, 'has “%s” where it should end', self.tokens[self.at].text) end
  return value, unit
end

-- The members that a text lists. Raises {message}.
function expression.list(text, sets) return (read(text, 'add_values', sets)) end

-- The number, or list of numbers, or words, that the text comes to, and their unit if it is
-- that of a metric. ask{metric, key = value, [1] = name} answers for a metric, facts[name]()
-- for a fact of the chapter and sets[name] for a set. Raises {message}.
function expression.value(text, ask, facts, sets)
  local value, unit = read(text, 'sum', sets, ask, facts)
  for _, x in ipairs(type(value) == 'table' and value or {value}) do
    if type(x) == 'number' and (x ~= x or math.abs(x) == math.huge) then fail(text, 'comes to no number') end
  end
  return value, unit
end

return expression
