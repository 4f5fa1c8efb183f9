-- loop_bounds.lua: what the banks of the register file take of a kernel's loop, by its machine code.
--
--   loop_instructions, loop_ffmas         instructions of the hot loop, FFMAs among them
--   loop_share                        these in per cent
--   loop_one, loop_two, loop_three    FFMAs that cost so many cycles by themselves
--   loop_kept                         operands that no FFMA had to read
--   loop_alone, loop_sum              cycles for each FFMA: alone, with the other instructions
--   loop_cycles, loop_peak            the same of the loop in a row, and the bound that this is
--   loop_slots, loop_held             issue slots for each FFMA; what conflicts add to them
--   loop_measured                     what the reference card took: of=STEM kernel=NAME
--
-- as in `loop_cycles 'vectorized.bare'`; and of the record `correlation`, where 'all-cycles',
-- 'all-sum', 'mostly-cycles' or 'mostly-sum' stands for a kernel (code/loops/compare.awk):
-- loop_count, loop_pearson, loop_spearman, loop_faster, as in `loop_faster 'all-cycles'`.

local failure = require 'records.failure'
local lacks = failure.lacks

local UNITS = {instructions = 'count', ffmas = 'count', one = 'count', two = 'count', three = 'count', kept = 'count',
  share = '%', peak = '%', alone = '', sum = '', cycles = '', measured = '', slots = '', held = ''}
local OF_ALL = {count = {1, 'count'}, pearson = {2, ''}, spearman = {3, ''}, faster = {4, 'count'}}

local DERIVED = {instructions = function(r) return r.loop end, ffmas = function(r) return r.ffma end,
  slots = function(r) return r.loop / r.ffma end, held = function(r) return r.cycles - r.loop / r.ffma end}

local function is_metric(name)
  local it = name:match '^loop_(%l+)$' or ''
  return UNITS[it] or OF_ALL[it]
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
    return words[OF_ALL[name][1]] or lacks(record.path, 'its head has no %s', name), OF_ALL[name][2], record
  end
  local unit = UNITS[name]
  local record = self:need('loops', name == 'measured' and 'correlation' or query.of)
  local row = row_of(record, name == 'measured' and query.of, kernel)
  return DERIVED[name] and DERIVED[name](row) or row[name], unit, record, row
end

return {is = is_metric, metric = metric}
