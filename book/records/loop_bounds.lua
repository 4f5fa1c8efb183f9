-- loop_bounds.lua: what the ports of the register file take of a kernel's loop, by its machine code.
--
--   ports_loop, ports_ffma             instructions of the hot loop, FFMAs among them
--   ports_share                        these in per cent
--   ports_one, ports_two, ports_three  FFMAs that cost so many cycles by themselves
--   ports_kept                         operands that no FFMA had to read
--   ports_alone, ports_sum             cycles for each FFMA: alone, with the other instructions
--   ports_cycles, ports_peak           the same of the loop in a row, and the bound that this is
--   ports_slots, ports_held            issue slots for each FFMA; what conflicts add to them
--   ports_measured                     what the reference card took: of=STEM kernel=NAME
--
-- as in `ports_cycles 'vectorized.bare'`; and of the record `correlation`, where 'all-cycles',
-- 'all-sum', 'mostly-cycles' or 'mostly-sum' stands for a kernel (code/ports/compare.awk):
-- ports_count, ports_pearson, ports_spearman, ports_faster, as in `ports_faster 'all-cycles'`.

local failure = require 'records.failure'
local lacks = failure.lacks

local UNITS = {loop = 'count', ffma = 'count', one = 'count', two = 'count', three = 'count', kept = 'count',
  share = '%', peak = '%', alone = '', sum = '', cycles = '', measured = '', slots = '', held = ''}
local OF_ALL = {count = {1, 'count'}, pearson = {2, ''}, spearman = {3, ''}, faster = {4, 'count'}}

local DERIVED = {slots = function(r) return r.loop / r.ffma end, held = function(r) return r.cycles - r.loop / r.ffma end}

local function is_metric(name) return name:match '^ports_' ~= nil end

local function row_of(record, chapter, kernel)
  for _, row in ipairs(record.rows) do
    if row.kernel == kernel and (not chapter or row.chapter == chapter) then return row end
  end
  lacks(record.path, 'it has no kernel %s%s', kernel, chapter and ' of ' .. chapter or '')
end

local function metric(self, query, kernel)
  local name = query.metric:match '^ports_(.*)$'
  if OF_ALL[name] then
    local record = self:need('ports', 'correlation')
    local said = record.header[query.kernel or ''] or lacks(record.path, 'its head has no %s', tostring(query.kernel))
    local words = {}
    for word in said:gmatch '%S+' do words[#words + 1] = tonumber(word) end
    return words[OF_ALL[name][1]] or lacks(record.path, 'its head has no %s', name), OF_ALL[name][2], record
  end
  local unit = UNITS[name] or lacks(query.metric, 'nothing of the ports is called that')
  local record = self:need('ports', name == 'measured' and 'correlation' or query.of)
  local row = row_of(record, name == 'measured' and query.of, kernel)
  return DERIVED[name] and DERIVED[name](row) or row[name], unit, record, row
end

return {is = is_metric, metric = metric}
