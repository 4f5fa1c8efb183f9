-- formats.lua: reads the files under data/, each format in one place, and refuses by file
-- and line what is not whole or cannot be.

local failure = require 'records.failure'
local fail = failure.fail

local formats = {}

local function read_lines(path)
  local file = io.open(path, 'rb')
  if not file then return nil end
  local text = file:read 'a'
  file:close()
  if not text then return nil end                 -- a folder
  local lines = {}
  text = text:gsub('^\xef\xbb\xbf', ''):gsub('\r\n', '\n')   -- as an editor on Windows leaves it
  if text ~= '' and text:sub(-1) ~= '\n' then text = text .. '\n' end   -- a last line cut short
  for line in text:gmatch '([^\n]*)\n' do lines[#lines + 1] = line end
  return lines
end

local function shell_quote(s) return "'" .. s:gsub("'", "'\\''") .. "'" end

local function names_in(folder)
  local names = {}
  local pipe = io.popen('LC_ALL=C ls -1 ' .. shell_quote(folder) .. ' 2>/dev/null')
  for name in pipe:lines() do names[#names + 1] = name end
  pipe:close()
  return names
end

-- Cells between tabs.
local function tabbed(line)
  local cells = {}
  for cell in (line .. '\t'):gmatch '([^\t]*)\t' do cells[#cells + 1] = cell end
  return cells
end

-- Comma-separated cells; one in double quotes may hold commas and doubled quotes.
local function cells_of(line)
  local cells, at = {}, 1
  if not line:find('"', 1, true) then
    for cell in (line .. ','):gmatch '([^,]*),' do cells[#cells + 1] = cell end
    return cells
  end
  while at <= #line + 1 do
    local cell, after
    if line:sub(at, at) == '"' then
      local stop = at
      repeat stop = line:find('"', stop + 1, true) or #line + 1
        local doubled = line:sub(stop + 1, stop + 1) == '"'
        if doubled then stop = stop + 1 end
      until not doubled
      cell, after = line:sub(at + 1, stop - 1):gsub('""', '"'), stop + 1
    else
      after = line:find(',', at, true) or #line + 1
      cell = line:sub(at, after - 1)
    end
    cells[#cells + 1], at = cell, after + 1
  end
  return cells
end

-- Decimal and finite only: Lua would also take 0x10, and `nan` must never pass.
local KNOWN = {}                                  -- most numbers stand in many rows

local function number_of(text)
  local number = KNOWN[text]
  if number == nil then
    number = not text:find '[^%d.eE+-]' and tonumber(text)
    number = number and number < math.huge and number > -math.huge and number
    KNOWN[text] = number
  end
  return number or nil
end

local function set(words)
  local s = {}
  for word in words:gmatch '[^,%s]+' do s[word] = true end
  return s
end

local RUNS = set 'ok,spills'                      -- the statuses of what can be launched

-- What cannot be, whatever was measured: numbers of these columns that are not whole, not
-- above nought or below it, and quartiles on the wrong side.
local WHOLE, POSITIVE = set 'm,n,k,runs,size,blocks,run,step,registers', set 'gflops,best_gflops,search_gflops'
local NOT_NEGATIVE = set 'm,n,k,runs,size,lo,hi,ratio,ratio_lo,ratio_hi,error,clock,watts,cycles,cycle_ratio'

local function misplaced(row)
  local middle, ratio = row.gflops or row.value, row.ratio
  if middle and (row.lo or middle) > middle then return 'column lo is above what it is the lower quartile of' end
  if middle and (row.hi or middle) < middle then return 'column hi is below what it is the upper quartile of' end
  if ratio and ((row.ratio_lo or ratio) > ratio or (row.ratio_hi or ratio) < ratio) then
    return 'column ratio is not between ratio_lo and ratio_hi'
  end
end

-- A configuration that runs was timed on a shape; one that was rejected was not.
local function untimed(row)
  if row.status == '' then return 'column status is empty' end
  if not RUNS[row.status] then
    return row.gflops and 'the configuration has a speed although its status is ' .. row.status
  end
  for _, name in ipairs{'m', 'n', 'k', 'gflops', 'lo', 'hi', 'runs'} do
    if not row[name] then return 'column ' .. name .. ' is empty' end
  end
end

-- What each kind of record must have: all its columns by name, which of them are
-- words, which may be empty, and the columns that tell one row from another; `unsound`
-- says what else is wrong with a row.
local KINDS = {
  gemm = {
    columns = 'kernel,m,n,k,gflops,lo,hi,runs,ratio,ratio_lo,ratio_hi,error,clock',
    words = set 'kernel,throttle',
    optional = set 'clock,ratio,ratio_lo,ratio_hi,clock_lo,clock_hi,watts,cycles,cycle_ratio',
    key = {'kernel', 'm', 'n', 'k'},
  },
  probe = {
    columns = 'probe,size,unit,value,lo,hi,runs,clock',
    words = set 'probe,unit', optional = set 'clock',
    key = {'probe', 'size', 'unit'},
  },
  counters = {
    columns = 'kernel,m,n,k',
    words = set 'kernel', optional = 'all',
    key = {'kernel', 'm', 'n', 'k'},
  },
  lens = {                                        -- code/lens/lens.h has its manual
    columns = 'kernel,m,n,k,line,space,op,array,requests,sectors,ideal_sectors,bytes_asked,'
      .. 'bytes_moved,wavefronts,ideal_wavefronts,barriers,flops_per_byte,blocks,run',
    words = set 'kernel,line,space,op,array', optional = 'all', no_card = true,
    key = {'kernel', 'm', 'n', 'k', 'place', 'space', 'op', 'array'},
    as = {line = 'place'},                        -- `line` is where the row stands
  },
  loops = {                                       -- code/loops has the manual of these two
    columns = 'kernel,loop,ffma,share,one,two,three,kept,alone,sum,cycles,peak',
    words = set 'kernel', optional = {}, no_card = true, key = {'kernel'},
  },
  correlation = {
    columns = 'chapter,kernel,n,share,alone,sum,cycles,measured',
    words = set 'chapter,kernel', optional = {}, key = {'chapter', 'kernel'},
  },
  tuning = {                                      -- these three: code/tune has their manual
    columns = 'config,bm,bn,bk,tm,tn,wm,wn,m,n,k,status,registers,shared,gflops,lo,hi,runs,ratio',
    words = set 'config,status',
    optional = set 'wm,wn,m,n,k,registers,shared,gflops,lo,hi,runs,ratio',
    key = {'config', 'm', 'n', 'k'}, unsound = untimed,
  },
  winners = {
    columns = 'm,n,k,config,bm,bn,bk,tm,tn,wm,wn,gflops,lo,hi,ratio,best,best_gflops,runs,'
      .. 'search,search_gflops,search_runs',
    words = set 'config,best,search', optional = set 'wm,wn,ratio,search_gflops,search_runs',
    key = {'m', 'n', 'k'},
  },
  search = {
    columns = 'm,n,k,step,config,gflops,best',
    words = set 'config', optional = set 'gflops,best', key = {'m', 'n', 'k', 'step'},
  },
}

-- Reads the `# key: value` lines; returns them and the number of the line after.
local function read_header(path, lines, no_card)
  if lines[1] ~= '# record: tiles 1' then
    fail(path, 1, 'this is not a record of this book, whose first line is '
      .. '`# record: tiles 1`; move the file away or measure again')
  end
  local header, at = {}, 1
  while lines[at] and lines[at]:match '^# ' do
    local key, value = lines[at]:match '^# ([%w-]+): ?(.*)$'
    if not key then fail(path, at, 'a header line reads `# key: value`') end
    if key == 'end' then break end
    header[key], at = value, at + 1
  end
  if not header.device and not no_card then fail(path, at, 'the header names no device') end
  return header, at
end

-- The last line counts the lines before it, so that a file cut short is noticed.
local function check_end(path, lines, first, what)
  local count = (lines[#lines] or ''):match('^# end: (%d+) ' .. what .. '$')
  if not count then
    fail(path, #lines, 'the record is truncated: its last line is not `# end: N %s`', what)
  end
  local found = #lines - first
  if tonumber(count) ~= found then
    fail(path, #lines, 'the record is truncated: it promises %s %s and holds %d',
      count, what, found)
  end
end

local function read_columns(path, lines, at, kind)
  local columns, present = cells_of(lines[at]), {}
  for _, name in ipairs(columns) do
    if present[name] then fail(path, at, 'column %s is there twice', name) end
    present[name] = true
  end
  for name in kind.columns:gmatch '[^,]+' do
    if not present[name] then fail(path, at, 'column %s is missing', name) end
  end
  return columns
end

-- What to make of the cells, column by column.
local function plan_of(columns, kind)
  local plan = {}
  for i, name in ipairs(columns) do
    local may = kind.optional == 'all' or kind.optional[name]
    for _, key in ipairs(kind.optional == 'all' and kind.key or {}) do may = may and key ~= name end
    plan[i] = {name = name, as = kind.as and kind.as[name] or name, word = kind.words[name], may_be_empty = may,
      whole = WHOLE[name], least = (POSITIVE[name] or NOT_NEGATIVE[name]) and 0, open = POSITIVE[name]}
  end
  return plan
end

local function read_row(path, line, at, plan, kind)
  local cells, row = cells_of(line), {line = at}
  if #cells ~= #plan then fail(path, at, 'the row has %d cells where the columns are %d', #cells, #plan) end
  for i, column in ipairs(plan) do
    local text = cells[i]
    if column.word then row[column.as] = text
    elseif text ~= '' then
      local x = number_of(text) or fail(path, at, 'column %s is not a number: %s', column.name, text)
      if column.whole and x % 1 ~= 0 then fail(path, at, 'column %s is not whole: %s', column.name, text) end
      if column.least and (x < 0 or column.open and x == 0) then
        fail(path, at, 'column %s cannot be %s', column.name, text)
      end
      row[column.as] = x
    elseif not column.may_be_empty then fail(path, at, 'column %s is empty', column.name) end
  end
  local fault = misplaced(row) or kind.unsound and kind.unsound(row)
  if fault then fail(path, at, '%s', fault) end
  return row
end

local function row_key(row, kind)
  local parts = {}
  for i, name in ipairs(kind.key) do parts[i] = tostring(row[name]) end
  return table.concat(parts, ' ')
end

local function parse_record(path, lines, kind_name)
  local kind = KINDS[kind_name]
  local header, at = read_header(path, lines, kind.no_card)
  if header.kind ~= kind_name then
    fail(path, 1, 'this is a record of kind %s where one of kind %s is needed',
      header.kind or '(none)', kind_name)
  end
  check_end(path, lines, at + 1, 'rows')
  local columns = read_columns(path, lines, at, kind)
  local record = {path = path, header = header, columns = columns, rows = {}}
  local plan = plan_of(columns, kind)
  local seen = {}
  for i = at + 1, #lines - 1 do
    local row = read_row(path, lines[i], i, plan, kind)
    local key = row_key(row, kind)
    if seen[key] then fail(path, i, 'the row of line %d comes again: %s', seen[key], key) end
    seen[key] = i
    record.rows[#record.rows + 1] = row
  end
  return record
end

local function parse_transcript(path, lines, of_lens)
  local header, at = read_header(path, lines, of_lens)
  check_end(path, lines, at, 'lines')
  return {path = path, header = header, lines = table.move(lines, at, #lines - 1, 1, {})}
end

-- A trace, which code/lens/trace.sh writes: {header, rows}, a row a lane.
local function parse_trace(path, lines)
  local header, at = read_header(path, lines, true)
  if header.kind ~= 'trace' then fail(path, 1, 'this is no trace of the lens') end
  check_end(path, lines, at + 1, 'rows')
  local columns, rows = tabbed(lines[at]), {}
  for i = at + 1, #lines - 1 do
    local row = {}
    for c, cell in ipairs(tabbed(lines[i])) do
      row[columns[c] or ''] = number_of(cell) or cell
    end
    rows[#rows + 1] = row
  end
  return {path = path, header = header, rows = rows}
end

local PUBLISHED = {
  columns = 'label,stem,card,m,n,k,precision,gflops,ratio,source,note',
  words = set 'label,stem,card,precision,source,note',
  optional = set 'm,n,k,gflops,ratio', key = {},
}

local function parse_published(path, lines)
  local rows, plan = {path = path}, nil
  for at, line in ipairs(lines) do
    if line:match '^#' or line == '' then           -- a remark
    elseif not plan then plan = plan_of(read_columns(path, lines, at, PUBLISHED), PUBLISHED)
    else
      local row = read_row(path, line, at, plan, PUBLISHED)
      for _, name in ipairs{'label', 'card', 'precision', 'source'} do
        if row[name] == '' then fail(path, at, 'column %s is empty', name) end
      end
      if not (row.gflops or row.ratio) then
        fail(path, at, 'the row has neither gflops nor ratio')
      end
      row.path = path
      rows[#rows + 1] = row
    end
  end
  return rows
end

-- Has some row of the record this in its first column? For a look before it is read in full.
local function mentions(path, first)
  local file = not first or io.open(path, 'rb')
  local found = not first or file:read('a'):find('\n' .. first .. ',', 1, true) ~= nil
  if first then file:close() end
  return found
end

local function header_field(path, field)
  for _, line in ipairs(read_lines(path) or {}) do
    local value = line:match('^# ' .. field .. ': (.*)$')
    if value or not line:match '^#' then return value end
  end
end

formats.lines, formats.tabbed, formats.names_in = read_lines, tabbed, names_in
formats.number, formats.set = number_of, set
formats.kinds, formats.runs, formats.header_field = KINDS, RUNS, header_field
formats.record, formats.transcript, formats.trace = parse_record, parse_transcript, parse_trace
formats.published, formats.mentions = parse_published, mentions

return formats
