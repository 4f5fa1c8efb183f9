-- record_tables.lua: page, a div of records -> a table, where it comes from.
-- Tables of records, and the tables under figures.
--
--   ::: {.records #tbl:x kernels="naive,coalescing.coalesced" columns="gflops,share" n=4096}
--   Caption.
--   :::
--
-- Rows are `kernels` (a kernel of chapter `of`, or chapter.kernel; kernel@4092 has a size
-- of its own), or `probes`, or the tuner's `configs` (best, median, …), or one kernel or
-- config at several `sizes`, n or MxNxK. Columns are metrics; with
-- n="4096,4092" they come once for each n. `heads` overrides the columns' names, `names`
-- the rows', `first` what rows are called.

local source, html = require 'page.source', require 'page.html'
local formats, catalogue = require 'records.formats', require 'records.catalogue'

local record_tables = {}

local function split(text)
  local parts = {}
  for part in (text or ''):gmatch '[^,]+' do parts[#parts + 1] = part:match '^%s*(.-)%s*$' end
  return parts
end

local COMMON = {'of', 'kernel', 'n', 'm', 'k', 'size', 'over', 'device', 'topic', 'array', 'line',
  'config', 'from', 'to', 'beta'}

-- The columns wanted: {metric, head, n or nil}, and the groups that they stand in, if any.
local function wanted_columns(a)
  local columns, heads, sizes = {}, split(a.heads), split(a.n)
  for i = 1, math.max(#sizes, 1) do
    for c, metric in ipairs(split(a.columns)) do
      columns[#columns + 1] = {metric = metric, n = sizes[i],
        head = heads[c] or catalogue.head(metric)}
    end
  end
  return columns, #sizes > 1 and sizes or {}
end

-- The rows wanted: {name, query without metric}.
local function wanted_rows(a)
  local rows = {}
  local function add(name, keys)
    for _, key in ipairs(COMMON) do keys[key] = keys[key] or a[key] end
    rows[#rows + 1] = {name = name, keys = keys}
  end
  for _, name in ipairs(split(a.kernels)) do
    local base, n = name:match '^(.*)@(%d+)$'
    local stem, kernel = (base or name):match '^([^.]+)%.(.+)$'
    kernel = kernel or base or name
    add(n and kernel .. ' at ' .. n or kernel, {of = stem, kernel = kernel, own_n = n})
  end
  for _, name in ipairs(split(a.probes)) do add(name:gsub('-', ' '), {probe = name}) end
  for _, name in ipairs(split(a.configs)) do add(name, {config = name}) end
  for _, size in ipairs(split(a.sizes)) do
    local m, n, k = size:match '^(%d+)x(%d+)x(%d+)$'
    add(n and ('%s × %s × %s'):format(m, n, k) or size, {m = m, own_n = n or size, k = k})
  end
  for i, name in ipairs(split(a.names)) do
    if rows[i] then rows[i].name = name end
  end
  return rows
end

local function each_cell(div, visit)
  local columns = wanted_columns(div.attributes)
  for r, row in ipairs(wanted_rows(div.attributes)) do
    for c, column in ipairs(columns) do
      local keys = setmetatable({n = row.keys.own_n or column.n}, {__index = row.keys})
      visit(r, c, column.metric, keys, row.name)
    end
  end
end

-- One card for the whole table: the reader's own if it has every cell.
local function card_for(filler, div)
  if not filler.R.own then return 'reference' end
  local where = 'own'
  each_cell(div, function(_, _, metric, keys)
    local ok, _, _, meta = pcall(filler.ask, filler, {metric = metric}, keys, 'own')
    if not ok or meta.fallback then where = 'reference' end
  end)
  return where
end

-- What a column is written in: the unit in which its largest value reads best.
local FACTORS = {['MFLOP/s'] = 1e3, ['TFLOP/s'] = 1e-3, ['MB/s'] = 1e3, ['TB/s'] = 1e-3, ms = 1e3,
  ['µs'] = 1e6, ns = 1e9, kB = 1e-3, MB = 1e-6, GB = 1e-9, TB = 1e-12}

local function common_unit(R, column)
  local largest = 0
  for _, cell in ipairs(column) do
    if cell.unit ~= column[1].unit or cell.unit == 'text' then return nil end
    largest = math.max(largest, math.abs(cell.value))
  end
  local unit = R:format(largest, column[1].unit):match '[^%d.,\u{202f}\u{2212}]*$'
  if unit == '' then return nil end
  return unit, unit ~= column[1].unit and FACTORS[unit] or 1
end

-- Writes a column's cells into the rows; a common unit goes to the head.
local function write_column(R, rows, heads, c, column, digits)
  local unit, factor = common_unit(R, column)
  if unit then heads[c + 1] = heads[c + 1] .. ', ' .. unit end
  for r, cell in ipairs(column) do
    rows[r][c + 1] = unit and R:format(cell.value * factor, nil, digits)
      or R:format(cell.value, cell.unit, digits)
  end
end

-- Asks for every cell: rows that hold their names, columns of {value, unit}, and where
-- the numbers are from: {files, card, date}.
local function gather(filler, div)
  local rows, columns, from, seen = {}, {}, {files = {}, held = {}, held_at = {}, date = ''}, {}
  local where = card_for(filler, div)
  each_cell(div, function(r, c, metric, keys, name)
    local value, unit, meta = filler:ask({metric = metric}, keys, where)
    rows[r], columns[c] = rows[r] or {name}, columns[c] or {}
    local reason = meta.row and meta.row.throttle or ''
    if reason ~= '' and reason ~= 'none' then
      if not rows[r].held then from.held[reason:gsub('%+', ' and ')] = true end
      rows[r].held, from.held_at[tostring(keys.n)] = true, true
    end
    columns[c][r] = {value = value, unit = unit}
    from.card = meta.card or from.card
    if meta.date and meta.date > from.date then from.date = meta.date end
    if meta.file and not seen[meta.file] then
      seen[meta.file] = true
      table.insert(from.files, meta.file)
    end
  end)
  return rows, columns, from
end

-- “ at 4096”, where the clock was held back at some of the table's sizes and not at all of them.
local function at_sizes(sizes, held_at)
  local list = {}
  for _, n in ipairs(sizes) do
    if held_at[n] then list[#list + 1] = n end
  end
  return #list > 0 and #list < #sizes and ' at ' .. table.concat(list, ' and ') or ''
end

-- Marks the rows that ran while the card held its clock back, unless all did, and says what held it.
local function mark_held(rows, reasons, at)
  local list, all = {}, true
  for reason in pairs(reasons) do list[#list + 1] = reason end
  table.sort(list)
  for _, row in ipairs(rows) do all = all and row.held end
  for _, row in ipairs(rows) do
    if row.held and not all then row[1] = row[1] .. '\u{202f}†' end
  end
  local which = all and 'the contests of these rows' or 'the contest of a row with †'
  return #list > 0 and (' In %s%s the card limited its clock (reason: %s).'):format(which, at, table.concat(list, '; ')) or ''
end

-- The table as HTML, and a sentence on where its numbers come from.
function record_tables.records(page, div)
  local filler, a, R = page.numbers, div.attributes, page.R
  local rows, columns, from = gather(filler, div)
  if #rows == 0 or #columns == 0 then
    error({message = 'a table of records needs columns= and one of kernels=, probes=, configs=, sizes='}, 0)
  end
  local wanted, sizes = wanted_columns(a)
  local heads, groups = {a.first or (a.kernels and 'Kernel' or a.probes and 'Probe'
    or a.configs and 'Configuration' or 'Size')}, {}
  for c, column in ipairs(wanted) do heads[c + 1] = column.head end
  for i, n in ipairs(sizes) do groups[i] = {title = 'n = ' .. n, span = #wanted // #sizes} end
  for c, column in ipairs(columns) do write_column(R, rows, heads, c, column, a.digits) end
  local held = mark_held(rows, from.held, at_sizes(sizes, from.held_at))
  return html.table(heads, rows, groups), page.origins:words(nil, from.files, from.card, from.date ~= '' and from.date or nil) .. held
end

-- The table of build/tables/<plot>.tsv: {facts, columns, rows}, or nil.
function record_tables.read(plot)
  local text = source.read('build/tables/' .. plot .. '.tsv')
  if not text then return nil end
  local facts, columns, rows = {}, nil, {}
  for line in text:gmatch '([^\n]*)\n' do
    local key, value = line:match '^# ([%w-]+): (.*)$'
    if key then facts[key] = value
    elseif line ~= '' and not line:match '^#' then
      if columns then rows[#rows + 1] = formats.tabbed(line) else columns = formats.tabbed(line) end
    end
  end
  return {facts = facts, columns = columns or {}, rows = rows}
end

record_tables.split = split

return record_tables
