-- records.lua: reads what was measured and answers questions about it.
--
--   local records = dofile 'book/records.lua'
--   local R = records.open{root = '.', device = os.getenv 'DEVICE'}
--   local number, unit, meta = R:value{metric = 'gflops', of = 'naive', n = '4096'}
--   print(R:format(number, unit))                      --> 528 GFLOP/s
--
-- Plain Lua 5.3 and 5.4, run inside pandoc 2.17 or later. Whatever goes wrong is
-- raised as error{message = 'file:line: one sentence', missing = true or nil};
-- `missing` marks a record or row that is not there, as against one that is bad.
--
-- R.reference   folder of the card that the book is committed with
-- R.own         folder of the reader's card, or nil
-- R.cards       folder -> name of the card
-- R.files       set of the data files read so far (path -> true)
-- R.fronts      set of the chapter sources and the contents read for R:chapters()

local records = {}

local REFERENCE = 'nvidia-h200'
local NOT_DEVICES = {[REFERENCE] = true, published = true, lens = true}
local NNBSP = '\u{202f}'                          -- narrow no-break space

local R = {}
R.__index = R

-- Errors ---------------------------------------------------------------------

local SENTENCE = {__tostring = function(e) return e.message end}

local function raise(message, missing)
  error(setmetatable({message = message, missing = missing}, SENTENCE), 0)
end

local function fail(where, line, text, ...)
  raise((line and where .. ':' .. line or where) .. ': ' .. text:format(...))
end

local function lacks(where, text, ...)
  raise(where .. ': ' .. text:format(...), true)
end

-- Runs f and hands back its results, or nil and the error if f found something
-- missing. Every other error goes on up.
local function unless_missing(f, ...)
  local result = table.pack(pcall(f, ...))
  if result[1] then return table.unpack(result, 2, result.n) end
  local e = result[2]
  if type(e) == 'table' and e.missing then return nil, e end
  error(e, 0)
end

-- Files ----------------------------------------------------------------------

