-- lens_counts.lua: takes a record of the lens and a query, and returns what the lens counted for a kernel.

local metrics = require 'records.metrics'
local failure, formats, lookup = require 'records.failure', require 'records.formats', require 'records.lookup'
local lacks = failure.lacks
local size_of, size_text, no_row = lookup.size, lookup.size_text, lookup.none

-- The rows of one kernel and size. Without n= it is 4096, or the one size that there is.
-- A record's rows are sorted by kernel and size once.
local function lens_rows(record, kernel, query)
  if not record.groups then
    record.groups, record.sizes = {}, {}
    for _, row in ipairs(record.rows) do
      local size = size_text(row.m, row.n, row.k)
      local name = row.kernel .. ' ' .. size
      local sizes = record.sizes[row.kernel] or {}
      if not record.groups[name] then record.groups[name], sizes[#sizes + 1] = {}, size end
      record.sizes[row.kernel] = sizes
      table.insert(record.groups[name], row)
    end
  end
  local m, n, k = size_of(query)
  local sizes = record.sizes[kernel] or {}
  local only = #sizes == 1 and not (query.n or query.m or query.k) and record.groups[kernel .. ' ' .. sizes[1]]
  return record.groups[kernel .. ' ' .. size_text(m, n, k)] or only or no_row(record, kernel, m, n, k)
end

-- Does the row's source line hold the text, or have the number? It is one of the program, or of a header, as in `code/kernels/tma.h:12`.
local function at_line(self, record, row, line)
  if line:match '^%d+$' then return row.place == line end
  local header, at = row.place:match '^(.+):(%d+)$'
  local path = self:path(header or record.header.program)
  local source = formats.lines(path) or lacks(path, 'there is no such file')
  self.files[path] = true
  return (source[tonumber(at or row.place)] or ''):find(line, 1, true) ~= nil
end

-- What is the kernel's as a whole; what is computed from sums over accesses, {function, unit, meaning}; and these sums.
local OF_WHOLE = formats.set 'barriers,flops_per_byte,blocks,run'
local OF_SUMS = {
  sectors_per_request = {function(s) return s.sectors / s.requests end, '', 'sectors for each request'},
  ideal_sectors_per_request = {function(s) return s.ideal_sectors / s.requests end, '', 'sectors for each request, if data lay well'},
  wavefronts_per_request = {function(s) return s.wavefronts / s.requests end, '', 'wavefronts for each request'},
  excess_wavefronts = {function(s) return s.wavefronts - s.ideal_wavefronts end, 'count', 'wavefronts more than with well-placed data'},
}
local COUNTS, SUMS = metrics.described('lens', OF_SUMS), {}
for _, count in ipairs(COUNTS) do
  if not OF_WHOLE[count.name] and not OF_SUMS[count.name] then SUMS[count.name] = true end
end

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
      for name in pairs(SUMS) do sums[name] = (sums[name] or 0) + (row[name] or 0) end
    end
  end
  if not found and not whole then
    lacks(record.path, 'kernel %s has no %s access%s%s%s', rows[1].kernel, space,
      op and ' of kind ' .. op or '', query.array and ' of ' .. query.array or '',
      query.line and ' at the line ' .. query.line or '')
  end
  for name in pairs(SUMS) do sums[name] = sums[name] or 0 end
  return sums, found or rows[1]
end

local function lens_metric(self, query, kernel)
  local record = self:need('lens', query.of)
  local rows = lens_rows(record, kernel, query)
  local rest, space, op = query.metric:match '^lens_(.*)$', 'global', nil
  if OF_WHOLE[rest] then
    local row = rows[#rows]                       -- the total, which comes last
    return row[rest] or lacks(record.path .. ':' .. row.line, 'kernel %s has no %s', kernel, rest), COUNTS[rest].unit, record, row
  end
  if rest:match '^shared_' then space, rest = 'shared', rest:match '^shared_(.*)$' end
  for _, name in ipairs{'load', 'store', 'atomic'} do
    if rest:match('^' .. name .. '_') then op, rest = name, rest:match '_(.*)$' end
  end
  local sums, row = lens_sums(self, record, rows, query, space, op)
  if OF_SUMS[rest] and rest:match '_per_request$' and sums.requests == 0 then
    lacks(record.path, 'kernel %s makes no such request', kernel)
  end
  return OF_SUMS[rest] and OF_SUMS[rest][1](sums) or sums[rest], COUNTS[rest].unit, record, row
end

-- lens_[shared_][load_|store_|atomic_]<count>, but for those of the whole kernel.
local function name_all()
  local list = {}
  for _, count in ipairs(COUNTS) do
    for _, kind in ipairs(OF_WHOLE[count.name] and {''} or {'', 'load_', 'store_', 'atomic_', 'shared_', 'shared_load_',
      'shared_store_', 'shared_atomic_'}) do
      list[#list + 1] = setmetatable({name = 'lens_' .. kind .. count.name, narrower = kind ~= ''}, {__index = count})
    end
  end
  return list
end

-- Has the record a row of this kernel at this size?
local function has(record, row)
  if not record.counted then
    record.counted = {}
    for _, r in ipairs(record.rows) do record.counted[r.kernel .. ' ' .. size_text(r.m, r.n, r.k)] = true end
  end
  return record.counted[row.kernel .. ' ' .. size_text(row.m, row.n, row.k)] == true
end

-- Does the kernel make accesses at a line that has the text?
local function goes_by(self, stem, kernel, text)
  local record = self:need('lens', stem)
  for _, row in ipairs(record.rows) do
    if row.kernel == kernel and row.place ~= 'total' and row.space ~= 'block' and at_line(self, record, row, text) then return true end
  end
  return false
end

return {metric = lens_metric, names = name_all(), has = has, goes_by = goes_by}
