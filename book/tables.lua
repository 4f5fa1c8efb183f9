-- tables.lua: plots/*.gp, records -> build/tables/<figure>.tsv.
-- Turns records into the tables that the figures draw.
--
--   DEVICE=slug pandoc --lua-filter book/tables.lua </dev/null
--
-- Every plots/<figure>.gp says in a comment what table it wants:
--
--   # table: <kind> key=value key=value ...
--   # label: <name> = <words>          how the figure calls a kernel or a probe
--
-- and gets build/tables/<figure>.tsv: `# key: value` lines (from, card, own, beside, date, unit, final, lacks), a line
-- of column names, rows; tab-separated, numbers to four digits (but what lens and card
-- counted is whole), an empty cell where nothing is known. A table is replaced only if its bytes change. A figure named after
-- a chapter that book/contents does not list is left out. The kinds stand in chart_tables.lua and grid_tables.lua, each
-- under what it takes. <kernels> is a list like naive.naive,measuring.cublas: chapter,
-- then kernel; tiling.rung is the one that stands for its chapter, and a label may be of
-- `tiling.rung` or of a kernel by name. A shape is n=4096, or m= n= k=.
-- <probe> is chapter.probe. CARDS sets other cards beside (other_cards.lua). But for ladder, published and loops, all numbers of a table are of one card:
-- the reader's own if all of them are there, else the reference.

package.path = PANDOC_SCRIPT_FILE:match '^(.*/)' .. '?.lua;' .. package.path
local source, records, fail = require 'page.source', require 'records.records', require 'figures.table_query'.fail

local kinds, other_cards = require 'figures.chart_tables', require 'figures.other_cards'
for name, kind in pairs(require 'figures.grid_tables') do kinds[name] = kind end

-- A script draws and starts no program; what the *.inc of the binding do is theirs.
local function check_harmless(path, text)
  local at = 0
  for line in text:gsub('^\n', ''):gmatch '([^\n]*)\n?' do
    at = at + 1
    local code = line:match '^%s*#' and '' or line
    local found = code:match '%f[%w]system%f[%W]' or code:match '`' or code:match '^%s*!' or code:match "['\"]%s*<"
      or code:match "%f[%w]set%s+%a+.-['\"]%s*|"
      or code:match '%f[%w]shell%f[%W]' or code:match '%f[%w]popen%f[%W]'
    if found then fail('%s:%d: “%s” would start a program, which no plot may', path, at, found) end
  end
end

-- What a script asks for: {kind, line, key = value, label = function}.
local function declaration(path)
  local text = '\n' .. source.read(path)
  check_harmless(path, text)
  local want, labels, at = {}, {}, 0
  for line in text:gmatch '\n([^\n]*)' do
    at = at + 1
    local kind, rest = line:match '^# table: (%w+)(.*)$'
    if kind then
      want.kind, want.line = kind, at
      for key, value in rest:gmatch '([%w-]+)=(%S+)' do want[key] = value end
    end
    want.trace = want.trace or line:match '^# trace: (.-)%s*$'
    local name, words = line:match '^# label: (.-) = (.-)%s*$'
    if name then labels[name] = words end
  end
  for inc in text:gmatch "\nload '(plots/[%w-]+%.inc)'" do      -- with cards.inc it draws several cards
    want.several = want.several or (inc .. (source.read(inc) or '')):find('plots/cards.inc', 1, true) ~= nil
  end
  if not want.kind then fail('%s:1: the script asks for no table; add `# table: <kind> …`', path) end
  if not kinds[want.kind] then
    fail('%s:%d: there is no kind of table called %s', path, want.line, want.kind)
  end
  want.label = function(name, whole) return labels[whole] or labels[name] or (name:gsub('-', ' ')) end
  return want
end

local function sorted_keys(set)
  local keys = {}
  for key in pairs(set) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

local function table_text(columns, rows, facts)
  local lines = {}
  for _, key in ipairs{'from', 'card', 'own', 'beside', 'date', 'unit', 'final', 'lacks'} do
    if facts[key] and facts[key] ~= '' then lines[#lines + 1] = '# ' .. key .. ': ' .. facts[key] end
  end
  lines[#lines + 1] = table.concat(columns, '\t')
  for _, row in ipairs(rows) do lines[#lines + 1] = table.concat(row, '\t') end
  return table.concat(lines, '\n') .. '\n'
end

-- The newest date among the device records that were read.
local function newest(R, files)
  local latest
  for _, path in ipairs(files) do
    local record = R.cache[path]
    local date = type(record) == 'table' and record.header and record.header.date
    if date and not (latest and latest >= date) then latest = date end
  end
  return latest
end

-- Makes a table on one card: the reader's own if it has all that is asked.
local function make(R, want)
  local make_kind, slug = kinds[want.kind], R.reference
  local columns, rows, facts
  if R.own then
    R.files = {}
    local ok, a, b, c = pcall(make_kind, R, want, R.own)
    if ok then columns, rows, facts, slug = a, b, c, R.own
    elseif not (type(a) == 'table' and a.missing) then error(a, 0) end
  end
  if not columns then
    R.files = {}
    columns, rows, facts = make_kind(R, want, R.reference)
  end
  facts = facts or {}
  local cards = facts.cards or other_cards.set(R, want, make_kind, slug, columns, rows)
  if #cards > 0 then facts.beside = "'" .. table.concat(cards, "' '") .. "'" end
  local files = sorted_keys(R.files)
  facts.from = table.concat(files, ', ')
  if want.kind == 'ladder' or want.kind == 'published' or want.kind == 'loops' then slug = R.reference end
  facts.date = newest(R, files)                   -- what the lens says is of no card and day
  facts.card = facts.date and R.cards[slug] and table.concat({R.cards[slug], table.unpack(cards)}, ', ')
  return table_text(columns, rows, facts)
end

-- Does the figure belong to a chapter that the contents do not list?
local function unlisted(R, figure, kind)
  if kind == 'ladder' or kind == 'published' then return false end
  for _, chapter in ipairs(R:chapters()) do
    if figure == chapter.stem or figure:sub(1, #chapter.stem + 1) == chapter.stem .. '-' then
      return false
    end
  end
  return true
end

local function main()
  local R = records.open{root = '.', device = os.getenv 'DEVICE', cards = os.getenv 'CARDS'}
  os.execute 'mkdir -p build/tables'
  local pipe = io.popen 'LC_ALL=C ls -1 plots/*.gp 2>/dev/null'
  for path in pipe:lines() do
    local figure = path:match '([^/]+)%.gp$'
    if figure ~= 'style' then
      local want = declaration(path)
      want.figure = figure
      if not unlisted(R, figure, want.kind) then
        local ok, text = pcall(make, R, want)
        if not ok then
          if type(text) ~= 'table' then error(text, 0) end
          fail('%s:%d: %s', path, want.line, text.message)
        end
        source.write('build/tables/' .. figure .. '.tsv', text, true)
      end
    end
  end
  pipe:close()
end

local ok, e = pcall(main)
if not ok then
  io.stderr:write(type(e) == 'table' and e.message or tostring(e), '\n')
  os.exit(1)
end
