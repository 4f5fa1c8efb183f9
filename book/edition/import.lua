-- import.lua: an unpacked folder of records -> complaints.
-- Looks at every row of the records that import.sh unpacked: FOLDER/CARD. Refuses
-- with one sentence what the book could not or should not read.

package.path = PANDOC_SCRIPT_FILE:match '^(.*/)edition/' .. '?.lua;' .. package.path
local source, formats, contents = require 'page.source', require 'records.formats', require 'records.contents'
local CARD, ROOT = os.getenv 'CARD', os.getenv 'FOLDER' .. '/' .. os.getenv 'CARD'
local REFERENCE = 'data/' .. formats.reference .. '/'
local set = formats.set

local function refuse(path, text, ...) error(path:sub(#ROOT - #CARD + 1) .. ': ' .. text:format(...), 0) end

-- As slug() in code/bench/record.c.
local function slug(name) return (name:lower():gsub('[^%w]+', '-'):gsub('^%-', ''):gsub('%-$', '')) end

local function hashes()
  local known = {}
  for line in (source.read(os.getenv 'HASHES') or ''):gmatch '[^\n]+' do
    local program, hash = line:match '^(%S+) (%x+)$'
    if program then
      known[program] = known[program] or {}
      known[program][hash] = true
    end
  end
  return known
end

local function check_header(path, header, known, stale)
  local device = header.device or ''
  if not device:match '^%w[%w ().+/_-]*$' or device:find '//' or device:find '/%*' or #device > 64 then
    refuse(path, 'no card has such a name')
  end
  if slug(device) ~= CARD then refuse(path, 'it is of another card than its folder says') end
  for key, value in pairs(header) do
    if #value > 400 or value:find '[<>&%c\127-\255]' then refuse(path, 'the header line %s is not plain text', key) end
  end
  if not (header.date or ''):match '^%d%d%d%d%-%d%d%-%d%dT%d%d:%d%d:%d%dZ$' then refuse(path, 'it has no date') end
  if header.date > os.date('!%Y-%m-%dT%H:%M:%SZ', os.time() + 86400) then refuse(path, 'it is of the future') end
  local hash = header['source-sha256']
  if hash then
    if not hash:match '^%x+$' or #hash ~= 64 then refuse(path, 'its source-sha256 is not one') end
    if not known[header.program or ''] then refuse(path, 'the book has no program %s', (header.program or ''):gsub('[^%w/._-]', '?')) end
    if not known[header.program][hash] then stale[#stale + 1] = path end
  end
end

local function check_rows(path, record)
  for _, row in ipairs(record.rows) do
    for name, value in pairs(row) do
      if type(value) == 'string' and (value:find '[<>&"\'`$%c\127-\255]' or #value > 120) then
        refuse(path, 'column %s has what no record has', tostring(name))
      end
    end
  end
end

local ok, e = pcall(function()
  local known, stale, stems, count = hashes(), {}, {}, 0
  for _, chapter in ipairs(contents.open():chapters()) do stems[chapter.stem] = true end
  -- The kinds of record that chapters look for under this name: a chapter's own, the tuner's, else as the reference has it.
  local function kinds_of(folder, base)
    if folder == 'counters/' then return set 'counters' end
    if stems[base] then return set 'gemm' end
    local last = base:match '%-(%l+)$'
    if set 'tuning,winners,search'[last] then return set(last) end
    return set(formats.header_field(REFERENCE .. base .. '.csv', 'kind') or 'gemm,probe')
  end
  local function stem_of(name)
    for stem in pairs(stems) do
      if name == stem or name:sub(1, #stem + 1) == stem .. '-' then return stem end
    end
  end
  for _, folder in ipairs{'', 'counters/', 'transcripts/'} do
    for _, name in ipairs(formats.names_in(ROOT .. '/' .. folder)) do
      local path, base, ending = ROOT .. '/' .. folder .. name, name:match '^(.*)%.(%w+)$'
      if base then
        if not stem_of(base) then refuse(path, 'the book has no chapter by that name') end
        local text = source.read(path)
        if text:find('\0', 1, true) or not utf8.len(text) then refuse(path, 'it is not text') end
        local header
        if ending == 'csv' then
          local kind = formats.header_field(path, 'kind')
          if kind and not kinds_of(folder, base)[kind] then
            refuse(path, 'a record of kind %s does not stand there', (kind:gsub('%W', '?')))
          end
          local record = formats.record(path, formats.lines(path), kind or 'gemm')
          check_rows(path, record)
          header, count = record.header, count + 1
        else
          local transcript = formats.transcript(path, formats.lines(path))
          for _, line in ipairs(transcript.lines) do
            if #line > 400 or line:find '[\1-\8\11-\31\127]' then refuse(path, 'it has a line that no terminal shows') end
          end
          header = transcript.header
        end
        check_header(path, header, known, stale)
      end
    end
  end
  if count == 0 then error('it has no records', 0) end
  if #stale > 0 then
    local words = ('%d of its records were measured with other sources than these, %s first'):format(#stale, stale[1]:sub(#ROOT + 2))
    if os.getenv 'STALE' ~= '1' then error(words .. ' (make import STALE=1 takes them all the same)', 0) end
    io.stderr:write('import: ', words, '\n')
  end
end)
if not ok then
  local words = type(e) == 'table' and e.message or tostring(e)
  local _, folder = words:find(ROOT:sub(1, -#CARD - 1), 1, true)      -- what is said of a file begins with its path
  io.stderr:write((words:sub((folder or 0) + 1):gsub('\n.*', '')), '\n')
  os.exit(1)
end
os.exit(0)