local function read_lines(path)
  local file = io.open(path, 'rb')
  if not file then return nil end
  local text = file:read 'a'
  file:close()
  if not text then return nil end                 -- a folder
  local lines = {}
  for line in text:gmatch '([^\n]*)\n' do lines[#lines + 1] = line end
  local rest = text:match '([^\n]+)$'             -- a last line cut short
  if rest then lines[#lines + 1] = rest end
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

function R:path(...)
  local path = table.concat({...}, '/')
  return self.root == '.' and path or self.root .. '/' .. path
end

-- Comma-separated cells; one in double quotes may hold commas and doubled quotes.
local function cells_of(line)
  local cells, at = {}, 1
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

-- Decimal only: Lua would also take 0x10, and `nan` must never pass.
local function number_of(text)
  if text:match '^[+-]?%d+%.?%d*[eE]?[+-]?%d*$' or text:match '^[+-]?%.%d+[eE]?[+-]?%d*$' then
    return tonumber(text)
  end
end

-- Records --------------------------------------------------------------------

local function set(words)
  local s = {}
  for word in words:gmatch '[^,%s]+' do s[word] = true end
  return s
end

local RUNS = set 'ok,spills'                      -- the statuses of what can be launched

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
    words = set 'kernel', optional = set 'clock,ratio,ratio_lo,ratio_hi',
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

local function read_row(path, line, at, columns, kind)
  local cells, row = cells_of(line), {line = at}
  if #cells ~= #columns then
    fail(path, at, 'the row has %d cells where the columns are %d', #cells, #columns)
  end
  for i, name in ipairs(columns) do
    local text = cells[i]
    if kind.words[name] then
      row[kind.as and kind.as[name] or name] = text
    elseif text == '' then
      local may = kind.optional == 'all'
      for _, key in ipairs(kind.key) do may = may and key ~= name end
      if not may and kind.optional[name] ~= true then fail(path, at, 'column %s is empty', name) end
    else
      row[name] = number_of(text) or fail(path, at, 'column %s is not a number: %s', name, text)
    end
  end
  local fault = kind.unsound and kind.unsound(row)
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
  local seen = {}
  for i = at + 1, #lines - 1 do
    local row = read_row(path, lines[i], i, columns, kind)
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
  local function cells(line)
    local list = {}
    for cell in (line .. '\t'):gmatch '([^\t]*)\t' do list[#list + 1] = cell end
    return list
  end
  local columns, rows = cells(lines[at]), {}
  for i = at + 1, #lines - 1 do
    local row = {}
    for c, cell in ipairs(cells(lines[i])) do
      row[columns[c] or ''] = number_of(cell) or cell
    end
    rows[#rows + 1] = row
  end
  return {path = path, header = header, rows = rows}
end

-- A parsed file, or nil if there is none. Read once, and noted as read.
function R:load(path, parse, ...)
  if self.cache[path] == nil then
    local lines = read_lines(path)
    self.cache[path] = lines and parse(path, lines, ...) or false
  end
  if self.cache[path] then self.files[path] = true end
  return self.cache[path] or nil
end

local function labelled(record, self, slug)
  if record then
    record.slug, record.card = slug, record.header.device
    if record.card then self.cards[slug] = record.card end
  end
  return record
end

-- Looks on the given card, or else on the reader's own and then the reference.
function R:first(slug, look)
  if slug then return labelled(look(slug), self, slug) end
  return self.own and labelled(look(self.own), self, self.own)
    or labelled(look(self.reference), self, self.reference)
end

-- {header, columns, rows, path, slug, card} or nil.
function R:gemm(stem, slug)
  return self:first(slug, function(s)
    return self:load(self:path('data', s, stem .. '.csv'), parse_record, 'gemm')
  end)
end

function R:probes(stem, topic, slug)
  return self:first(slug, function(s)
    return self:load(self:path('data', s, stem .. '-' .. topic .. '.csv'), parse_record, 'probe')
  end)
end

function R:counters(stem, slug)
  return self:first(slug, function(s)
    return self:load(self:path('data', s, 'counters', stem .. '.csv'), parse_record, 'counters')
  end)
end

-- What the tuner found: every configuration on every shape, the winner of each shape, and
-- the path of the search within a budget.
local TUNER = set 'tuning,winners,search'
for kind in pairs(TUNER) do
  R[kind] = function(self, stem, slug)
    return self:first(slug, function(s)
      return self:load(self:path('data', s, stem .. '-' .. kind .. '.csv'), parse_record, kind)
    end)
  end
end

-- What the lens counted, on no card: {header, columns, rows, path} or nil. `place` of a
-- row is a line of the source or `total`.
function R:lens(stem)
  return self:load(self:path('data', 'lens', stem .. '.csv'), parse_record, 'lens')
end

-- The accesses that a figure is drawn from: {header, rows, path} or nil.
function R:trace(figure)
  return self:load(self:path('data', 'lens', 'traces', figure .. '.tsv'), parse_trace)
end

-- {header, lines, path, slug, card} or nil; name is <stem>-<verb>.
function R:transcript(name, slug)
  return self:first(slug, function(s)
    return self:load(self:path('data', s, 'transcripts', name .. '.txt'), parse_transcript, s == 'lens')
  end)
end

-- Published figures ----------------------------------------------------------

local PUBLISHED = {
  columns = 'label,stem,card,m,n,k,precision,gflops,ratio,source,note',
  words = set 'label,stem,card,precision,source,note',
  optional = set 'm,n,k,gflops,ratio', key = {},
}

local function parse_published(path, lines)
  local rows, columns = {path = path}, nil
  for at, line in ipairs(lines) do
    if line:match '^#' or line == '' then           -- a remark
    elseif not columns then columns = read_columns(path, lines, at, PUBLISHED)
    else
      local row = read_row(path, line, at, columns, PUBLISHED)
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

-- Every row of data/published/*.csv, in order of file and line.
function R:published()
  local all = {}
  for _, name in ipairs(names_in(self:path('data', 'published'))) do
    if name:match '%.csv$' then
      local rows = self:load(self:path('data', 'published', name), parse_published) or {}
      table.move(rows, 1, #rows, #all + 1, all)
    end
  end
  return all
end

-- Cards ----------------------------------------------------------------------

local function header_field(path, field)
  for _, line in ipairs(read_lines(path) or {}) do
    local value = line:match('^# ' .. field .. ': (.*)$')
    if value or not line:match '^#' then return value end
  end
end

-- The latest date among a card's records, '' where it has none.
function R:newest(slug)
  local latest = ''
  for _, name in ipairs(names_in(self:path('data', slug))) do
    if name:match '%.csv$' then
      local date = header_field(self:path('data', slug, name), 'date') or '?'
      if date > latest then latest = date end
    end
  end
  return latest
end

function R:card_name(slug)
  for _, name in ipairs(names_in(self:path('data', slug))) do
    local card = name:match '%.csv$' and header_field(self:path('data', slug, name), 'device')
    if card then return card end
  end
  return slug
end

-- The reader's card: the one asked for, else the folder measured last.
function R:choose_own(wanted)
  local slugs, best, latest = {}, nil, ''
  for _, name in ipairs(names_in(self:path 'data')) do
    if not name:match '%.' and not NOT_DEVICES[name] then
      local date = self:newest(name)
      if date ~= '' then slugs[#slugs + 1] = name end
      if date > latest then best, latest = name, date end
    end
  end
  if not wanted or wanted == '' then return best end
  if wanted == REFERENCE then return nil end
  for _, slug in ipairs(slugs) do if slug == wanted then return slug end end
  table.insert(slugs, 1, REFERENCE)
  fail('DEVICE=' .. wanted, nil, 'data/ has no records of that card; it has those of %s',
    table.concat(slugs, ', '))
end

function records.open(options)
  local self = setmetatable({root = options.root or '.', reference = REFERENCE, cache = {},
    files = {}, fronts = {}, cards = {}}, R)
  self.own = self:choose_own(options.device)
  self.cards[REFERENCE] = self:card_name(REFERENCE)
  if self.own then self.cards[self.own] = self:card_name(self.own) end
  return self
end

-- Chapters -------------------------------------------------------------------

local function unquote(s)
  return s:match '^"(.*)"$' or s:match "^'(.*)'$" or s
end

local function front_value(text)
  local inside = text:match '^%[(.*)%]$'
  if not inside then return unquote(text) end
  local list = {}
  for item in (inside .. ','):gmatch '%s*(.-)%s*,' do
    if item ~= '' then list[#list + 1] = unquote(item) end
  end
  return list
end

-- The plain `key: value` pairs between the two `---` lines; lists in brackets or
-- as `- item` lines. Whatever else YAML can do is not read here.
local function front_matter(lines)
  local front, last = {}, nil
  if lines[1] ~= '---' then return front end
  for i = 2, #lines do
    if lines[i] == '---' or lines[i] == '...' then break end
    local key, text = lines[i]:match '^([%w-]+):%s*(.-)%s*$'
    local item = lines[i]:match '^%s*%-%s+(.-)%s*$'
    if key then
      text = text:gsub('%s+#.*$', '')
      last, front[key] = key, text ~= '' and front_value(text) or nil
    elseif item and last then
      if type(front[last]) ~= 'table' then front[last] = {} end
      table.insert(front[last], unquote(item))
    end
  end
  return front
end

-- The chapters in order: {stem, number, title, short, rung, needs, …}; number is
-- nil for those marked `unnumbered`, rung nil where no kernel stands for a chapter.
function R:chapters()
  if self.order then return self.order end
  local contents, order, number = self:path('book', 'contents'), {}, 0
  local lines = read_lines(contents) or lacks(contents, 'there is no such file')
  self.fronts[contents] = true
  for at, line in ipairs(lines) do
    local stem, mark = line:gsub('#.*', ''):match '^%s*(%S+)%s*(%S*)'
    if stem then
      local source = self:path('chapters', stem .. '.md')
      local text = read_lines(source)
        or fail(contents, at, 'the chapter %s is not there: %s does not exist', stem, source)
      local chapter = front_matter(text)
      self.fronts[source] = true
      if mark ~= 'unnumbered' then number = number + 1; chapter.number = number end
      chapter.stem, chapter.title = stem, chapter.title or stem
      chapter.short = chapter.short or chapter.title
      order[#order + 1] = chapter
    end
  end
  self.order = order
  return order
end

function R:chapter(stem)
  for _, chapter in ipairs(self:chapters()) do
    if chapter.stem == stem then return chapter end
  end
end

-- Questions ------------------------------------------------------------------

local DERIVED = {   -- metrics computed from a row of counters: function and unit
  load_sectors_per_request = {function(r) return r.load_sectors / r.load_requests end, ''},
  store_sectors_per_request = {function(r) return r.store_sectors / r.store_requests end, ''},
  dram_bytes = {function(r) return r.dram_read_bytes + r.dram_write_bytes end, 'B'},
  intensity = {function(r)
    return 2 * r.m * r.n * r.k / (r.dram_read_bytes + r.dram_write_bytes) end, 'FLOP/B'},
  dram_gbs = {function(r)
    return (r.dram_read_bytes + r.dram_write_bytes) / r.time_us / 1e3 end, 'GB/s'},
  -- What the definition asks for, 2K elements for each result; and the passes of the two
  -- stages of L1 for each step over k of a warp of 32 results.
  bytes_asked = {function(r, size) return 2 * r.m * r.n * r.k * size end, 'B'},
  tags_per_step = {function(r) return 32 * r.load_tags / (r.m * r.n * r.k) end, ''},
  data_per_step = {function(r) return 32 * r.data_wavefronts / (r.m * r.n * r.k) end, ''},
  l2_gbs = {function(r) return r.l2_read_bytes / r.time_us / 1e3 end, 'GB/s'},
  wavefronts_per_shared_load = {function(r) return r.shared_load_wavefronts / r.shared_load_requests end, ''},
  fma_share = {function(r) return r.m * r.n * r.k / 32 / r.instructions * 100 end, '%'},
  -- Of one multiprocessor: per cycle, and per cycle in which its tensor cores are busy.
  flops_per_cycle = {function(r, _, processors) return 2 * r.m * r.n * r.k / processors / r.cycles end, ''},
  flops_per_busy_cycle = {function(r, _, processors)
    return 2 * r.m * r.n * r.k / processors / r.cycles / r.tensor_busy * 100 end, ''},
  profile_clock = {function(r) return r.cycles / r.time_us / 1e3 end, 'GHz'},
  -- Cycles from one instruction of a warp to its next: 64 warps fill four schedulers.
  issue_interval = {function(r) return 16 * r.occupancy / r.issue_busy end, ''},
  stall_sum = {function(r)                        -- those of its cycles for which a cause was counted
    local sum = 0
    for name, value in pairs(r) do
      if name:match '^stall_' and name ~= 'stall_total' and name ~= 'stall_selected' then sum = sum + value end
    end
    return sum
  end, ''},
}
for _, name in ipairs{'shared_load_wavefronts'} do
  DERIVED[name .. '_per_step'] = {function(r) return 32 * r[name] / (r.m * r.n * r.k) end, ''}
end

local GEMM_UNITS = {gflops = 'GFLOP/s', lo = 'GFLOP/s', hi = 'GFLOP/s', runs = 'count',
  ratio = '', ratio_lo = '', ratio_hi = '', error = '', clock = 'MHz', time = 's',
  share = '%', ceiling = '%', cycles_per_step = ''}

local function counter_unit(name)
  if DERIVED[name] then return DERIVED[name][2] end
  if name:match '_bytes$' then return 'B' end
  if name:match '_hit$' or name:match '_busy$' or name == 'occupancy' then return '%' end
  if name:match '_us$' then return 'us' end
  if name:match '^stall_' then return '' end
  return 'count'
end

local function size_of(query)
  local n = tonumber(query.n or 4096)
  local m, k = tonumber(query.m or n), tonumber(query.k or n)
  if not (m and n and k) then lacks('n=' .. tostring(query.n), 'this is not a size') end
  return m, n, k
end

local function size_text(m, n, k)
  if m == n and n == k then return ('%d'):format(n) end
  return ('%d x %d x %d'):format(m, n, k)
end

local function rows_at(record, m, n, k)
  local found = {}
  for _, row in ipairs(record.rows) do
    if row.m == m and row.n == n and row.k == k then found[row.kernel] = row end
  end
  return found
end

-- One sentence on what a record does have, for the reader who asked for more.
local function no_row(record, kernel, m, n, k)
  local sizes, kernels, seen = {}, {}, {}
  for _, row in ipairs(record.rows) do
    local size = size_text(row.m, row.n, row.k)
    if row.kernel == kernel and sizes[#sizes] ~= size then sizes[#sizes + 1] = size end
    if not seen[row.kernel] then kernels[#kernels + 1] = row.kernel end
    seen[row.kernel] = true
  end
  if #sizes == 0 then
    lacks(record.path, 'it has no kernel %s; it has %s', kernel, table.concat(kernels, ', '))
  end
  lacks(record.path, 'it has no row of kernel %s at %s; it has %s', kernel,
    size_text(m, n, k), table.concat(sizes, ', '))
end

local function row_of(record, kernel, query)
  local m, n, k = size_of(query)
  return rows_at(record, m, n, k)[kernel] or no_row(record, kernel, m, n, k)
end

function R:need(kind, stem, slug)
  local record = self[kind](self, stem, slug)
  if record then return record end
  local folder = kind == 'counters' and slug .. '/counters' or kind == 'lens' and 'lens' or slug
  local verb = kind == 'counters' and 'profile' or kind == 'lens' and 'lens'
    or TUNER[kind] and 'tune' or 'measure'
  lacks(self:path('data', folder, stem .. (TUNER[kind] and '-' .. kind or '') .. '.csv'),
    'there is no such record; `make %s C=%s` takes it', verb, stem)
end

-- A ceiling's value, unit and record, out of <stem>-ceilings.csv: of arithmetic the best
-- that any size of the probe reached, of memory the largest size, where no cache helps.
function R:ceiling(name, slug, stem)
  stem = stem or 'measuring'
  local record, best = self:probes(stem, 'ceilings', slug), nil
  for _, row in ipairs(record and record.rows or {}) do
    local by = row.unit == 'GFLOP/s' and 'value' or 'size'
    if row.probe == name and not (best and best[by] >= row[by]) then best = row end
  end
  if not best then
    lacks(self:path('data', slug or self.reference, stem .. '-ceilings.csv'),
      'it has no probe %s; `make measure C=%s` takes it', name, stem)
  end
  return best.value, best.unit, record
end

-- What the kernels of a chapter take, as its front matter says: float, half, bf16 or tf32.
function R:inputs(stem)
  local chapter = self:chapter(stem)
  return chapter and chapter.inputs or 'float'
end

-- What one kernel of a record takes, if not what its chapter does: then the record has the
-- library for it, cublas-bf16 for `bf16`.
local NAMED = {fp32 = 'float', fp16 = 'half', bf16 = 'bf16', tf32 = 'tf32'}

local function inputs_of(self, record, stem, kernel)
  local name = kernel:match '^cublas%-(%w+)' or kernel:match '^%w+'
  for _, row in ipairs(NAMED[name] and record.rows or {}) do
    if row.kernel == 'cublas-' .. name then return NAMED[name] end
  end
  return self:inputs(stem)
end

-- The speed that arithmetic can reach at most in a chapter, as measured, in GFLOP/s: its
-- own probe if its front matter has `ceiling:`, else fused multiply-adds in float.
local function ceiling_over(self, record, stem, kernel, slug)
  local chapter = self:chapter(stem)
  if inputs_of(self, record, stem, kernel) ~= self:inputs(stem) then
    lacks(record.path, 'kernel %s takes other inputs than its chapter, which has no ceiling for them', kernel)
  end
  if chapter and chapter.ceiling then return (self:ceiling(chapter.ceiling, slug, stem)) end
  if self:inputs(stem) ~= 'float' then
    lacks(('chapters/%s.md'):format(stem), 'it names no ceiling; add `ceiling: <probe>`')
  end
  return (self:ceiling('fma', slug))
end

function R:rung(stem)
  local chapter = self:chapter(stem)
  return chapter and chapter.rung
end

-- The kernel that a query means: the one it names, else the rung of its chapter.
function R:kernel_of(query)
  return query.kernel or self:rung(query.of)
    or lacks('chapters/' .. tostring(query.of) .. '.md', 'it names no rung, so say kernel=')
end

-- Cycles of one multiprocessor for each step over k of each warp of 32 results: what a
-- kernel that keeps all multiprocessors busy pays for one step. nil without the clock.
local function cycles_per_step(record, row)
  local processors = number_of(record.header.multiprocessors or '')
  if not (processors and row.clock) then return nil end
  local seconds = 2 * row.m * row.n * row.k / (row.gflops * 1e9)
  return seconds * row.clock * 1e6 * processors * 32 / (row.m * row.n * row.k)
end

local function gemm_metric(self, query, kernel, slug)
  local record = self:need('gemm', query.of, slug)
  local row, metric = row_of(record, kernel, query), query.metric
  local value = row[metric]
  if metric == 'time' then value = 2 * row.m * row.n * row.k / (row.gflops * 1e9)
  elseif metric == 'share' then value = row.ratio and row.ratio * 100
  elseif metric == 'ceiling' then value = row.gflops / ceiling_over(self, record, query.of, kernel, slug) * 100 end
  if metric == 'cycles_per_step' then value = cycles_per_step(record, row) end
  if not value then
    lacks(record.path .. ':' .. row.line, 'this row has no %s', metric)
  end
  return value, GEMM_UNITS[metric], record, row
end

local BYTES = {half = 2, bf16 = 2}                -- of an element; of others 4

local function counter_metric(self, query, kernel, slug)
  local record = self:need('counters', query.of, slug)
  local row, metric = row_of(record, kernel, query), query.metric
  local value = row[metric]
  if DERIVED[metric] then
    local size = BYTES[inputs_of(self, record, query.of, kernel)] or 4
    local ok, result = pcall(DERIVED[metric][1], row, size, number_of(record.header.multiprocessors or ''))
    value = ok and result or nil
  end
  if type(value) ~= 'number' then
    lacks(record.path .. ':' .. row.line, 'this row has no %s', metric)
  end
  return value, counter_unit(metric), record, row
end

-- Of a transcript <stem>-mix, which code/bench/mix.awk writes: the counts of each function's
-- hot loop, loop[function][instruction .. width]. A width stands below its instruction.
local function hot_loops(lines)
  local loops, within, columns = {}, false, nil
  for i, line in ipairs(lines) do
    if line:match ':$' then within, columns = line == 'in the hot loop:', nil end
    if within and line:match '^kernel ' then
      columns = {}
      local widths = (lines[i + 1] or ''):match '^%s+%d' and lines[i + 1] or ''
      for name, after in line:gmatch '(%S+)()' do
        columns[#columns + 1] = name .. (widths:sub(after - #name, after - 1):match '%d+$' or '')
      end
    elseif columns and line:match '^%S' then
      local cells = {}
      for cell in line:gmatch '%S+' do cells[#cells + 1] = cell end
      loops[cells[1]] = loops[cells[1]] or {}
      for c = 2, #columns do loops[cells[1]][columns[c]] = number_of(cells[c] or '') end
    end
  end
  return loops
end

-- loop_<instruction>[<width>]: how often it stands in the hot loop of the function that
-- kernel= names; loop_all is all of its instructions.
local function loop_metric(self, query, kernel, slug)
  local name = query.of .. '-mix'
  local run = self:transcript(name, slug)
    or lacks(('data/%s/transcripts/%s.txt'):format(slug, name), 'there is no such recorded run')
  local loop = hot_loops(run.lines)[kernel] or lacks(run.path, 'it counts no function %s', kernel)
  return loop[query.metric:match '^loop_(.*)$'] or lacks(run.path, 'it has no column of %s', query.metric),
    'count', run
end

-- The rows of one kernel and size. Without n= it is 4096, or the one size that there is.
local function lens_rows(record, kernel, query)
  local m, n, k = size_of(query)
  local rows, others, sizes = {}, {}, {}
  for _, row in ipairs(record.rows) do
    local size = size_text(row.m, row.n, row.k)
    if row.kernel == kernel then
      if row.m == m and row.n == n and row.k == k then rows[#rows + 1] = row end
      others[#others + 1] = row
      if sizes[#sizes] ~= size then sizes[#sizes + 1] = size end
    end
  end
  if #rows == 0 and #sizes == 1 and not (query.n or query.m or query.k) then return others end
  return #rows > 0 and rows or no_row(record, kernel, m, n, k)
end

-- Does the row's source line hold the text, or have the number?
local function at_line(self, record, row, line)
  if line:match '^%d+$' then return row.place == line end
  local path = self:path(record.header.program)
  local source = read_lines(path) or lacks(path, 'there is no such program')
  self.files[path] = true
  return (source[tonumber(row.place)] or ''):find(line, 1, true) ~= nil
end

local LENS_SUMS =
  set 'requests,sectors,ideal_sectors,bytes_asked,bytes_moved,wavefronts,ideal_wavefronts'

-- Sums over what a query speaks of: a space, an op or all, an array or all, a line or all.
local function lens_sums(self, record, rows, query, space, op)
  local sums, found = {}, nil
  local whole = not (query.array or query.line)
  for _, row in ipairs(rows) do
    local wanted = row.space == space and (not op or row.op == op)
      and (row.place == 'total') == whole
      and (not query.array or row.array == query.array)
      and (not query.line or at_line(self, record, row, query.line))
    if wanted then
      found = found or row
      for name in pairs(LENS_SUMS) do sums[name] = (sums[name] or 0) + (row[name] or 0) end
    end
  end
  if not found and not whole then
    lacks(record.path, 'kernel %s has no %s access%s%s%s', rows[1].kernel, space,
      op and ' of kind ' .. op or '', query.array and ' of ' .. query.array or '',
      query.line and ' at the line ' .. query.line or '')
  end
  for name in pairs(LENS_SUMS) do sums[name] = sums[name] or 0 end
  return sums, found or rows[1]
end

-- lens_[shared_][load_|store_|atomic_]<what>; what is a column of the record, one of these,
-- or barriers or flops_per_byte, which belong to the kernel as a whole.
local LENS_DERIVED = {
  sectors_per_request = function(s) return s.sectors / s.requests end,
  ideal_sectors_per_request = function(s) return s.ideal_sectors / s.requests end,
  wavefronts_per_request = function(s) return s.wavefronts / s.requests end,
  excess_wavefronts = function(s) return s.wavefronts - s.ideal_wavefronts end,
}

local function lens_metric(self, query, kernel)
  local record = self:need('lens', query.of)
  local rows = lens_rows(record, kernel, query)
  local rest, space, op = query.metric:match '^lens_(.*)$', 'global', nil
  if rest == 'barriers' or rest == 'flops_per_byte' then
    local row = rows[#rows]                       -- the total, which comes last
    return row[rest] or lacks(record.path .. ':' .. row.line, 'kernel %s has no %s', kernel, rest),
      rest == 'barriers' and 'count' or 'FLOP/B', record, row
  end
  if rest:match '^shared_' then space, rest = 'shared', rest:match '^shared_(.*)$' end
  for _, name in ipairs{'load', 'store', 'atomic'} do
    if rest:match('^' .. name .. '_') then op, rest = name, rest:match '_(.*)$' end
  end
  if not LENS_SUMS[rest] and not LENS_DERIVED[rest] then
    lacks(query.metric, 'the lens counts no such thing')
  end
  local sums, row = lens_sums(self, record, rows, query, space, op)
  if LENS_DERIVED[rest] and rest:match '_per_request$' and sums.requests == 0 then
    lacks(record.path, 'kernel %s makes no such request', kernel)
  end
  if LENS_DERIVED[rest] then
    return LENS_DERIVED[rest](sums), rest:match '_wavefronts$' and 'count' or '', record, row
  end
  return sums[rest], rest:match '^bytes' and 'B' or 'count', record, row
end

-- Probe records are <stem>-<topic>.csv; without topic= every topic is searched.
function R:probe_records(stem, topic, slug)
  local found = {}
  local pattern = '^' .. stem:gsub('%p', '%%%0') .. '%-(.+)%.csv$'
  for _, name in ipairs(names_in(self:path('data', slug))) do
    local this = name:match(pattern)
    if this and (not topic or this == topic) then
      local path = self:path('data', slug, name)
      local kind = header_field(path, 'kind')
      if kind == 'probe' or not KINDS[kind or ''] then
        found[#found + 1] = self:probes(stem, this, slug)
      end
    end
  end
  return found
end

local PROBE_METRICS = set 'value,gflops,gbs,time,lo,hi,runs,clock,per_cycle'
local PROBE_UNITS = {relative = '', element = 'count'}   -- a share of something, a number of one
local PROBE_NEEDS = {gflops = set 'GFLOP/s', per_cycle = set 'GFLOP/s', gbs = set 'GB/s', time = set 's,ms,us'}

local function probe_metric(self, query, slug)
  local stem, metric = query.of_probe or query.of or 'measuring', query.metric
  if not PROBE_METRICS[metric] then lacks(metric, 'a probe has no such metric') end
  local wanted, found, sizes, from = tonumber(query.size), {}, {}, nil
  local best = query.size == 'best'
  for _, record in ipairs(self:probe_records(stem, query.topic, slug)) do
    for _, row in ipairs(record.rows) do
      if row.probe == query.probe then
        sizes[#sizes + 1] = ('%d'):format(row.size)
        if best and not (found[1] and found[1].value >= row.value) then found[1], from = row, record end
        if not best and (not wanted or row.size == wanted) then found[#found + 1], from = row, record end
      end
    end
  end
  local where = self:path('data', slug, stem .. '-' .. (query.topic or '*') .. '.csv')
  if #found == 0 then
    lacks(where, 'there is no probe %s%s', query.probe,
      #sizes > 0 and ' of size ' .. query.size .. '; its sizes are ' .. table.concat(sizes, ', ') or '')
  elseif #found > 1 then
    lacks(where, 'probe %s has several sizes, so say size= (%s)', query.probe, table.concat(sizes, ', '))
  end
  local row = found[1]
  if PROBE_NEEDS[metric] and not PROBE_NEEDS[metric][row.unit] then
    lacks(from.path .. ':' .. row.line, 'probe %s is in %s, not in %s', row.probe, row.unit, metric)
  end
  local processors = number_of(from.header.multiprocessors or '')
  if metric == 'per_cycle' and processors and row.clock then   -- of one multiprocessor
    return row.value * 1e3 / processors / row.clock, '', from, row
  end
  local column = (row[metric] or metric == 'per_cycle') and metric or 'value'
  local unit = metric == 'runs' and 'count' or metric == 'clock' and 'MHz'
    or PROBE_UNITS[row.unit] or row.unit
  return row[column] or lacks(from.path .. ':' .. row.line, 'this row has no %s', metric), unit, from, row
end

-- The tuner's answers. A query with config= speaks of one configuration at a shape (n, or
-- m n k): one by name, or
--   winner   the one that the tuner chose for the shape     (these three from the record
--   best     the fastest of all that ran                     of the winners)
--   search   the one that the search found within its budget
--   median   the one in the middle of all that ran, by speed
--   worst    the slowest of them
-- and its metrics are gflops, lo, hi, runs, ratio, share, time, registers, shared and the
-- tiles bm bn bk tm tn wm wn. The metrics of TUNED, below, need no config=.

local CONFIG_UNITS = {gflops = 'GFLOP/s', lo = 'GFLOP/s', hi = 'GFLOP/s', runs = 'count',
  ratio = '', share = '%', time = 's', registers = 'count', shared = 'B'}
for tile in pairs(set 'bm,bn,bk,tm,tn,wm,wn') do CONFIG_UNITS[tile] = 'count' end

local function times(...)
  local parts = {}
  for i, x in ipairs{...} do parts[i] = ('%d'):format(x) end
  return table.concat(parts, NNBSP .. '×' .. NNBSP)
end

-- The tiles of a row in words: the block's, the warp's if there is one, the thread's.
local function tiles_text(row)
  local warp = (row.wm or 0) > 0 and times(row.wm, row.wn) .. ', ' or ''
  return times(row.bm, row.bn, row.bk) .. ', ' .. warp .. times(row.tm, row.tn)
end

-- The shapes of a record in its order, as texts, for the reader who asked for another.
local function shapes_text(record)
  local shapes, seen = {}, {}
  for _, row in ipairs(record.rows) do
    local shape = row.m and size_text(row.m, row.n, row.k)
    if shape and not seen[shape] then seen[shape] = true; shapes[#shapes + 1] = shape end
  end
  return table.concat(shapes, ', ')
end

-- All that ran at a shape, the fastest first.
local function ran_at(record, m, n, k)
  local ran = {}
  for _, row in ipairs(record.rows) do
    if RUNS[row.status] and row.m == m and row.n == n and row.k == k then ran[#ran + 1] = row end
  end
  if #ran == 0 then
    lacks(record.path, 'nothing was tuned at %s; it has %s', size_text(m, n, k), shapes_text(record))
  end
  table.sort(ran, function(a, b)
    if a.gflops ~= b.gflops then return a.gflops > b.gflops end
    return a.config < b.config
  end)
  return ran
end

local function named(record, ran, name)
  for _, row in ipairs(ran) do
    if row.config == name then return row end
  end
  lacks(record.path, 'configuration %s did not run at %s', name,
    size_text(ran[1].m, ran[1].n, ran[1].k))
end

local function winners_row(self, query, slug)
  local record, m, n, k = self:need('winners', query.of, slug), size_of(query)
  for _, row in ipairs(record.rows) do
    if row.m == m and row.n == n and row.k == k then return record, row end
  end
  lacks(record.path, 'nothing was tuned at %s; it has %s', size_text(m, n, k), shapes_text(record))
end

-- Which columns of the winners' record name a configuration and give its speed.
local CHOSEN = {winner = {'config', 'gflops'}, best = {'best', 'best_gflops'},
  search = {'search', 'search_gflops'}}

-- The record and row of the sweep that config= speaks of.
local function config_row(self, query, slug)
  local record, name = self:need('tuning', query.of, slug), query.config
  local ran = ran_at(record, size_of(query))
  if name == 'worst' then return record, ran[#ran] end
  if name == 'median' then return record, ran[#ran // 2 + 1] end
  if CHOSEN[name] then
    local winners, row = winners_row(self, query, slug)
    local config = row[CHOSEN[name][1]]
    if config == '' then lacks(winners.path .. ':' .. row.line, 'this row has no %s', name) end
    return record, named(record, ran, config)
  end
  return record, named(record, ran, name)
end

-- A column of the winners' record that says the same of a chosen one, if there is any:
-- its speed there was measured side by side with the others.
local function chosen_value(self, query, slug)
  local chosen, metric = CHOSEN[query.config], query.metric
  if not chosen then return nil end
  local record, row = winners_row(self, query, slug)
  if metric == 'gflops' then return row[chosen[2]], record, row end
  if query.config == 'winner' and (metric == 'lo' or metric == 'hi' or metric == 'ratio') then
    return row[metric], record, row
  end
end

local function config_metric(self, query, slug)
  local metric, value, record, row = query.metric, nil, nil, nil
  if not CONFIG_UNITS[metric] then lacks(metric, 'a configuration has no such metric') end
  if metric == 'share' or metric == 'time' then
    local from = setmetatable({metric = metric == 'share' and 'ratio' or 'gflops'}, {__index = query})
    local m, n, k = size_of(query)
    value, _, record, row = config_metric(self, from, slug)
    value = metric == 'share' and value * 100 or 2 * m * n * k / (value * 1e9)
  else
    value, record, row = chosen_value(self, query, slug)
    if not value then
      record, row = config_row(self, query, slug)
      value = row[metric]
    end
  end
  return value or lacks(record.path .. ':' .. row.line, 'this row has no %s', metric),
    CONFIG_UNITS[metric], record, row
end

-- The tuner's metrics without config=, each (self, query, slug) -> value, unit, record, row.
local TUNED = {}

-- tiles config=C: its tiles in words; winner, best, search: those of that configuration.
function TUNED.tiles(self, query, slug)
  if not query.config then lacks('tiles', 'say config=') end
  local record, row = config_row(self, query, slug)
  return tiles_text(row), 'text', record, row
end

for chosen in pairs(CHOSEN) do
  TUNED[chosen] = function(self, query, slug)
    return TUNED.tiles(self, setmetatable({config = chosen}, {__index = query}), slug)
  end
end

-- shapes: how many were tuned.
function TUNED.shapes(self, query, slug)
  local record = self:need('winners', query.of, slug)
  return #record.rows, 'count', record
end

-- configurations [status=S]: how many were considered, or have the status, which ends at
-- its colon if it has one; `valid` stands for all that ran and `rejected` for the others.
-- [within=P] counts those that at one shape come within P per cent of the best.
local function counted(record, wanted)
  local seen, count, statuses = {}, 0, {}
  for _, row in ipairs(record.rows) do
    local status, group = row.status:match '^[^:]*', RUNS[row.status] and 'valid' or 'rejected'
    statuses[status] = true
    if not seen[row.config] and (not wanted or wanted == status or wanted == group) then
      seen[row.config], count = true, count + 1
    end
  end
  return count, statuses
end

function TUNED.configurations(self, query, slug)
  local record, within, count = self:need('tuning', query.of, slug), tonumber(query.within), 0
  if within then
    local ran = ran_at(record, size_of(query))
    for _, row in ipairs(ran) do
      if row.gflops >= ran[1].gflops * (1 - within / 100) then count = count + 1 end
    end
    return count, 'count', record
  end
  local wanted, statuses = query.status, nil
  count, statuses = counted(record, wanted)
  if count == 0 and not RUNS[wanted] and wanted ~= 'valid' and wanted ~= 'rejected' then
    local list = {}
    for status in pairs(statuses) do list[#list + 1] = status end
    table.sort(list)
    lacks(record.path, 'no configuration has status %s; there are %s', tostring(wanted),
      table.concat(list, ', '))
  end
  return count, 'count', record
end

-- sweep_runs, search_runs: how many launches were timed for a shape, by trying all and by
-- the search; search_steps within=P: the step at which the search first came within P per
-- cent of the best of all.
function TUNED.sweep_runs(self, query, slug)
  local record, row = winners_row(self, query, slug)
  return row.runs, 'count', record, row
end

function TUNED.search_runs(self, query, slug)
  local record, row = winners_row(self, query, slug)
  return row.search_runs or lacks(record.path .. ':' .. row.line, 'this row has no search_runs'),
    'count', record, row
end

function TUNED.search_steps(self, query, slug)
  local record, m, n, k = self:need('search', query.of, slug), size_of(query)
  local best = ran_at(self:need('tuning', query.of, slug), m, n, k)[1].gflops
  local within, first = tonumber(query.within or 0), nil
  for _, row in ipairs(record.rows) do
    local there = row.m == m and row.n == n and row.k == k
      and (row.best or 0) >= best * (1 - within / 100)
    if there and not (first and first.step <= row.step) then first = row end
  end
  if not first then
    lacks(record.path, 'the search does not come within %g per cent of the best at %s', within,
      size_text(m, n, k))
  end
  return first.step, 'count', record, first
end

-- regret from=S [to=S]: what is lost, in per cent of the best at shape `to` (n or MxNxK;
-- else that of the query), where the winner of shape `from` runs there.
local function shape_keys(text)
  local m, n, k = tostring(text):match '^(%d+)x(%d+)x(%d+)$'
  n = n or tostring(text):match '^%d+$' or lacks('from=' .. tostring(text), 'this is not a shape')
  return {m = m or n, n = n, k = k or n}
end

function TUNED.regret(self, query, slug)
  local from = shape_keys(query.from)
  local to = query.to and shape_keys(query.to) or query
  from.of, to = query.of, setmetatable({}, {__index = to})
  local _, winner = winners_row(self, from, slug)
  local record = self:need('tuning', query.of, slug)
  local ran = ran_at(record, size_of(to))
  local row = named(record, ran, winner.config)
  return (1 - row.gflops / ran[1].gflops) * 100, '%', record, row
end

-- The shapes that were tuned, in the order of the record: {m, n, k, line, …}.
function R:shapes(stem, slug) return self:need('winners', stem, slug).rows end

-- All configurations that ran at the shape of the query, the fastest first.
function R:ran(query, slug)
  return ran_at(self:need('tuning', query.of, slug), size_of(query))
end

function R:tiles(row) return tiles_text(row) end

local function of_tuner(query) return query.config or TUNED[query.metric] end

local function tuner_metric(self, query, slug)
  local ask = TUNED[query.metric] or config_metric
  return ask(self, query, slug)
end

local function published_metric(self, query, label)
  local folder, found = self:path('data', 'published'), {}
  for _, row in ipairs(self:published()) do
    if row.source == query.source and row.label == label
      and (not query.n or row.n == tonumber(query.n))
      and (not query.card or row.card == query.card) then found[#found + 1] = row end
  end
  if #found ~= 1 then
    lacks(folder, '%s with source=%s label=%s%s', #found == 0 and 'there is no row'
      or 'there are several rows', tostring(query.source), tostring(label),
      query.n and ' n=' .. query.n or '')
  end
  local row, metric = found[1], query.metric
  local value = row[metric]
  if metric == 'share' then value = row.ratio and row.ratio * 100 end
  if metric == 'time' then value = row.gflops and 2 * row.m * row.n * row.k / (row.gflops * 1e9) end
  if type(value) ~= 'number' then lacks(row.path .. ':' .. row.line, 'this row has no %s', metric) end
  return value, GEMM_UNITS[metric] or '', {path = row.path, card = row.card, header = {}}, row
end

-- Numbers of the card itself, out of the header of the chapter's record.
local OF_CARD = {multiprocessors = {'multiprocessors', 'count'}, memory_bytes = {'memory-bytes', 'B'},
  l2_bytes = {'l2-bytes', 'B'}, clock_max = {'clock-max-mhz', 'MHz'}}

local function card_metric(self, query, slug)
  local record, what = self:need('gemm', query.of or 'measuring', slug), OF_CARD[query.metric]
  local value = number_of(record.header[what[1]] or '')
  return value or lacks(record.path, 'its header has no %s', what[1]), what[2], record
end

-- The metric for one kernel on one card.
local function metric_on(self, query, kernel, slug)
  if query.of == 'published' then return published_metric(self, query, kernel) end
  if query.probe then return probe_metric(self, query, slug) end
  if OF_CARD[query.metric] then return card_metric(self, query, slug) end
  if of_tuner(query) then return tuner_metric(self, query, slug) end
  if query.metric:match '^lens_' then return lens_metric(self, query, kernel) end
  if query.metric:match '^loop_' then return loop_metric(self, query, kernel, slug) end
  local ask = GEMM_UNITS[query.metric] and gemm_metric or counter_metric
  return ask(self, query, kernel, slug)
end

-- What `over=` names: a configuration if the query has config=, or a kernel of the same
-- record, else the rung of a chapter.
local function divisor(self, query, slug)
  local over = query.over
  if query.of == 'published' then return metric_on(self, query, over, slug) end
  if query.probe then
    local other = setmetatable({probe = over, over = false}, {__index = query})
    return probe_metric(self, other, slug)
  end
  if query.config then
    local other = setmetatable({config = over, over = false}, {__index = query})
    local value = unless_missing(config_metric, self, other, slug)
    if value then return value end
    query = setmetatable({config = false}, {__index = query})
  end
  local value, missing = unless_missing(metric_on, self, query, over, slug)
  if value then return value end
  local rung = self:rung(over)
  if not rung then error(missing, 0) end
  local other = setmetatable({of = over, over = false}, {__index = query})
  return metric_on(self, other, rung, slug)
end

function R:value_on(query, slug)
  local kernel
  if query.of == 'published' then kernel = query.label
  elseif not (query.probe or OF_CARD[query.metric] or of_tuner(query)) then kernel = self:kernel_of(query) end
  local value, unit, record, row = metric_on(self, query, kernel, slug)
  if query.over and unit == 'text' then lacks(query.metric, 'these are words, which no over= divides') end
  if query.over then
    value, unit = value / divisor(self, query, slug), ''
  end
  local foreign = query.of == 'published' or query.metric:match '^lens_'
  return value, unit, {slug = not foreign and slug or nil,
    card = record.card or not foreign and self.cards[slug] or nil,
    file = record.path, row = row, date = record.header.date}
end

-- Facts that are words: the card's name, the day it was measured.
function R:fact_on(query, slug)
  local record = query.of and self:gemm(query.of, slug)
  local meta = {slug = slug, card = self.cards[slug], file = record and record.path,
    date = record and record.header.date or self:newest(slug)}
  if query.metric == 'device' then return meta.card, 'text', meta end
  return self:day(meta.date), 'text', meta
end

-- Answers a query: a table with `metric` and the keys that chapters write (of,
-- kernel, n or m n k, probe, size (a number or `best`, the size of the largest value), over,
-- source, label, device; for the lens also array
-- and line, a number or text of that line; for the tuner config, status, within, from and
-- to, which stand above config_metric). where is 'own'
-- (default: the reader's card if it has been measured, else the reference) or
-- 'reference'. Returns number, unit, meta{slug, card, file, row, date, fallback};
-- fallback is true if there is an own card but the answer is the reference's.
function R:value(query, where)
  if not query.metric then lacks('query', 'it names no metric') end
  local fact = query.metric == 'device' or query.metric == 'date'
  local ask = fact and self.fact_on or self.value_on
  local own = self.own
  if where == 'reference' or query.device == 'reference' then own = nil end
  local foreign = query.of == 'published' or query.metric:match '^lens_'
  if foreign then own = nil end
  if own then
    if fact and query.of and self:chapter(query.of) and not self:gemm(query.of, own)
      and self:gemm(query.of, self.reference) then
      own = nil
    else
      local value, unit, meta = unless_missing(ask, self, query, own)
      if value then return value, unit, meta end
    end
  end
  local value, unit, meta = ask(self, query, self.reference)
  meta.fallback = self.own ~= nil and where ~= 'reference'
    and query.device ~= 'reference' and not foreign
  return value, unit, meta
end

-- Writing numbers ------------------------------------------------------------

local MONTHS = {'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August',
  'September', 'October', 'November', 'December'}

-- 2026-11-21T10:00:00Z -> 21 November 2026
function R:day(iso)
  local y, m, d = (iso or ''):match '^(%d+)-(%d+)-(%d+)'
  if not y or not MONTHS[tonumber(m)] then return 'an unknown day' end
  return ('%d %s %s'):format(d, MONTHS[tonumber(m)], y)
end

local function group(digits)
  if #digits < 5 then return digits end
  local head = #digits % 3
  return (digits:sub(1, head) .. digits:sub(head + 1):gsub('%d%d%d', NNBSP .. '%0'))
    :gsub('^' .. NNBSP, '')
end

local SUPERSCRIPT = {['-'] = '⁻', ['0'] = '⁰', ['1'] = '¹', ['2'] = '²', ['3'] = '³', ['4'] = '⁴',
  ['5'] = '⁵', ['6'] = '⁶', ['7'] = '⁷', ['8'] = '⁸', ['9'] = '⁹'}

-- x to so many significant digits, zeros at the end included: 9.40, 528, 1240.
local function significant(x, digits)
  if x == 0 then return '0' end
  local mantissa, exponent = ('%.' .. digits - 1 .. 'e'):format(x):match '^(.-)e(.*)$'
  exponent = math.tointeger(tonumber(exponent))
  if exponent < -4 then
    return mantissa .. NNBSP .. '×' .. NNBSP .. '10' .. tostring(exponent):gsub('.', SUPERSCRIPT)
  end
  local text = ('%.' .. math.max(digits - 1 - exponent, 0) .. 'f')
    :format(tonumber(mantissa .. 'e' .. exponent))
  local sign, whole, rest = text:match '^(%-?)(%d+)(.*)$'
  return sign:gsub('-', '−') .. group(whole) .. rest
end

local SCALES = {     -- unit -> {least value, factor, unit}, largest first
  ['GFLOP/s'] = {{999.5, 1e-3, 'TFLOP/s'}, {0.9995, 1, 'GFLOP/s'}, {0, 1e3, 'MFLOP/s'}},
  ['GB/s'] = {{999.5, 1e-3, 'TB/s'}, {0.9995, 1, 'GB/s'}, {0, 1e3, 'MB/s'}},
  s = {{0.9995, 1, 's'}, {0.9995e-3, 1e3, 'ms'}, {0.9995e-6, 1e6, 'µs'}, {0, 1e9, 'ns'}},
  B = {{0.9995e12, 1e-12, 'TB'}, {0.9995e9, 1e-9, 'GB'}, {0.9995e6, 1e-6, 'MB'},
    {999.5, 1e-3, 'kB'}, {0, 1, 'B'}},
}
local IN_SECONDS = {ms = 1e-3, us = 1e-6, ['µs'] = 1e-6}

-- The number as the book writes it: significant digits (3), the unit scaled and
-- set off by a narrow no-break space. Counts that are whole are written in full.
function R:format(number, unit, digits)
  digits = tonumber(digits)
  if unit == 'text' then return number end
  if IN_SECONDS[unit] then number, unit = number * IN_SECONDS[unit], 's' end
  if unit == 'B' and math.abs(number) < 999.5 then unit = 'count-B' end
  if not digits and (unit == 'count' or unit == 'count-B') and number == math.floor(number) then
    local text = group(('%.0f'):format(number))
    return unit == 'count' and text or text .. NNBSP .. 'B'
  end
  if unit == 'MHz' and not digits then return ('%.0f'):format(number) .. NNBSP .. 'MHz' end
  for _, scale in ipairs(SCALES[unit] or {}) do
    if math.abs(number) >= scale[1] then
      number, unit = number * scale[2], scale[3]
      break
    end
  end
  local text = significant(number, digits or 3)
  if unit == nil or unit == '' or unit == 'count' then return text end
  return text .. NNBSP .. unit:gsub('^count%-', '')
end

return records
