-- provenance.lua: script, files, card, date -> the sentence under a figure.
-- Where numbers come from, in words.

local html, formats = require 'page.html', require 'records.formats'

local provenance = {}

-- data/card/a.csv, data/card/b.csv -> `a.csv and b.csv in data/card`, or their number.
local function places(files)
  local folders, names = {}, {}
  for _, file in ipairs(files) do
    local folder, name = file:match '^([^/]+/[^/]+)/(.*)$'
    if not names[folder] then
      names[folder] = {}
      folders[#folders + 1] = folder
    end
    table.insert(names[folder], name)
  end
  local parts = {}
  for i, folder in ipairs(folders) do
    local list = names[folder]
    parts[i] = #list > 4 and ('%d records in %s'):format(#list, folder)
      or #list > 1 and html.listed(list) .. ' in ' .. folder or folder .. '/' .. list[1]
  end
  return html.listed(parts)
end

-- The programs that the records name; of those of the lens or of the others.
local function programs_of(files, lens)
  local programs, seen = {}, {}
  for _, file in ipairs(files) do
    local program = (file:match '^data/lens/' ~= nil) == lens
      and formats.header_field(file, 'program')
    if program and not seen[program] then
      seen[program], programs[#programs + 1] = true, program
    end
  end
  return #programs < 4 and html.listed(programs) or ('%d programs'):format(#programs)
end

-- Where numbers come from, in words. script, which drew them, may be nil, as may card and day.
function provenance.words(script, files, card, day)
  local text, records, code = script and 'Drawn by ' .. script or 'Taken', {}, {}
  for _, file in ipairs(files) do
    if file:match '^code/' then table.insert(code, file)
    elseif not file:match '^data/lens/tables/' then table.insert(records, file) end   -- a program's own table
  end
  if #code > 0 then text = text .. ' from the constants of ' .. html.listed(code) end
  files = records
  if #files == 0 then return text .. '.' end
  if #code > 0 then text = text .. ' and' end
  text = text .. ' from ' .. places(files)
  local counted = programs_of(files, true)
  if counted ~= '' then
    text = text .. (script and ', traced by the lens from ' or ', counted by the lens in ') .. counted
  end
  local programs = programs_of(files, false)
  if programs ~= '' then text = text .. ', measured by ' .. programs end
  if card then text = text .. ' on ' .. card end
  if day then text = text .. ', ' .. day end
  return text .. '.'
end

return provenance
