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

-- Of a row that has none, as in older records and in counters, beta is 0. One alpha goes with each beta.
function lookup.beta(row) return row.beta or 0 end

local function key(kernel, m, n, k, beta) return ('%s %s %g'):format(kernel, lookup.size_text(m, n, k), beta) end

-- The row, or nil. All rows of a record are indexed once.
function lookup.at(record, kernel, m, n, k, beta)
  if not record.at then
    record.at = {}
    for _, row in ipairs(record.rows) do
      record.at[key(row.kernel, row.m, row.n, row.k, lookup.beta(row))] = row
    end
  end
  return record.at[key(kernel, m, n, k, beta or 0)]
end

-- One sentence on what a record does have, for the reader who asked for more.
function lookup.none(record, kernel, m, n, k, beta)
  local sizes, kernels, seen = {}, {}, {}
  for _, row in ipairs(record.rows) do
    local size, of = lookup.size_text(row.m, row.n, row.k), lookup.beta(row)
    if of ~= 0 then size = ('%s with beta = %g'):format(size, of) end
    if row.kernel == kernel and sizes[#sizes] ~= size then sizes[#sizes + 1] = size end
    if not seen[row.kernel] then kernels[#kernels + 1] = row.kernel end
    seen[row.kernel] = true
  end
  if #sizes == 0 then
    lacks(record.path, 'it has no kernel %s; it has %s%s', kernel, table.concat(kernels, ', '), nearest(kernel, kernels))
  end
  lacks(record.path, 'it has no row of kernel %s at %s%s; it has %s', kernel,
    lookup.size_text(m, n, k), (beta or 0) ~= 0 and (' with beta = %g'):format(beta) or '', table.concat(sizes, ', '))
end

-- What a query asks for; 0, where it does not say.
function lookup.beta_of(query)
  return tonumber(query.beta or 0) or lacks('beta=' .. query.beta, 'this is not a number')
end

function lookup.find(record, kernel, query)
  local m, n, k = lookup.size(query)
  local beta = lookup.beta_of(query)
  return lookup.at(record, kernel, m, n, k, beta) or lookup.none(record, kernel, m, n, k, beta)
end

return lookup
