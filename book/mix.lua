-- mix.lua: reads the recorded counts of machine code, which code/bench/mix.awk writes.

local failure, formats = require 'failure', require 'formats'
local lacks, number_of = failure.lacks, formats.number

-- Of a transcript <stem>-mix, which code/bench/mix.awk writes: the counts of each function's
-- hot loop, loop[function][instruction .. width]. A width stands below its instruction.
local function hot_loops(lines)
  local loops, within, columns = {}, false, nil
  for i, line in ipairs(lines) do
    if line:match ':$' then within, columns = line == 'in the hot loop:', nil end
    if within and line:match '^kernel ' then
      columns = {}
      local widths = (lines[i + 1] or ''):match '^%s+%d' and lines[i + 1] or ''
      for name, after in line:gmatch '(%S+)()' do
        columns[#columns + 1] = name .. (widths:sub(after - #name, after - 1):match '%d+$' or '')
      end
    elseif columns and line:match '^%S' then
      local cells = {}
      for cell in line:gmatch '%S+' do cells[#cells + 1] = cell end
      loops[cells[1]] = loops[cells[1]] or {}
      for c = 2, #columns do loops[cells[1]][columns[c]] = number_of(cells[c] or '') end
    end
  end
  return loops
end

-- loop_<instruction>[<width>]: how often it stands in the hot loop of the function that
-- kernel= names; loop_all is all of its instructions.
local function loop_metric(self, query, kernel, slug)
  local name = query.of .. '-mix'
  local run = self:transcript(name, slug)
    or lacks(('data/%s/transcripts/%s.txt'):format(slug, name), 'there is no such recorded run')
  local loop = hot_loops(run.lines)[kernel] or lacks(run.path, 'it counts no function %s', kernel)
  return loop[query.metric:match '^loop_(.*)$'] or lacks(run.path, 'it has no column of %s', query.metric),
    'count', run
end

return {metric = loop_metric}
