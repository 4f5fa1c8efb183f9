-- mix.lua: takes the recorded counts of machine code (<stem>-mix), which code/tools/mix.awk writes, and returns those of a
-- kernel.

local failure, formats = require 'records.failure', require 'records.formats'
local lacks, number_of = failure.lacks, formats.number

local function words_of(line)
  local words = {}
  for word in line:gmatch '%S+' do words[#words + 1] = word end
  return words
end

-- found[kernel][metric]. Of the table `in the hot loop`, loop_<instruction><width>: how often
-- it stands there (the widths stand below their instructions); of the one `behind so many
-- multiply-adds`, first_, median_ and last_<instruction>: how many come before it. A function
-- that is there for several constants under one name is noted in `twice`.
local function read(lines)
  local found, twice, seen, section, columns = {}, {}, {}, nil, nil
  local function note(kernel, metric, text)
    found[kernel] = found[kernel] or {}
    found[kernel][metric] = number_of(text or '')
  end
  for i, line in ipairs(lines) do
    if line:match ':$' then section, columns = line, nil
    elseif line:match '^kernel ' then
      columns = {}
      local widths = (lines[i + 1] or ''):match '^%s+%d' and lines[i + 1] or ''
      for name, after in line:gmatch '(%S+)()' do
        columns[#columns + 1] = name .. (widths:sub(after - #name, after - 1):match '%d+$' or '')
      end
    elseif columns and line:match '^%S' then
      local cells = words_of(line)
      local row = table.concat({section or '', table.concat(columns, ' '), cells[1], columns[2] == 'what' and cells[2] or ''}, '\n')
      twice[cells[1]] = twice[cells[1]] or seen[row]
      seen[row] = true
      for c = 2, #columns do
        if section == 'in the hot loop:' then note(cells[1], 'loop_' .. columns[c], cells[c])
        elseif section == 'in the hot loop, behind so many multiply-adds:' then
          note(cells[1], columns[c] .. '_' .. cells[2], cells[c])
        end
      end
    end
  end
  return found, twice
end

local NAMES = {
  {name = 'loop_<INSTRUCTION>', unit = 'count', meaning = 'how often it stands in the hot loop; loop_all: all instructions'},
  {name = 'first_<INSTRUCTION>', unit = 'count', meaning = 'multiply-adds of the hot loop that stand before its first; median_, last_ alike'},
}

local function is_metric(name)
  return name:match '^loop_' or name:match '^first_%u' or name:match '^median_%u' or name:match '^last_%u'
end

-- The recorded run of a chapter's program, read, or nil.
local function run_of(self, stem, slug)
  local run = self:transcript(stem .. '-mix', slug)
  if run and not run.mix then run.mix, run.twice = read(run.lines) end
  return run
end

-- The kernel is named as in its program's table; a record from before that has functions' names.
local function named(run, kernel) return run.mix[kernel] and kernel or (kernel:gsub('-', '_')) end

-- Stands one of these instructions, patterns of their names with their widths, in the kernel's hot loop?
local function has(self, stem, kernel, slug, instructions)
  local run = run_of(self, stem, slug)
  for metric, count in pairs(run and run.mix[named(run, kernel)] or {}) do
    for _, pattern in ipairs(instructions) do
      if count > 0 and (metric:match '^loop_(.*)$' or ''):match(pattern) then return true end
    end
  end
  return false
end

local function metric(self, query, kernel, slug)
  local run = run_of(self, query.of, slug)
    or lacks(('data/%s/transcripts/%s-mix.txt'):format(slug, query.of), 'there is no such recorded run')
  local own = named(run, kernel)
  local counts = run.mix[own] or lacks(run.path, 'it counts no kernel %s', kernel)
  if run.twice[own] then failure.fail(run.path, nil, 'it counts kernel %s twice', own) end
  return counts[query.metric] or lacks(run.path, 'kernel %s has no %s', kernel, query.metric), 'count', run
end

return {is = is_metric, metric = metric, has = has, names = NAMES}
