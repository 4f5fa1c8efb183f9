-- regions.lua: a program, the name of a region -> its lines.
-- Named pieces of a program, as the compiler's own file marks them.
--
--   //> load the tile
--   …
--   //< load the tile
--
-- The markers stand at column 0 and may nest. A piece called `omit` is one that the
-- book leaves out on purpose; it may come more than once, every other name only once.

local source = require 'page.source'

local regions = {}

local function fail(path, line, text, ...)
  error({message = ('%s:%d: '):format(path, line) .. text:format(...)}, 0)
end

-- {path, lines, named = {name = region}, owner = {line = innermost region}}, where a
-- region is {name, first, last, parent}; first and last are the lines of its markers.
function regions.parse(path, text)
  local file = {path = path, lines = {}, named = {}, owner = {}, marker = {}}
  local open
  for line in (text:gsub('\n$', '') .. '\n'):gmatch '([^\n]*)\n' do
    table.insert(file.lines, line)
    local at = #file.lines
    local mark, name = line:match '^//([<>])%s*(.-)%s*$'
    if mark == '>' then
      if name == '' then fail(path, at, 'a region needs a name') end
      if file.named[name] and name ~= 'omit' then
        fail(path, at, 'the region “%s” is there already, at line %d', name, file.named[name].first)
      end
      open = {name = name, first = at, parent = open}
      file.named[name], file.marker[at] = open, open
    elseif mark == '<' then
      if not open or open.name ~= name then
        fail(path, at, 'this closes “%s”, but %s is open', name,
          open and ('“%s” of line %d'):format(open.name, open.first) or 'no region')
      end
      open.last, file.marker[at] = at, open
      open = open.parent
    else
      file.owner[at] = open
    end
  end
  if open then fail(path, open.first, 'the region “%s” is never closed', open.name) end
  return file
end

local cache = {}

-- The parsed file, or an error that says it is not there.
function regions.load(path)
  if not cache[path] then
    local text = source.read(path)
    if not text then error({message = path .. ': there is no such file'}, 0) end
    cache[path] = regions.parse(path, text)
  end
  return cache[path]
end

function regions.find(file, name)
  local region = file.named[name]
  if region and name ~= 'omit' then return region end
  local names = {}
  for known in pairs(file.named) do
    if known ~= 'omit' then names[#names + 1] = '“' .. known .. '”' end
  end
  table.sort(names)
  error({message = ('%s has no region “%s”; it has %s'):format(file.path, name,
    #names > 0 and table.concat(names, ', ') or 'none')}, 0)
end

local function without_blank_ends(lines)
  while lines[1] and lines[1].text:match '^%s*$' do table.remove(lines, 1) end
  while #lines > 0 and lines[#lines].text:match '^%s*$' do table.remove(lines) end
  return lines
end

local function without_indent(lines)
  local least
  for _, line in ipairs(lines) do
    local indent = line.text:match '^( *)%S'
    if indent and not (least and least <= #indent) then least = #indent end
  end
  for _, line in ipairs(lines) do line.text = line.text:sub((least or 0) + 1) end
  return lines
end

-- The lines that a listing shows: {text, at = line in the file, fold = region, inside = region}.
-- `folded[name]` says which nested regions shrink to one line; omitted code shrinks to
-- one line that says so. `opens[name]` says which are headed by such a line and can be folded: theirs is
-- `inside` each of their lines.
function regions.lines(file, region, folded, opens)
  local lines, at, inside = {}, region.first + 1, nil
  while at < region.last do
    local nested = file.marker[at]
    local starts = nested and nested.first == at
    local shrinks = starts and (nested.name == 'omit' or folded and folded[nested.name])
    if shrinks or starts and opens and opens[nested.name] then
      local indent = (file.lines[at + 1] or ''):match '^%s*'
      table.insert(lines, {text = indent .. '// …', at = at, fold = nested, inside = inside})
      if shrinks then at = nested.last else inside = nested end
    elseif not nested then
      table.insert(lines, {text = file.lines[at], at = at, inside = inside})
    elseif nested == inside then
      inside = nil
    end
    at = at + 1
  end
  return without_indent(without_blank_ends(lines))
end

-- The regions nested in this one, at any depth.
function regions.inside(file, region)
  local inner = {}
  for _, other in pairs(file.named) do
    local up = other.parent
    while up and up ~= region do up = up.parent end
    if up then inner[other.name] = other end
  end
  return inner
end

local function squeezed(line)
  return (line:gsub('//.*$', ''):gsub('%s+', ' '):gsub('^ ', ''):gsub(' $', ''))
end

-- Which of the lines are not among the old ones, in order (longest common
-- subsequence; white space and `//` comments do not count). Returns a set of indexes into `lines`.
function regions.changed(old, lines)
  local a, b = {}, {}
  for i, line in ipairs(old) do a[i] = squeezed(line.text) end
  for i, line in ipairs(lines) do b[i] = squeezed(line.text) end
  local length = {}
  for i = #a + 1, 1, -1 do
    length[i] = {}
    for j = #b + 1, 1, -1 do
      if i > #a or j > #b then length[i][j] = 0
      elseif a[i] == b[j] then length[i][j] = length[i + 1][j + 1] + 1
      else length[i][j] = math.max(length[i + 1][j], length[i][j + 1]) end
    end
  end
  local changed, i, j = {}, 1, 1
  while j <= #b do
    if i <= #a and a[i] == b[j] then i, j = i + 1, j + 1
    elseif i <= #a and length[i + 1][j] >= length[i][j + 1] then i = i + 1
    else
      changed[j] = b[j] ~= '' or nil
      j = j + 1
    end
  end
  return changed
end

-- The first and last line of every stretch of code that no region of `shown` covers
-- (shown[name] = true) and no omit region excuses.
function regions.uncovered(file, shown)
  local stretches, open = {}, nil
  for at, line in ipairs(file.lines) do
    local covered = file.marker[at] ~= nil
    local region = file.owner[at]
    while region do
      covered = covered or region.name == 'omit' or shown[region.name]
      region = region.parent
    end
    local blank = line:match '^%s*$'
    if covered then open = nil
    elseif not blank then
      if not open then
        open = {first = at}
        table.insert(stretches, open)
      end
      open.last = at
    end
  end
  return stretches
end

return regions
