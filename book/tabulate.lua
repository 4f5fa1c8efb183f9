-- tabulate.lua: tables of records, and the tables under figures.
--
--   ::: {.records #tbl:x kernels="naive,coalescing.coalesced" columns="gflops,share" n=4096}
--   Caption.
--   :::
--
-- Rows are `kernels` (a kernel of chapter `of`, or chapter.kernel, with @4092 behind it at
-- a size of its own), or `probes`, or one kernel at several `sizes`; columns are metrics. `heads` overrides the columns' names and
-- `names` the rows'.

local source, html = require 'source', require 'html'

local tabulate = {}

local HEADS = {
  gflops = 'Speed', lo = 'Lower quartile', hi = 'Upper quartile', runs = 'Rounds',
  ratio = 'Ratio to cuBLAS', share = 'Share of cuBLAS', ceiling = 'Share of the ceiling',
  error = 'Error / bound', clock = 'SM clock', time = 'Time', value = 'Value',
  load_requests = 'Load requests', load_sectors = 'Load sectors', store_requests = 'Store requests',
  store_sectors = 'Store sectors', load_sectors_per_request = 'Sectors per load',
  store_sectors_per_request = 'Sectors per store', l1_hit = 'L1 hits', l2_hit = 'L2 hits',
  l2_read_bytes = 'Read from L2', dram_read_bytes = 'Read from DRAM',
  dram_write_bytes = 'Written to DRAM', dram_bytes = 'DRAM traffic', instructions = 'Instructions',
  bytes_asked = 'Asked for', l1_bytes = 'Fetched into L1', cycles_per_step = 'Cycles per step',
  tags_per_step = 'Tag stage per step', data_per_step = 'Data stage per step',
  dram_busy = 'Memory busy', l2_busy = 'L2 busy', lsu_busy = 'L1 data stage busy',
  issue_busy = 'Issue slots used', fma_busy = 'FMA units busy',
  occupancy = 'Occupancy', registers = 'Registers', intensity = 'FLOP per DRAM byte',
}

local function split(text)
  local parts = {}
  for part in (text or ''):gmatch '[^,]+' do parts[#parts + 1] = part:match '^%s*(.-)%s*$' end
  return parts
end

local COMMON = {'of', 'kernel', 'n', 'm', 'k', 'size', 'over', 'device', 'topic'}

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
    add(n and kernel .. ' at ' .. n or kernel, {of = stem, kernel = kernel, n = n})
  end
  for _, name in ipairs(split(a.probes)) do add(name:gsub('-', ' '), {probe = name}) end
  for _, n in ipairs(split(a.sizes)) do add(n, {n = n}) end
  for i, name in ipairs(split(a.names)) do
    if rows[i] then rows[i].name = name end
  end
  return rows
end

local function each_cell(div, visit)
  for r, row in ipairs(wanted_rows(div.attributes)) do
    for c, metric in ipairs(split(div.attributes.columns)) do visit(r, c, metric, row) end
  end
end

-- Reads what the table will read, on both cards.
function tabulate.touch(filler, div)
  each_cell(div, function(_, _, metric, row)
    pcall(filler.ask, filler, metric, row.keys, 'own')
    pcall(filler.ask, filler, metric, row.keys, 'reference')
  end)
end

local function heads_of(a, first)
  local heads, given = {first}, split(a.heads)
  for i, metric in ipairs(split(a.columns)) do
    heads[i + 1] = given[i] or HEADS[metric] or (metric:gsub('_', ' '))
  end
  return heads
end

-- One card for the whole table: the reader's own if it has every cell.
local function card_for(filler, div)
  if not filler.R.own then return 'reference' end
  local where = 'own'
  each_cell(div, function(_, _, metric, row)
    local ok, _, _, meta = pcall(filler.ask, filler, metric, row.keys, 'own')
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
    if cell.unit ~= column[1].unit then return nil end
    largest = math.max(largest, math.abs(cell.value))
  end
  local unit = R:format(largest, column[1].unit):match '[^%d.,\u{202f}\u{2212}]*$'
  if unit == '' or column[1].unit == 'text' then return nil end
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

-- The table as HTML, and a sentence on where its numbers come from.
function tabulate.records(filler, div)
  local a, R = div.attributes, filler.R
  local rows, columns, files, order, card, date = {}, {}, {}, {}, nil, ''
  local where = card_for(filler, div)
  each_cell(div, function(r, c, metric, row)
    local value, unit, meta = filler:ask(metric, row.keys, where)
    rows[r] = rows[r] or {row.name}
    columns[c] = columns[c] or {}
    columns[c][r] = {value = value, unit = unit}
    card = meta.card
    if meta.date and meta.date > date then date = meta.date end
    if meta.file and not files[meta.file] then
      files[meta.file], order[#order + 1] = true, meta.file
    end
  end)
  if #rows == 0 or not a.columns then
    error({message = 'a table of records needs columns= and one of kernels=, probes=, sizes='}, 0)
  end
  local first = a.first or (a.kernels and 'Kernel' or a.probes and 'Probe' or 'Size')
  local heads = heads_of(a, first)
  for c, column in ipairs(columns) do write_column(R, rows, heads, c, column, a.digits) end
  return html.table(heads, rows),
    tabulate.from(nil, order, card, date ~= '' and R:day(date) or nil)
end

-- data/card/a.csv, data/card/b.csv -> `a.csv and b.csv in data/card`, or their number.
local function places(files)
  local folders, names = {}, {}
  for _, file in ipairs(files) do
    local folder, name = file:match '^([^/]+/[^/]+)/(.*)$'
    if not names[folder] then
      names[folder] = {}
      folders[#folders + 1] = folder
    end
    table.insert(names[folder], name)
  end
  local parts = {}
  for i, folder in ipairs(folders) do
    local list = names[folder]
    parts[i] = #list > 4 and ('%d records in %s'):format(#list, folder)
      or #list > 1 and html.listed(list) .. ' in ' .. folder or folder .. '/' .. list[1]
  end
  return html.listed(parts)
end

-- The programs that the records name.
local function programs_of(files)
  local programs, seen = {}, {}
  for _, file in ipairs(files) do
    local program = (source.read(file) or ''):match '\n# program: ([^\n]*)'
    if program and not seen[program] then
      seen[program], programs[#programs + 1] = true, program
    end
  end
  return #programs < 4 and html.listed(programs) or ('%d programs'):format(#programs)
end

-- Where numbers come from, in words. plot may be nil, as may card and day.
function tabulate.from(plot, files, card, day)
  local text = plot and ('Drawn by plots/%s.gp'):format(plot) or 'Taken'
  if #files == 0 then return text .. (plot and ' from the program’s own index expressions.' or '.') end
  text = text .. ' from ' .. places(files)
  local programs = programs_of(files)
  if programs ~= '' then text = text .. ', measured by ' .. programs end
  if card then text = text .. ' on ' .. card end
  if day then text = text .. ', ' .. day end
  return text .. '.'
end

-- The table of build/tables/<plot>.tsv: {facts, columns, rows}, or nil.
function tabulate.read(plot)
  local text = source.read('build/tables/' .. plot .. '.tsv')
  if not text then return nil end
  local facts, columns, rows = {}, nil, {}
  for line in text:gmatch '([^\n]*)\n' do
    local key, value = line:match '^# ([%w-]+): (.*)$'
    if key then facts[key] = value
    elseif line ~= '' and not line:match '^#' then
      local cells = {}
      for cell in (line .. '\t'):gmatch '([^\t]*)\t' do cells[#cells + 1] = cell end
      if columns then rows[#rows + 1] = cells else columns = cells end
    end
  end
  return {facts = facts, columns = columns or {}, rows = rows}
end

tabulate.split = split

return tabulate
