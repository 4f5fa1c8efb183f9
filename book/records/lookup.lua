-- lookup.lua: takes a record and a query, and returns the row of its kernel at its size.

local lacks, nearest = require 'records.failure'.lacks, require 'records.nearest'

local lookup = {}

function lookup.size(query)
  local n = tonumber(query.n or 4096)
  local m, k = tonumber(query.m or n), tonumber(query.k or n)
  for _, x in ipairs{m or 0.5, n or 0.5, k or 0.5} do
    if x ~= math.floor(x) or x < 0 then lacks('n=' .. tostring(query.n), 'this is not a size') end
  end
  return m, n, k
end

function lookup.size_text(m, n, k)
  if m == n and n == k then return ('%d'):format(n) end
  return ('%d x %d x %d'):format(m, n, k)
end

-- The row, or nil. All rows of a record are indexed once.
function lookup.at(record, kernel, m, n, k)
  if not record.at then
    record.at = {}
    for _, row in ipairs(record.rows) do
      record.at[('%s %s'):format(row.kernel, lookup.size_text(row.m, row.n, row.k))] = row
    end
  end
  return record.at[('%s %s'):format(kernel, lookup.size_text(m, n, k))]
end

-- One sentence on what a record does have, for the reader who asked for more.
function lookup.none(record, kernel, m, n, k)
  local sizes, kernels, seen = {}, {}, {}
  for _, row in ipairs(record.rows) do
    local size = lookup.size_text(row.m, row.n, row.k)
    if row.kernel == kernel and sizes[#sizes] ~= size then sizes[#sizes + 1] = size end
    if not seen[row.kernel] then kernels[#kernels + 1] = row.kernel end
    seen[row.kernel] = true
  end
  if #sizes == 0 then
    lacks(record.path, 'it has no kernel %s; it has %s%s', kernel, table.concat(kernels, ', '), nearest(kernel, kernels))
  end
  lacks(record.path, 'it has no row of kernel %s at %s; it has %s', kernel,
    lookup.size_text(m, n, k), table.concat(sizes, ', '))
end

function lookup.find(record, kernel, query)
  local m, n, k = lookup.size(query)
  return lookup.at(record, kernel, m, n, k) or lookup.none(record, kernel, m, n, k)
end

return lookup
