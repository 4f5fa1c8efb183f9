-- constants.lua: a chapter, a kernel -> the numbers that it was built with, by name.
-- The constants of its file (enum { BM = 128 }, #define, constexpr) and, of a kernel made of a
-- template, what the program's own table says (the word `describe`, kept by `make lens`), by the
-- names that the template gives its parameters.
--
--   constants.of('warptiling', '8x8-warp-4x8')  ->  {BM = 128, BN = 128, BK = 16, WM = 32, …}

local source = require 'page.source'

local constants = {}

local function fail(text, ...) error({message = text:format(...)}, 0) end

-- The program behind the kernels/ that it includes, without comments, its continued lines joined.
local function text_of(path)
  local text = source.read(path) or fail('%s: there is no such program', path)
  local parts = {}
  for header in text:gmatch '#include "(kernels/[^"]+)"' do parts[#parts + 1] = source.read('code/' .. header) end
  parts[#parts + 1] = text
  return (table.concat(parts, '\n'):gsub('\\\n', ' '):gsub('//[^\n]*', ''):gsub('/%*.-%*/', ' '))
end

-- A sum of numbers and known names, or nil.
local function sum(text, known)
  local plain = text:gsub('[%a_][%w_]*', function(name) return known[name] and ('%d'):format(known[name]) end)
  if not plain:match '^[%d%s%+%-%*/%(%)%%]+$' then return nil end
  local ok, result = pcall(load('return ' .. plain:gsub('/', '//'), 'sum', 't', {}) or error)
  return ok and math.type(result) == 'integer' and result or nil
end

-- What the file itself names outside of its functions.
local function of_file(text)
  local known = {}
  for line in text:gmatch '[^\n]+' do
    for name, value in (line:match '^enum%s*[%w_]*%s*{(.-)}' or ''):gmatch '([%a_][%w_]*)%s*=%s*([^,]+)' do
      known[name] = sum(value, known)
    end
    local name, value = line:match '^#%s*define%s+([%a_][%w_]*)%s+(%d+)%s*$'
    if not name then name, value = line:match '^constexpr%s+int%s+([%a_][%w_]*)%s*=%s*(.-);' end
    if name then known[name] = sum(value, known) end
  end
  return known
end

-- The names of the parameters of the template whose function is called so.
local function parameters_of(text, name)
  for parameters, head in text:gmatch 'template%s*(%b<>)([^{;]*)' do
    if head:match('%f[%w_]' .. name .. '%s*%(') then
      local names = {}
      for each in parameters:gmatch '([%a_][%w_]*)%s*%f[,>]' do names[#names + 1] = each end
      return names
    end
  end
end

-- Where the table of a program is kept.
function constants.table_of(stem) return ('data/lens/tables/%s.txt'):format(stem) end

-- kernel may be nil: then only what the file names.
function constants.of(stem, kernel)
  local path = ('code/%s.cu'):format(stem)
  local text = text_of(path)
  local known = of_file(text)
  if not kernel then return known end
  local says = '\n' .. (source.read(constants.table_of(stem))
    or fail('%s: there is no such table; `make lens` writes it', constants.table_of(stem)))
  local name, args = says:match('\n' .. kernel:gsub('%p', '%%%0') .. ' ([%w_]+)<?([%w_,-]*)')
  if not name then fail('%s: its table has no kernel %s', path, kernel) end
  local names = args == '' and {} or parameters_of(text, name)
    or fail('%s: no template %s has names for %s', path, name, args)
  local n = 0
  for value in args:gmatch '[^,]+' do
    n = n + 1
    if names[n] then known[names[n]] = math.tointeger(value) end
  end
  return known
end

return constants
