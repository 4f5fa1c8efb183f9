-- carry.lua: build/book/*.html -> the parts of one book.
-- The finished pages as parts of one book to carry away. Used by the writers of
-- the single page, the book on paper, the EPUB and the slides.
--
--   local carry = require 'edition.carry'
--   for _, part in ipairs(carry.parts()) do … end   {stem, number, short, title, eyebrow, body, chapter,
--                                  further: is it the second page of a chapter?, division: the title of the book's part}
--   carry.divided(parts, item, divide)   what item(part) returns, one behind the other; what stands in one division of the
--                                  book is handed to divide(title, text)
--   carry.joined(part, stems)      its body, ids and links made to fit one document
--   carry.without(text, tag, class[, keep])  the text without such elements; keep(element)
--                                  may return what stands in the place of one

local source, frame, html = require 'page.source', require 'page.frame', require 'page.html'

local carry = {}

local VOID = {br = true, hr = true, img = true, input = true, link = true, meta = true, col = true, wbr = true}

-- Where the element that begins at `first` (and whose opening tag ends at `last`) ends.
local function element_end(text, tag, last)
  local depth, at = 1, last + 1
  while depth > 0 do
    local from, to, closing, attributes = text:find('<(/?)' .. tag .. '%f[%s>/]([^>]*)>', at)
    if not from then error(('a <%s> is not closed'):format(tag), 0) end
    if closing == '/' then depth = depth - 1
    elseif not attributes:match '/$' and not VOID[tag] then depth = depth + 1 end
    at = to + 1
  end
  return at - 1
end

-- class: one that the element has, or a function of the opening tag.
function carry.without(text, tag, class, keep)
  local fits = type(class) == 'function' and class or function(opening)
    local classes = opening:match '%sclass="([^"]*)"' or ''
    return (' ' .. classes .. ' '):find(' ' .. class .. ' ', 1, true) ~= nil
  end
  local out, at = {}, 1
  while true do
    local first, last = text:find('<' .. tag .. '%f[%s>][^>]*>', at)
    if not first then break end
    if fits(text:sub(first, last)) then
      local stop = element_end(text, tag, last)
      out[#out + 1] = text:sub(at, first - 1)
      if keep then out[#out + 1] = keep(text:sub(first, stop)) or '' end
      at = stop + 1
    else
      out[#out + 1] = text:sub(at, last)
      at = last + 1
    end
  end
  out[#out + 1] = text:sub(at)
  return table.concat(out)
end

-- What leads to the page of records, which is not carried, is text.
function carry.unrecorded(text)
  return (carry.without(text, 'span', 'way'):gsub('<a href="records%.html[^"]*"([^>]*)>(.-)</a>', '<span%1>%2</span>'))
end

-- The index page without its contents, which the book has elsewhere, and without their heading.
function carry.without_contents(body)
  return (carry.without(body, 'nav', 'contents'):gsub('<h2[^>]-%sid="[%w-]-all%-chapters".-(<h2)', '%1'))
end

-- The pages in the order of a book: the index page, chapters with their second pages behind the last that has a number,
-- and what stands at the end.
function carry.parts(extras)
  local book, parts = frame.read_sidebar(), {}
  local function take(stem, chapter)
    local path = 'build/pages/' .. stem .. '.html'
    local text = source.read(path) or error(path .. ': the page is not there', 0)
    local main = text:match '<main[^>]*>(.*)</main>' or error(path .. ': it has no <main>', 0)
    local body = main:gsub('^%s*<header class="title">.-</header>', '', 1)
    body = carry.unrecorded(carry.without(body, 'a', 'anchor'))
    parts[#parts + 1] = {stem = stem, number = chapter and chapter.number, short = chapter and chapter.short,
      further = chapter and chapter.chapter ~= nil,
      division = chapter and (chapter.chapter and 'Appendix' or chapter.part and html.escape(chapter.part)),
      title = main:match '<h1>(.-)</h1>', eyebrow = main:match '<p class="eyebrow">(.-)</p>',
      subtitle = main:match '<p class="subtitle">(.-)</p>', body = body, chapter = chapter}
  end
  local last = 0
  for i, chapter in ipairs(book.chapters) do
    if chapter.number then last = i end
  end
  take('index', nil)
  for i, chapter in ipairs(book.chapters) do
    take(chapter.stem, chapter)
    for _, page in ipairs(i == last and book.pages or {}) do
      if page.chapter then take(page.stem, page) end
    end
  end
  for _, stem in ipairs(extras or {}) do take(stem, nil) end
  return parts, book
end

-- What belongs to no division stays in the one before it.
function carry.divided(parts, item, divide)
  local out, title, inside = {}, nil, {}
  local function close()
    local text = table.concat(inside, '\n')
    if text ~= '' then out[#out + 1] = title and divide(title, text) or text end
    inside = {}
  end
  for _, part in ipairs(parts) do
    if part.division and part.division ~= title then
      close()
      title = part.division
    end
    inside[#inside + 1] = item(part)
  end
  close()
  return table.concat(out, '\n')
end

-- A body as the elements that stand at its top: {tag, opening, html}.
function carry.blocks(body)
  local blocks, at = {}, 1
  while true do
    local first, last, tag = body:find('<(%a[%w]*)[^>]*>', at)
    if not first then return blocks end
    local stop = (VOID[tag] or body:sub(last - 1, last) == '/>') and last or element_end(body, tag, last)
    blocks[#blocks + 1] = {tag = tag, opening = body:sub(first, last), html = body:sub(first, stop)}
    at = stop + 1
  end
end

-- Hatches of drawings, which one document has once: text without them, and the first.
function carry.hatches(text)
  local first
  text = carry.without(text, 'svg', 'hatches', function(element)
    first = first or element
    return ''
  end)
  return text, first
end

local HATCH = {hA = true, hB = true, hC = true, hX = true, hW = true, hQ = true, sA = true, sB = true, sC = true}
local LISTS = {'aria-labelledby', 'aria-describedby', 'aria-controls', 'headers'}

-- An id of a page, in a document that has all of them.
function carry.id(stem, id) return HATCH[id] and id or stem .. '--' .. id end

-- Makes ids and links fit one document. target(stem, id) gives the link for a place; by
-- default #stem--id, and #stem for a page.
function carry.joined(part, stems, target)
  target = target or function(stem, id) return id and '#' .. carry.id(stem, id) or '#' .. stem end
  local function tag(text)
    if not text:find('=', 1, true) then return nil end
    text = text:gsub('(%sid=")([^"]*)"', function(head, id) return head .. carry.id(part.stem, id) .. '"' end)
    text = text:gsub('(%s[%w:]*href=")([^"]*)"', function(head, href)
      local id = href:match '^#(.+)$'
      if id then return head .. target(part.stem, id) .. '"' end
      local stem, place = href:match '^([%w-]+)%.html(#?.*)$'
      if not (stem and stems[stem]) then return nil end
      return head .. target(stem, place ~= '' and place:sub(2) or nil) .. '"'
    end)
    text = text:gsub('url%(#([^)]*)%)', function(id) return 'url(#' .. carry.id(part.stem, id) .. ')' end)
    for _, name in ipairs(LISTS) do
      text = text:gsub('(%s' .. name:gsub('%-', '%%-') .. '=")([^"]*)"', function(head, ids)
        return head .. ids:gsub('%S+', function(id) return carry.id(part.stem, id) end) .. '"'
      end)
    end
    return text
  end
  return (part.body:gsub('<%a[^>]*>', tag))
end

-- Which parts there are, by stem.
function carry.stems(parts)
  local stems = {}
  for _, part in ipairs(parts) do stems[part.stem] = part end
  return stems
end

-- Takes the answers out of all exercises and returns them as a part of their own; where one
-- stood, a link leads to it.
function carry.answers(parts)
  local out = {}
  for _, part in ipairs(parts) do
    local here = {}
    part.body = carry.without(part.body, 'section', 'exercise', function(exercise)
      local id = exercise:match '^<section[^>]-%sid="([^"]*)"'
      if not id then return exercise end
      local place = part.stem .. '-' .. id
      return (carry.without(exercise, 'details', 'answer', function(details)
        local answer = details:gsub('^<details[^>]*>%s*<summary>.-</summary>', ''):gsub('</details>%s*$', '')
          :gsub('(%shref=")#', '%1' .. part.stem .. '.html#')
        local heading = exercise:match '<h3>(.-)</h3>' or 'Exercise'
        here[#here + 1] = ('<section class="answered" id="%s"><h3><a href="%s.html#%s">%s</a></h3>%s</section>'):format(
          place, part.stem, id, heading, answer)
        return ('<p class="to-answer"><a href="answers.html#%s">Answer</a></p>'):format(place)
      end))
    end)
    if #here > 0 then
      out[#out + 1] = ('<h2>%s</h2>\n%s'):format((part.number and part.number .. '. ' or '') .. part.title, table.concat(here, '\n'))
    end
  end
  return #out > 0 and {stem = 'answers', title = 'Answers', short = 'Answers', body = table.concat(out, '\n')} or nil
end

-- A player's key steps, made of what its drawing is made of, which goes.
local function keys_of(player)
  local parts = {}
  for id, last in player:gmatch '<g id="([^"]*)">()' do
    parts[id] = '<g>' .. player:sub(last, element_end(player, 'g', last - 1))
  end
  player = player:gsub('^<div class="player">', '<div class="stills">'):gsub('<use href="#([^"]*)"/>', parts)
  player = carry.without(player, 'div', function(opening) return opening:find('class="drawing"', 1, true) ~= nil end)
  return carry.without(player, 'ol', 'steps')
end

-- What a page can show and paper cannot: data of charts, folded lines, wide or narrow twins of drawings. The rest of a long table
-- stands behind its first rows.
-- width: the class of those that stay; key steps stand for players.
function carry.still(body, width)
  body = carry.without(body, 'span', 'folded'):gsub('<input type="checkbox" />', '')
  body = carry.without(body, 'details', 'data')
  body = carry.without(body, 'details', 'rest', function(rest)
    return (rest:gsub('^<details[^>]*>%s*<summary>.-</summary>', ''):gsub('</details>%s*$', ''))
  end)
  body = carry.without(body, 'div', 'player', keys_of)
  return carry.without(body, 'div', function(opening)
    return opening:find('class="drawing"', 1, true) ~= nil
  end, function(drawing)
    for _, other in ipairs{'wide', 'narrow', 'broad'} do
      if other ~= width then drawing = carry.without(drawing, 'svg', other) end
    end
    return drawing
  end)
end

-- Runs f; a complaint is one line.
function carry.run(f)
  local ok, e = pcall(f)
  if not ok then
    io.stderr:write(type(e) == 'table' and e.message or tostring(e), '\n')
    os.exit(1)
  end
  os.exit(0)
end

return carry
