-- table_query.lua: records, a word of a plot -> values, cells and kernels, or a complaint.
-- What the kinds of tables (chart_tables.lua, grid_tables.lua) ask of the records, and how they
-- write it.

local table_query = {}

function table_query.fail(text, ...) error({message = text:format(...)}, 0) end

function table_query.split(text, separator)
  local parts = {}
  for part in (text or ''):gmatch('[^' .. (separator or ',') .. ']+') do parts[#parts + 1] = part end
  return parts
end

-- Four significant digits, or so many, no exponent, no zeros at the end.
function table_query.cell(x, digits)
  if x == nil then return '' end
  if type(x) ~= 'number' then return tostring(x) end
  local form = ('%%.%dg'):format(digits or 4)
  local rounded = tonumber(form:format(x))
  if math.abs(rounded) >= 1 or rounded == 0 then
    return (('%.6f'):format(rounded):gsub('%.?0+$', ''))
  end
  return form:format(rounded)
end

-- A count, to the last digit.
function table_query.whole(x) return ('%.0f'):format(x) end

function table_query.fail_missing(path)
  error({message = path .. ': there is no such record', missing = true}, 0)
end

function table_query.ask(R, query, slug)
  local value = R:value_on(query, slug)
  return value
end

-- The value, or nil where there is no such record or row.
function table_query.maybe(R, query, slug)
  local ok, value = pcall(R.value_on, R, query, slug)
  if ok then return value end
  if type(value) == 'table' and value.missing then return nil end
  error(value, 0)
end

-- A ceiling of the card, or nil where it was not measured.
function table_query.ceiling_of(R, name, slug, stem)
  local ok, value = pcall(R.ceiling, R, name, slug, stem)
  return ok and value or nil
end

function table_query.kernel_list(R, want, text)
  local list = {}
  for _, name in ipairs(table_query.split(text)) do
    local stem, kernel = name:match '^([^.]+)%.(.+)$'
    if not stem then table_query.fail('kernels=%s: write chapter.kernel', name) end
    if kernel == 'rung' then kernel = R:kernel_of{of = stem} end
    list[#list + 1] = {stem = stem, kernel = kernel, label = want.label(kernel, name)}
  end
  return list
end

-- The rows of the probes that are named, or of all, and the names that the card cannot have.
function table_query.probes_of(R, record, names)
  if not names then return record.rows, {} end
  local found, lacks = {}, {}
  for _, name in ipairs(table_query.split(names)) do
    local count = #found
    for _, row in ipairs(record.rows) do
      if row.probe == name then found[#found + 1] = row end
    end
    if #found == count and record.slug ~= R.reference then lacks[#lacks + 1] = name
    elseif #found == count then table_query.fail('%s: there is no probe %s', record.path, name) end
  end
  return found, lacks
end

return table_query
