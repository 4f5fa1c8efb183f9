-- formats.lua: takes the lines of a file under data/ and returns what it holds, each format in one place; refuses by file
-- and line what is not whole or cannot be.

local failure, columns = require 'records.failure', require 'records.columns'
local fail = failure.fail

-- The folder of the card that the book is committed with.
local formats = {reference = 'nvidia-h200'}

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

-- The lines that a command says of the files.
local function said(command, ...)
  for _, file in ipairs{...} do command = command .. ' ' .. shell_quote(file) end
  local lines, pipe = {}, io.popen(command .. ' 2>/dev/null')
  for line in pipe:lines() do lines[#lines + 1] = line end
  pipe:close()
  return lines
end

local function names_in(folder) return said('LC_ALL=C ls -1', folder) end

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
local OF_NO_CARD = set 'lens,loops,correlation'
local AS = {line = 'place'}                       -- `line` of a row is where the row stands

-- A configuration that runs was timed on a shape; one that was rejected was not.
local function untimed(row, plan)
  if not row.status then return nil end
  if not RUNS[row.status] then
    return row.gflops and 'the configuration has a speed although its status is ' .. row.status
  end
  for _, column in ipairs(plan) do
    if column.unless_ran and not row[column.name] then return ('column %s is empty'):format(column.name) end
  end
end

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

-- What a record of the kind has in its cells, column by column.
local function plan_of(path, line, at, kind)
  local of, plan, present = columns.of(kind), {}, {}
  for i, name in ipairs(cells_of(line)) do
    if present[name] then fail(path, at, 'column %s is there twice', name) end
    present[name], plan[i] = true, of[name] or name
  end
  for _, column in ipairs(of) do
    if not (present[column.name] or column.may_lack) then fail(path, at, 'column %s is missing', column.name) end
  end
  for _, column in ipairs(plan) do
    if type(column) == 'string' then
      fail(path, at, 'no record of kind %s has a column %s; %s lists all', kind, column, columns.path)
  end
  end
  return plan
end

local function read_row(path, line, at, plan)
  local cells, row = cells_of(line), {line = at}
  if #cells ~= #plan then fail(path, at, 'the row has %d cells where the columns are %d', #cells, #plan) end
  for i, column in ipairs(plan) do
    local text, name = cells[i], AS[column.name] or column.name
    if text == '' and not column.may_be_empty then fail(path, at, 'column %s is empty', column.name) end
    if column.is_text then row[name] = text
    elseif text ~= '' then
      local x = number_of(text) or fail(path, at, 'column %s is not a number: %s', column.name, text)
      local fault = columns.fault(column, x, text)
      if fault then fail(path, at, '%s', fault) end
      row[name] = x
      end
  end
  local fault = columns.fault_between(row, plan) or untimed(row, plan)
  if fault then fail(path, at, '%s', fault) end
  return row
end

local function row_key(row, plan)
  local parts = {}
  for _, column in ipairs(plan) do
    if column.key then parts[#parts + 1] = tostring(row[AS[column.name] or column.name]) end
  end
  return table.concat(parts, ' ')
end

local function parse_record(path, lines, kind)
  local header, at = read_header(path, lines, OF_NO_CARD[kind])
  if header.kind ~= kind then
    fail(path, 1, 'this is a record of kind %s where one of kind %s is needed', header.kind or '(none)', kind)
  end
  check_end(path, lines, at + 1, 'rows')
  local record, plan, seen = {path = path, header = header, rows = {}}, plan_of(path, lines[at], at, kind), {}
  for i = at + 1, #lines - 1 do
    local row = read_row(path, lines[i], i, plan)
    local key = row_key(row, plan)
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
  local names, rows = tabbed(lines[at]), {}
  for i = at + 1, #lines - 1 do
    local row = {}
    for c, cell in ipairs(tabbed(lines[i])) do
      row[names[c] or ''] = number_of(cell) or cell
    end
    rows[#rows + 1] = row
  end
  return {path = path, header = header, rows = rows}
end

-- What others reported: rows and remarks.
local function parse_published(path, lines)
  local rows, plan = {path = path}, nil
  for at, line in ipairs(lines) do
    if plan and not line:match '^#' and line ~= '' then
      local row = read_row(path, line, at, plan)
      if not (row.gflops or row.ratio) then fail(path, at, 'the row has neither gflops nor ratio') end
      row.path = path
      rows[#rows + 1] = row
    elseif not line:match '^#' and line ~= '' then plan = plan_of(path, line, at, 'published') end
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

formats.lines, formats.tabbed, formats.said, formats.names_in = read_lines, tabbed, said, names_in
formats.number, formats.set, formats.cells = number_of, set, cells_of
formats.runs, formats.header_field = RUNS, header_field
formats.record, formats.transcript, formats.trace = parse_record, parse_transcript, parse_trace
formats.published, formats.mentions = parse_published, mentions

return formats
