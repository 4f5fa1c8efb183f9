-- constants.lua: a chapter, a kernel -> the numbers that it was built with, by name.
-- The numbers that a kernel was built with, read from its program: the
-- constants of the file (enum { BM = 128 }, #define) and, of a kernel made of a template, its
-- parameters by the names that the template gives them.
--
--   constants.of('warptiling', 't8-4x8')  ->  {BM = 128, BN = 128, BK = 16, WM = 32, …}

local source = require 'page.source'

local constants = {}

local function fail(text, ...) error({message = text:format(...)}, 0) end

-- The program without comments, its continued lines joined.
local function text_of(path)
  local text = source.read(path) or fail('%s: there is no such program', path)
  return (text:gsub('\\\n', ' '):gsub('//[^\n]*', ''):gsub('/%*.-%*/', ' '))
end

-- 'a, f(b, c), "d"' -> its parts at the top level of brackets.
local function parts_of(text)
  local parts, depth, at, quoted = {}, 0, 1, false
  for i = 1, #text do
    local char = text:sub(i, i)
    if char == '"' then quoted = not quoted
    elseif quoted then                                    -- as it is
    elseif char:match '[%(%[{<]' then depth = depth + 1
    elseif char:match '[%)%]}>]' then depth = depth - 1
    elseif char == ',' and depth == 0 then
      parts[#parts + 1] = text:sub(at, i - 1)
      at = i + 1
    end
  end
  parts[#parts + 1] = text:sub(at)
  for i, part in ipairs(parts) do parts[i] = part:match '^%s*(.-)%s*$' end
  return parts
end

-- A sum of numbers and known names, or nil.
local function sum(text, known)
  local failed
  local plain = text:gsub('[%a_][%w_]*', function(name)
    if not known[name] then failed = true end
    return known[name] and ('%d'):format(known[name])
  end)
  if failed or not plain:match '^[%d%s%+%-%*/%(%)%%]+$' then return nil end
  local f = load('return ' .. plain:gsub('/', '//'), 'sum', 't', {})
  local ok, result = pcall(f or function() error() end)
  return ok and math.type(result) == 'integer' and result or nil
end

-- What the file itself names outside of its functions.
local function of_file(text)
  local known = {}
  for line in text:gmatch '[^\n]+' do
    local body = line:match '^enum%s*[%w_]*%s*{(.-)}'
    for _, part in ipairs(body and parts_of(body) or {}) do
      local name, value = part:match '^([%a_][%w_]*)%s*=%s*(.+)$'
      if name then known[name] = sum(value, known) end
    end
    local name, value = line:match '^#%s*define%s+([%a_][%w_]*)%s+(%d+)%s*$'
    if name then known[name] = tonumber(value) end
    name, value = line:match '^constexpr%s+int%s+([%a_][%w_]*)%s*=%s*(.-);'
    if name then known[name] = sum(value, known) end
  end
  return known
end

local function macros_of(text)
  local macros = {}
  for name, takes, body in text:gmatch '#%s*define%s+([%a_][%w_]*)%(([^)]*)%)([^\n]*)' do
    macros[name] = {takes = parts_of(takes), body = body}
  end
  return macros
end

local function expanded(macro, given)
  local by_name, rest = {}, {}
  for i, name in ipairs(macro.takes) do
    if name == '...' then rest = table.move(given, i, #given, 1, {})
    else by_name[name] = given[i] end
  end
  local words = macro.body:gsub('#([%a_][%w_]*)', function(name) return by_name[name] and '"' .. by_name[name] .. '"' end)
  words = words:gsub('"%s*"', '')
  return (words:gsub('[%a_][%w_]*', function(word)
    if word == '__VA_ARGS__' then return table.concat(rest, ', ') end
    return by_name[word]
  end))
end

-- What one row of the table runs: the instance it names at its end, or the function it calls.
local function run_by(p)
  for _, part in ipairs{p[#p], p[2]} do
    local of, args = (part or ''):gsub('^"(.*)"$', '%1'):match '^([%w_]+)<(.*)>$'
    if of then return (of:gsub('^run_', '')), parts_of(args) end
  end
  return (p[2] or ''):match '^run_([%w_]+)$', {}
end

-- The entry of the table of kernels that has the name: its template, and a list of arguments.
local function entry_of(text, macros, kernel)
  local function look(call)
    local name, inner = call:match '^%s*([%a_][%w_]*)%s*(%b())'
    local macro = name and macros[name]
    if name == 'KERNEL' or name == 'KERNEL_AT' then
      local p = parts_of(inner:sub(2, -2))
      if p[1] ~= '"' .. kernel .. '"' then return nil end
      return p[3], table.move(p, name == 'KERNEL' and 4 or 7, #p, 1, {})
    elseif macro then
      local body = expanded(macro, parts_of(inner:sub(2, -2)))
      local entry = body:match '^%s*{(.*)}'
      if not entry then return look(body) end
      local p = parts_of(entry)
      if p[1] ~= '"' .. kernel .. '"' then return nil end
      return run_by(p)
    end
  end
  for at in text:gmatch '()\n[ \t]+[%a_{]' do
    local rest = text:sub(at + 1)
    local entry = rest:match '^[ \t]*(%b{})'
    if entry then
      local p = parts_of(entry:sub(2, -2))
      if p[1] == '"' .. kernel .. '"' then
        return run_by(p)
      end
    else
      local of, args = look(rest)
      if of then return of, args end
    end
  end
end

-- The names of the parameters of the template whose function is called so.
local function parameters_of(text, name)
  for parameters, head in text:gmatch 'template%s*(%b<>)([^{;]*)' do
    if head:match('%f[%w_]' .. name .. '%s*%(') then
      local names = {}
      for i, part in ipairs(parts_of(parameters:sub(2, -2))) do names[i] = part:match '([%a_][%w_]*)%s*=?[^%w_]*$' end
      return names
    end
  end
end

-- kernel may be nil: then only what the file names.
function constants.of(stem, kernel)
  local path = ('code/%s.cu'):format(stem)
  local text = text_of(path)
  local known = of_file(text)
  if not kernel then return known end
  local name, args = entry_of(text, macros_of(text), kernel)
  if not name then fail('%s: its table has no kernel %s', path, kernel) end
  local names = #args > 0 and (parameters_of(text, name) or parameters_of(text, 'run_' .. name)) or {}
  if #args > #(names or {}) then fail('%s: no template %s has a name for each of %s', path, name, table.concat(args, ', ')) end
  for i, arg in ipairs(args) do
    known[names[i]] = sum(arg, known)
  end
  return known
end

return constants
