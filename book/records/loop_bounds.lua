-- loop_bounds.lua: a record of loops, a query as `loop_cycles 'vectorized.bare'` -> what the banks of
-- the register file take of the kernel's loop, by its machine code; or of the record `correlation`, where 'all-cycles', 'all-sum',
-- 'mostly-cycles' or 'mostly-sum' stands for a kernel (code/loops/compare.awk), as in `loop_faster 'all-cycles'`.

local metrics = require 'records.metrics'
local failure = require 'records.failure'
local lacks = failure.lacks

local DERIVED = {
  slots = {function(r) return r.instructions / r.ffma end, '', 'issue slots for each FFMA', 'Issue slots'},
  held = {function(r) return r.cycles - r.instructions / r.ffma end, '', 'what conflicts add to the issue slots for each FFMA'},
}
local OF_CORRELATION = {                          -- a word of a line in the head
  count = {1, 'count', 'how many kernels are compared'}, pearson = {2, '', 'the correlation of predictions and measurements'},
  spearman = {3, '', 'the correlation of their ranks'}, faster = {4, 'count', 'how many kernels are faster than predicted'},
}
local OF_LOOP, OF_ALL = metrics.described('loops', DERIVED), metrics.described(nil, OF_CORRELATION)
local MEASURED = metrics.described('correlation', {}).measured

local function is_metric(name)
  local it = name:match '^loop_(%l+)$' or ''
  return it == MEASURED.name or OF_LOOP[it] or OF_ALL[it]
end

local function row_of(record, chapter, kernel)
  for _, row in ipairs(record.rows) do
    if row.kernel == kernel and (not chapter or row.chapter == chapter) then return row end
  end
  lacks(record.path, 'it has no kernel %s%s', kernel, chapter and ' of ' .. chapter or '')
end

local function metric(self, query, kernel)
  local name = query.metric:match '^loop_(.*)$'
  if OF_ALL[name] then
    local record = self:need('loops', 'correlation')
    local said = record.header[query.kernel or ''] or lacks(record.path, 'its head has no %s', tostring(query.kernel))
    local words = {}
    for word in said:gmatch '%S+' do words[#words + 1] = tonumber(word) end
    return words[OF_CORRELATION[name][1]] or lacks(record.path, 'its head has no %s', name), OF_ALL[name].unit, record
  end
  local known = name == MEASURED.name and MEASURED or OF_LOOP[name]
  local record = self:need('loops', known == MEASURED and 'correlation' or query.of)
  local row = row_of(record, known == MEASURED and query.of, kernel)
  return DERIVED[name] and DERIVED[name][1](row) or row[name], known.unit, record, row
end

local names = {}
for _, list in ipairs{OF_LOOP, {MEASURED}, OF_ALL} do
  for _, entry in ipairs(list) do names[#names + 1] = setmetatable({name = 'loop_' .. entry.name}, {__index = entry}) end
end

return {is = is_metric, metric = metric, names = names}
