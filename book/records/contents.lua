-- contents.lua: takes book/contents and the chapters' front matter and returns the chapters in order, with what it says,
-- and their second pages: chapters/<stem>-more.md is the second page of chapter <stem>, where that file is.
-- records.lua takes its methods over; contents.open() answers for those that need no records.

local _, here = ...
local PARSER = here:match '^(.*)records/' .. 'contents.awk'
local failure, formats = require 'records.failure', require 'records.formats'
local fail, lacks, read_lines = failure.fail, failure.lacks, formats.lines

local contents = {}

local function unquote(s)
  return s:match '^"(.*)"$' or s:match "^'(.*)'$" or s
end

local function front_value(text)
  local inside = text:match '^%[(.*)%]$'
  if not inside then return unquote(text) end
  local list = {}
  for item in (inside .. ','):gmatch '%s*(.-)%s*,' do
    if item ~= '' then list[#list + 1] = unquote(item) end
  end
  return list
end

-- The plain `key: value` pairs between the two `---` lines; lists in brackets or
-- as `- item` lines. A line that begins with blanks goes on with the one before. Whatever else YAML can do is not read here.
local function front_matter(lines)
  local front, last = {}, nil
  if lines[1] ~= '---' then return front end
  for i = 2, #lines do
    if lines[i] == '---' or lines[i] == '...' then break end
    local key, text = lines[i]:match '^([%w-]+):%s*(.-)%s*$'
    local item = lines[i]:match '^%s*%-%s+(.-)%s*$'
    if key then
      text = text:gsub('%s+#.*$', '')
      last, front[key] = key, text ~= '' and front_value(text) or nil
    elseif item and last then
      if type(front[last]) ~= 'table' then front[last] = {} end
      table.insert(front[last], unquote(item))
    elseif type(front[last]) == 'string' and lines[i]:match '^%s+%S' then
      front[last] = front[last] .. ' ' .. lines[i]:match '^%s+(.-)%s*$'
    end
  end
  return front
end

-- The second page of a chapter, or nil: {stem, of = the chapter's stem, number (`A5` in chapter 5), title, short, …}.
local function second_page(self, chapter)
  local stem = chapter.stem .. '-more'
  local source = self:path('chapters', stem .. '.md')
  local text = read_lines(source)
  if not text then return nil end
  local page = front_matter(text)
  page.stem, page.of, page.number = stem, chapter.stem, 'A' .. (chapter.number or '')
  page.title = page.title or stem
  page.short = page.short or page.title
  return page
end

-- The chapters in order: {stem, number, part, path, title, short, rung, needs, more, …}; number is nil for those marked
-- `unnumbered`, part where the contents have none, path where it is not marked, rung where no kernel stands for a chapter,
-- more where it has no second page.
function contents:chapters()
  if self.order then return self.order end
  local path, order, number = self:path('book', 'contents'), {}, 0
  if not read_lines(path) then lacks(path, 'there is no such file') end
  for _, line in ipairs(formats.said('awk -f', PARSER, path)) do
    local stem, mark, at, part, on_path = table.unpack(formats.tabbed(line))
    local source = self:path('chapters', stem .. '.md')
    local text = read_lines(source)
      or fail(path, at, 'the chapter %s is not there: %s does not exist', stem, source)
    local chapter = front_matter(text)
    if mark == '' then number = number + 1; chapter.number = number end
    chapter.stem, chapter.title, chapter.part = stem, chapter.title or stem, part ~= '' and part or nil
    chapter.path = on_path == 'path' or nil
    chapter.short = chapter.short or chapter.title
    chapter.more = second_page(self, chapter)
    order[#order + 1] = chapter
  end
  self.order = order
  return order
end

-- What chapters that are not yet written will be about: {title, part}, in order.
function contents:planned()
  local planned = {}
  for i, line in ipairs(formats.said('awk -v planned=1 -f', PARSER, self:path('book', 'contents'))) do
    local title, part = table.unpack(formats.tabbed(line))
    planned[i] = {title = title, part = part ~= '' and part or nil}
  end
  return planned
end

-- All pages that chapters have, in order, each second page behind the first.
function contents:pages()
  local pages = {}
  for _, chapter in ipairs(self:chapters()) do
    pages[#pages + 1] = chapter
    pages[#pages + 1] = chapter.more
  end
  return pages
end

function contents:chapter(stem)
  for _, chapter in ipairs(self:chapters()) do
    if chapter.stem == stem then return chapter end
  end
end

function contents.path(_, ...) return table.concat({...}, '/') end

function contents.open() return setmetatable({}, {__index = contents}) end

return contents
