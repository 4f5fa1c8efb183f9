-- lens_counts.lua: what the lens counted, kernel by kernel.

local failure, formats, lookup = require 'records.failure', require 'records.formats', require 'records.lookup'
local lacks, set = failure.lacks, formats.set
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

-- Does the row's source line hold the text, or have the number?
local function at_line(self, record, row, line)
  if line:match '^%d+$' then return row.place == line end
  local path = self:path(record.header.program)
  local source = formats.lines(path) or lacks(path, 'there is no such program')
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

return {metric = lens_metric}
