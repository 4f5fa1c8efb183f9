-- failure.lua: takes what is wrong with a record, and where, and raises {message = 'file:line: one sentence',
-- missing = true or nil}; `missing` marks a record or row that is not there, as against one that is bad.

local failure = {}

local SENTENCE = {__tostring = function(e) return e.message end}

local function raise(message, missing)
  error(setmetatable({message = message, missing = missing}, SENTENCE), 0)
end

function failure.fail(where, line, text, ...)
  raise((line and where .. ':' .. line or where) .. ': ' .. text:format(...))
end

function failure.lacks(where, text, ...)
  raise((where and where .. ': ' or '') .. text:format(...), true)
end

-- Runs f and hands back its results, or nil and the error if f found something
-- missing. Every other error goes on up.
function failure.unless_missing(f, ...)
  local result = table.pack(pcall(f, ...))
  if result[1] then return table.unpack(result, 2, result.n) end
  local e = result[2]
  if type(e) == 'table' and e.missing then return nil, e end
  error(e, 0)
end

return failure
