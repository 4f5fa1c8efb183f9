-- facts.lua: chapters/<page>.facts -> what a page of a chapter proves, and the sets that it names.
--
--   # Where the data stage is the limit: the section that the lines below serve
--   set flat = '4x8-warp-2x16', '4x8-warp-4x8', '4x8-warp-8x4'           kernels or probes, sizes or shapes;
--   set all = flat, '4x8-warp-16x2'                          a set that stands above may be a member
--   are_alike = spread(gflops flat), max=1.005         a fact for a claim has min=, max= or both
--   won = stall_total '4x8-warp-4x8' - stall_total '4x8-warp-16x2', digits=1, unit=%     one for a number
--
-- A line that begins with blanks goes on with the one before; one with # is a comment. An
-- expression (expression.lua) may name any fact of the file. In the text a number is `[won]{.num}`,
-- a claim `[alike]{.are_alike}`. Each set and each fact is there for something on its own page; the second page
-- of a chapter may name those of the first as well.

local source, expression, markup = require 'page.source', require 'records.expression', require 'page.markup'

local facts = {}

local OPTIONS = {min = true, max = true, digits = true, unit = true}

local function fact_of(text, line, path)
  local fact = {line = line, path = path}
  while true do
    local before, key, value = text:match "^(.*%S)%s*,%s*(%a+)%s*=%s*([^,(){}']-)$"
    if not OPTIONS[key or ''] then break end
    text, fact[key] = before, value
  end
  fact.text = text
  return fact
end

-- Takes a whole line of the file, with what it goes on with, to `given`. Returns what is wrong with it.
local function take(given, text, line)
  local set, rest = text:match '^set%s+([%a_][%w_]*)%s*=%s*(.-)%s*$'
  local name = set
  if not set then name, rest = text:match '^([%a_][%w_]*)%s*=%s*(.-)%s*$' end
  if not name then return 'a line reads `name = expression` or `set name = members`' end
  if given.facts[name] or given.lists[name] then return ('the name %s is there already'):format(name) end
  if markup.SPANS[name] then return ('%s is a kind of span, and no fact has its name'):format(name) end
  if not set then
    given.facts[name] = fact_of(rest, line, given.path)
    return
  end
  local ok, members = pcall(expression.list, rest, given.sets)
  if not ok then return members.message end
  given.lists[name] = {line = line, members = members}
end

-- {path, facts = name -> {text, line, path, min, max, digits, unit}, sets = name -> members, faults} of
-- a file, which need not be there; first: what the chapter's first page has, if this is the second. What is asked for
-- counts as used.
function facts.read(path, first)
  local given = {path = path, faults = {}, facts = setmetatable({}, {__index = first and first.facts}),
    lists = setmetatable({}, {__index = first and first.lists})}
  given.sets = setmetatable({}, {__index = function(_, name)
    local list = given.lists[name]
    if list then list.used = true end
    return list and list.members
  end})
  local text, first, at = nil, nil, 0
  local function flush()
    local fault = text and take(given, text, first)
    if fault then table.insert(given.faults, {line = first, text = fault}) end
    text = nil
  end
  for line in ((source.read(path) or ''):gsub('\r\n', '\n') .. '\n'):gmatch '([^\n]*)\n' do
    at = at + 1
    if text and line:match '^%s+[^%s#]' then text = text .. line:gsub('^%s+', ' ')
    elseif line:match '^%s*[^%s#]' then
      flush()
      text, first = line, at
    end
  end
  flush()
  return given
end

-- complain(line, sentence) is told of each fault, and of what nothing has used; unsaid: the sentence for such a fact.
function facts.check(given, unsaid, complain)
  for _, fault in ipairs(given.faults) do complain(fault.line, fault.text) end
  for name, fact in pairs(given.facts) do
    if not fact.used then complain(fact.line, unsaid:format(name)) end
  end
  for name, list in pairs(given.lists) do
    if not list.used then complain(list.line, ('nothing uses the set %s'):format(name)) end
  end
end

return facts
