-- ask.lua: puts the query of the environment to book/records/records.lua and prints the answer.
-- Words are `metric key=value …`; see tests/lib/records.sh.

package.path = os.getenv 'ROOT' .. '/book/?.lua;' .. package.path
local records = require 'records.records'

local function answer(text)
  local R = records.open{root = '.', device = os.getenv 'DEVICE'}
  if text == 'own' then return tostring(R.own) end
  if text == 'chapters' then
    local stems = {}
    for i, chapter in ipairs(R:chapters()) do
      stems[i] = ('%s %s'):format(chapter.number or '-', chapter.stem)
    end
    return table.concat(stems, ', ')
  end
  local number, unit = text:match '^format (%S+) ?(%S*)$'
  if number then return R:format(tonumber(number), unit) end
  local query = {metric = text:match '^%S+'}
  for key, value in text:gmatch '([%w]+)=(%S+)' do query[key] = value end
  local value, of, meta = R:value(query, query.where)
  return R:format(value, of, query.digits) .. (meta.fallback and ' (' .. meta.card .. ')' or '')
end

local ok, result = pcall(answer, os.getenv 'QUERY')
if not ok then result = 'refused: ' .. (type(result) == 'table' and result.message or result) end
io.write((result:gsub('\u{202f}', ' ')), '\n')
os.exit(0)
