-- passages.lua: a page -> its title and passages.
-- What a finished page says, in pieces that one can link to: sections,
-- figures, tables, listings, exercises and terms, each with its title and its text.
--
--   local page = passages.of(html)
--   page.title, page.eyebrow       as the page shows them
--   page.passages[i]               {kind, id, number, title, text, since}
--   page.italics[i], page.uses[i]  {text, term, id}: emphasised words, and links to the glossary,
--                                  each with the section that it stands in
--   page.cites[key]                the sources that the page cites
--   page.named[i]                  {name, id}: a name in code, or in a table's cell, and the section that has it first
--
-- It reads mark-up as the book's own filters write it, every tag closed. Answers, drawings,
-- data and footnote signs are passed over: a search gives no answer away.

local passages = {}

local VOID = {br = true, hr = true, img = true, input = true, link = true, meta = true, col = true, wbr = true}
local SILENT = {svg = true, script = true, style = true, details = true, table = true, annotation = true,
  button = true, template = true}
-- Elements between which words do not touch.
local APART = {p = true, li = true, h1 = true, h2 = true, h3 = true, h4 = true, dt = true, dd = true, pre = true,
  div = true, section = true, figure = true, figcaption = true, aside = true, br = true, blockquote = true, ul = true, ol = true}
local ENTITIES = {amp = '&', lt = '<', gt = '>', quot = '"', nbsp = '\u{a0}', apos = "'"}

function passages.plain(text)
  text = text:gsub('&#x(%x+);', function(n) return utf8.char(tonumber(n, 16)) end)
  text = text:gsub('&#(%d+);', function(n) return utf8.char(tonumber(n)) end)
  return (text:gsub('&(%a+);', ENTITIES))
end

local function attribute(text, name)
  local value = text:match('%s' .. name .. '="([^"]*)"')
  return value and passages.plain(value)
end

local function has_class(attributes, class)
  if not attributes:find(class, 1, true) then return false end
  return ((' ' .. (attribute(attributes, 'class') or '') .. ' '):find(' ' .. class .. ' ', 1, true)) ~= nil
end

local function tidy(text)
  return (text:gsub('\u{a0}', ' '):gsub('%s+', ' '):gsub('^ ', ''):gsub(' $', ''):gsub(' ([,.;:)])', '%1'))
end

-- What an element with these attributes begins, if anything.
local function kind_of(name, attributes)
  if name == 'figure' then return has_class(attributes, 'table') and 'tbl' or has_class(attributes, 'lens') and 'tbl' or 'fig' end
  if name == 'div' and has_class(attributes, 'listing') then return 'lst' end
  if name == 'section' and has_class(attributes, 'exercise') then return 'ex' end
  if name == 'dt' then return 'term' end
end

local QUIET = {anchor = true, prov = true, ref = true, contents = true, needs = true, drawing = true, player = true}

local function silent(name, attributes)
  if SILENT[name] then return true end
  for class in (attributes:match '%sclass="([^"]*)"' or ''):gmatch '%S+' do
    if QUIET[class] then return true end
  end
  return false
end

-- 'Figure 2.1. Rows are slow.' -> '2.1', 'Rows are slow.'; on a second page it is A2.1.
local function split_title(text)
  local number, rest = text:match '^%a+ (A?%.?%d[%d.]*) ?(.*)$'
  if not number then return nil, text end
  return (number:gsub('%.$', '')), rest
end

local function first_sentence(text)
  local first, rest = text:match '^(.-[^%s.][.?!]) (%(?%u.*)$'
  return first or text, rest or ''
end

-- A long listing is found by its beginning: the index has to stay small.
local MOST_OF_A_LISTING = 400

local function finish(passage)
  local text = tidy(passages.plain(table.concat(passage.parts)))
  passage.parts = nil
  passage.title = tidy(passages.plain(passage.title or ''))
  if passage.kind == 'fig' or passage.kind == 'tbl' then
    local number, caption = split_title(text)
    passage.number = number
    passage.title, passage.text = first_sentence(caption)
  elseif passage.kind == 'lst' or passage.kind == 'ex' then
    passage.number, passage.title = split_title(passage.title)
    passage.text = passage.kind == 'lst' and #text > MOST_OF_A_LISTING
      and text:sub(1, MOST_OF_A_LISTING):gsub('%S*$', '') or text
  else
    passage.text = text
  end
end

