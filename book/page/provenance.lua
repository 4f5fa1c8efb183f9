-- provenance.lua: script, files, card, date -> the sentence under a figure, and one at the end of its page.
-- Where numbers come from, in words. What is so of the whole page (its card, the days, who measured and who counted) is said
-- once, at its end; beneath a figure stand its script and its records, and the card where it is another one.

local html, formats, units = require 'page.html', require 'records.formats', require 'records.units'

local Provenance = {}
Provenance.__index = Provenance

local provenance = {}

-- card: the name of the card that the page shows.
function provenance.open(card) return setmetatable({card = card, first = nil, last = nil, counted = false}, Provenance) end

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

-- Takes note of a number that was read from file; date: of its record, as that says it.
function Provenance:read(file, card, date)
  if file:match '^data/lens/' then self.counted = true end
  if not date or card ~= self.card then return end
  self.first = self.first and self.first < date and self.first or date
  self.last = self.last and self.last > date and self.last or date
end

-- The sentence beneath a figure. script, which drew it, may be nil, as may card and date.
function Provenance:words(script, files, card, date)
  local text, records, code = script and 'Drawn by ' .. script or 'Taken', {}, {}
  for _, file in ipairs(files) do
    if file:match '^code/' then table.insert(code, file)
    elseif not file:match '^data/lens/tables/' then table.insert(records, file) end   -- a program's own table
  end
  if #code > 0 then text = text .. ' from the constants of ' .. html.listed(code) end
  for _, file in ipairs(records) do self:read(file, formats.header_field(file, 'device'), formats.header_field(file, 'date')) end
  if #records == 0 then return text .. '.' end
  if #code > 0 then text = text .. ' and' end
  text = text .. ' from ' .. places(records)
  if card and card ~= self.card then text = text .. ', on ' .. card .. (date and ', ' .. units:day(date) or '') end
  return text .. '.'
end

local function days(first, last)
  local from, to = units:day(first), units:day(last)
  return from == to and to or ('%s to %s'):format(from, to)
end

-- The sentence at the end of the page, or nil where it has no numbers. linked: whether numbers lead to their records.
function Provenance:note(linked)
  local text = {}
  if self.last then text[1] = ('Measured on %s, %s (the records of this page).'):format(html.escape(self.card), days(self.first, self.last)) end
  if self.counted then text[#text + 1] = 'What is in <code>data/lens</code> was counted by the lens.' end
  if #text == 0 then return nil end
  if linked then text[#text + 1] = '<span class="way">A click on a number in the text shows its line in the <a href="records.html">records</a>.</span>' end
  return ('<p class="prov whole-page">%s</p>'):format(table.concat(text, ' '))
end

return provenance
