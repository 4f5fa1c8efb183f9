-- source.lua: a path -> the text, and complaints that name its lines.
-- A chapter as it was written, and complaints that name its lines.
--
--   local source = require 'page.source'
--   local chapter = source.open 'chapters/naive.md'
--   chapter:complain('[gflops]{.num', 'there is no such record')
--   chapter:finish()         -- prints all complaints and exits 1, if there are any
--
-- pandoc's tree does not know lines, so the line is found by looking for the
-- offending text; the second complaint about one text takes its second place.

local source = {}
source.__index = source

-- What pandoc's smart punctuation made of the characters that were typed.
local TYPED = {['’'] = "'", ['‘'] = "'", ['“'] = '"', ['”'] = '"', ['–'] = '--',
  ['—'] = '---', ['…'] = '...', ['\u{a0}'] = ' '}

local function as_typed(text)
  return (text:gsub('[\xc2\xe2][\x80-\xbf]+', TYPED):gsub('%s+', ' '))
end

function source.read(path)
  local file = io.open(path, 'rb')
  if not file then return nil end
  local text = file:read 'a'
  file:close()
  return text
end

function source.exists(path)
  local file = io.open(path, 'rb')
  if file then file:close() end
  return file ~= nil
end

-- Writes the file whole or not at all; only if its bytes change when `lazy`.
function source.write(path, text, lazy)
  if lazy and source.read(path) == text then return end
  local file = io.open(path .. '.new', 'wb')
  if not (file and file:write(text) and file:close() and os.rename(path .. '.new', path)) then
    io.stderr:write(path, ': cannot be written\n')
    os.exit(1)
  end
end

-- For make: the page of a chapter is made of these files, which need not be there still.
function source.rule(stem, needs)
  local names, given = {}, {}
  for name in pairs(needs) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do
    if not name:match '^build/' then given[#given + 1] = name .. ':\n' end
  end
  return ('build/pages/%s.html: %s\n\n'):format(stem, table.concat(names, ' \\\n  ')) .. table.concat(given)
end

function source.open(path) return setmetatable({path = path, complaints = {}, searched = {}}, source) end

-- The text with runs of white space as one blank, and the line of each byte: for complaints.
function source:flatten()
  local flat, lines, line, blank = {}, {}, 1, true
  for char in (source.read(self.path) or ''):gmatch '.' do
    if char:match '%s' then
      if not blank then flat[#flat + 1], lines[#lines + 1] = ' ', line end
      if char == '\n' then line = line + 1 end
      blank = true
    else
      flat[#flat + 1], lines[#lines + 1] = char, line
      blank = false
    end
  end
  self.flat, self.lines = table.concat(flat), lines
end

-- The line of the next place where one of the texts stands, tried in order; else 1.
function source:line_of(...)
  if not self.flat then self:flatten() end
  for _, text in ipairs{...} do
    local needle = as_typed(text)
    local at = needle ~= ''
      and (self.flat:find(needle, self.searched[needle] or 1, true) or self.flat:find(needle, 1, true))
    if at then
      self.searched[needle] = at + 1
      return self.lines[at]
    end
  end
  return 1
end

-- place: a line, a text to look for, or a list of texts of which the first that is
-- found counts. e: a sentence, or what records.lua raises.
function source:complain(place, e)
  local line = place
  if type(place) == 'string' then line = self:line_of(place)
  elseif type(place) == 'table' then line = self:line_of(table.unpack(place)) end
  local text = type(e) == 'table' and e.message or e
  table.insert(self.complaints, {line = line, path = self.path, text = text, order = #self.complaints})
end

-- A complaint about another file, at a line of that file.
function source:complain_about(path, line, text)
  table.insert(self.complaints, {line = line, path = path, text = text, order = #self.complaints})
end

function source:finish()
  if #self.complaints == 0 then return end
  table.sort(self.complaints, function(a, b)
    if a.path ~= b.path then return a.path < b.path end
    if a.line ~= b.line then return a.line < b.line end
    return a.order < b.order
  end)
  local last
  for _, c in ipairs(self.complaints) do
    local text = ('%s:%d: %s\n'):format(c.path, c.line, c.text)
    if text ~= last then io.stderr:write(text) end
    last = text
  end
  os.exit(1)
end

return source