local function names_of(main)
  local named, seen, id = {}, {}, ''
  for attributes, at in main:gmatch '<([^>]*)>()' do
    local text = main:match('^[^<]*', at)
    if attributes:find '^h[23]%s' then
      id = attribute(attributes, 'id') or ''
    elseif attributes:find '^code%f[%s%z]' or attributes:find '^th scope="row"' or attributes == 'td' then
      local name = text:match '^%l[%w_-]*' or ''
      if #name > 1 and (name == text or attributes:find '^th') then
        if not seen[name] then named[#named + 1], seen[name] = {name = name, id = id}, true end
      end
    end
  end
  return named
end

function passages.of(html)
  local page = {passages = {}, italics = {}, uses = {}, cites = {}}
  for key in html:gmatch '<div id="ref%-([^"]+)"' do page.cites[passages.plain(key)] = true end
  local main = html:match '<main.->(.*)</main>' or ''
  main = main:gsub('<!%-%-.-%-%->', ''):gsub('<svg%f[%s>].-</svg>', '')      -- most tags are a drawing's
  page.named = names_of(main)
  local open, stack, quiet = {}, {}, 0
  local title, emphasis, use                      -- what is being collected besides

  local function begin(kind, id)
    local passage = {kind = kind, id = id or '', parts = {}}
    table.insert(page.passages, passage)
    return passage
  end
  local section = begin('chapter', '')

  local function say(text)
    if quiet > 0 or text == '' then return end
    if title then title.title = (title.title or '') .. text return end
    if emphasis then emphasis.text = emphasis.text .. text end
    if use then use.text = use.text .. text end
    local to = open[#open] or section
    to.parts[#to.parts + 1] = text
  end

  local at = 1
  while true do
    local first, last, closing, name, attributes = main:find('<(/?)([%a][%w:-]*)([^>]*)>', at)
    say(main:sub(at, (first or #main + 1) - 1))
    if not first then break end
    at = last + 1
    if APART[name] then say ' ' end
    if VOID[name] or attributes:match '/$' then
      -- stands alone
    elseif closing == '' then
      local entry = {name = name}
      stack[#stack + 1] = entry
      if quiet > 0 or silent(name, attributes) then
        entry.quiet, quiet = true, quiet + 1
      else
        local kind, id = kind_of(name, attributes), attribute(attributes, 'id')
        if name:match '^h[1-4]$' then
          local inner = open[#open]
          if inner then
            if inner.kind == 'ex' then title, entry.title = inner, true end
          else
            section = name == 'h1' and section or begin('sec', id)
            title, entry.title = section, true
          end
        elseif kind == 'term' then
          section = begin('term', main:match('^%s*<span id="([^"]+)"', at))
          title, entry.title = section, true
        elseif kind and id then
          entry.passage = begin(kind, id)
          table.insert(open, entry.passage)
        elseif name == 'p' and has_class(attributes, 'head') and open[#open] and open[#open].kind == 'lst' then
          title, entry.title = open[#open], true
        elseif name == 'span' and has_class(attributes, 'since') then
          entry.quiet, quiet = true, quiet + 1
          if open[#open] then open[#open].marked = true end
        elseif name == 'p' and (has_class(attributes, 'minutes') or has_class(attributes, 'eyebrow')) then
          local words = tidy(passages.plain((main:match('^(.-)</p>', at) or ''):gsub('<[^>]*>', ' ')))
          if open[#open] then open[#open].needs = words else page.eyebrow = words end
          entry.quiet, quiet = true, quiet + 1
        elseif name == 'em' or name == 'span' and has_class(attributes, 'term') then
          if not emphasis then
            emphasis = {text = '', id = section.id, marked = name == 'span'}
            entry.emphasis = true
          end
        elseif name == 'a' and has_class(attributes, 'term') then
          use = {text = '', id = section.id, term = (attribute(attributes, 'href') or ''):match '#term%-(.*)$'}
          entry.use = true
          if emphasis then emphasis.term = use.term end
        end
      end
    else
      local entry = table.remove(stack)
      if not entry or entry.name ~= name then
        error(('<%s> is closed by </%s>'):format(entry and entry.name or 'main', name), 0)
      end
      if entry.quiet then quiet = quiet - 1 end
      if entry.title then title = nil end
      if entry.passage then table.remove(open) end
      if entry.emphasis then
        emphasis.text = tidy(passages.plain(emphasis.text))
        table.insert(page.italics, emphasis)
        emphasis = nil
      end
      if entry.use then
        use.text = tidy(passages.plain(use.text))
        table.insert(page.uses, use)
        use = nil
      end
    end
    if APART[name] then say ' ' end
  end
  for _, passage in ipairs(page.passages) do finish(passage) end
  page.title = page.passages[1].title
  return page
end

return passages
