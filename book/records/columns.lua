-- columns.lua: takes data/columns.tsv, whose head says what its cells are, and returns of each kind of record its columns
-- in order, columns.of(kind), and what is wrong with a cell or with a row, in words.

local _, here = ...
local PATH = here:match '^(.*)book/records/' .. 'data/columns.tsv'

local columns, kinds = {path = PATH}, {}

-- Each is {op, what it is compared with: a number or the name of a column, how a fault reads}.
local function comparisons(rule)
  local list = {}
  for op, with in rule:gmatch '([<>]=?)(%S+)' do list[#list + 1] = {op, tonumber(with) or with} end
  return list
end

local function holds(a, op, b)
  if op == '<=' then return a <= b end
  return op == '>' and a > b or op == '>=' and a >= b
end

for line in io.lines(PATH) do
  if not line:match '^#' then
    local cells = {}
    for cell in (line .. '\t'):gmatch '([^\t]*)\t' do cells[#cells + 1] = cell end
    local name, of, unit, _, rule, head, meaning = table.unpack(cells)
    for kind, marks in of:gmatch '(%a+)(%p*)' do
      kinds[kind] = kinds[kind] or {}
      local column = {name = name, unit = unit, head = head ~= '' and head or nil, meaning = meaning,
        key = marks:find '*', unless_ran = marks:find '!', may_lack = marks:find '[~-]', may_be_empty = marks:find '[?!~-]',
        is_text = rule == 'word', is_whole = rule:find 'whole', compared = comparisons(rule)}
      table.insert(kinds[kind], column)
      kinds[kind][name] = column
    end
  end
end
kinds.kinds = nil                                 -- the line of heads

-- The columns of a kind in order, and each by its name; nil if there is no such kind.
function columns.of(kind) return kinds[kind] end

-- What is wrong with the number in a cell of this column, or nil.
function columns.fault(column, number, text)
  if column.is_whole and number % 1 ~= 0 then return ('column %s is not whole: %s'):format(column.name, text) end
  for _, c in ipairs(column.compared) do
    if type(c[2]) == 'number' and not holds(number, c[1], c[2]) then
      return ('column %s cannot be %s: it is %s %.10g'):format(column.name, text, c[1], c[2])
    end
  end
end

-- What is wrong between the cells of a row, where plan lists its columns, or nil.
function columns.fault_between(row, plan)
  for _, column in ipairs(plan) do
    for _, c in ipairs(column.compared) do
      local value, other = row[column.name], row[c[2]]
      if value and other and not holds(value, c[1], other) then
        return ('column %s is %s column %s'):format(column.name, c[1] == '<=' and 'above' or 'below', c[2])
      end
    end
  end
end

return columns
