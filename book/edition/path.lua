-- path.lua: build/pages/*.html -> build/book-path, the book of the path alone.
-- Takes the finished first pages of the chapters that book/contents marks `path`, those without a number (preface, reference),
-- the index page and the bibliography, and writes them as a book of their own: menu, neighbours and search are of these pages.
-- Numbers stay those of the whole book, so that readers of both can talk. A link to a page that is not here becomes text,
-- which says at its first place on a page where in the whole book that is.
--
--   pandoc --lua-filter book/edition/path.lua -o /dev/null /dev/null

package.path = PANDOC_SCRIPT_FILE:match '^(.*/)edition/' .. '?.lua;' .. package.path
local source, html, frame = require 'page.source', require 'page.html', require 'page.frame'
local carry, passages, search = require 'edition.carry', require 'edition.passages', require 'edition.search_data'

local OUT, AROUND = 'build/book-path/', 'bibliography'
local WHOLE = 'of the whole book'

local function chosen(book)
  local order, some = {}, false
  for _, chapter in ipairs(book.chapters) do
    some = some or chapter.path
    if chapter.path or not chapter.number then order[#order + 1] = chapter end
  end
  if not some then error('book/contents: no chapter is marked `path`', 0) end
  local here = {index = true, [AROUND] = true}
  for place, chapter in ipairs(order) do here[chapter.stem] = place end
  return order, here
end

-- The page of the book that a link leads to, if it leads to one: its stem.
local function stem_of(tag) return tag:match '%shref="([%w-]+)%.html[#"]' end

-- What stands in the place of a link to a page of the whole book. known: those that this page has named; follows: what
-- comes behind the link.
local function instead(book, stem, words, known, follows)
  local target = book.by_stem[stem]
  local chapter = target and (target.chapter or target)
  local label, short = target and html.escape(target.label), target and html.escape(chapter.short)
  if words:match '^%s*<svg' or words:match '^%s*<g[%s>]' then return words end
  if follows:match '^ in <a%s' then return words end
  local first = not known[stem]
  known[stem] = true
  if not target then return first and ('%s (%s)'):format(words, 'in the whole book') or words end
  if words == label then
    if not first then return words end
    return target.chapter and ('%s, %s'):format(words, WHOLE) or ('%s, <em>%s</em>, %s'):format(words, short, WHOLE)
  elseif words == short then return ('%s (%s %s)'):format(words, label, WHOLE)
  elseif words:match '^%u%l+\u{a0}[%d.A]+$' or words:match '^§\u{a0}' then return first and ('%s %s'):format(words, WHOLE) or words end
  return ('<span title="%s, %s, %s">%s</span>'):format(label, short, WHOLE, words)
end

local function unlinked(book, here, text)
  local out, at, known = {}, 1, {}
  while true do
    local first, last = text:find('<a%f[%s][^>]*>', at)
    if not first then break end
    local tag = text:sub(first, last)
    local stem = stem_of(tag)
    local stop, after = text:find('</a>', last, true)
    out[#out + 1] = text:sub(at, first - 1)
    if stem and not here[stem] then
      out[#out + 1] = instead(book, stem, text:sub(last + 1, stop - 1), known, text:sub(after + 1, after + 8))
    else
      out[#out + 1] = text:sub(first, after)
    end
    at = after + 1
  end
  out[#out + 1] = text:sub(at)
  return table.concat(out)
end

-- A list of pages, without those that are not here and parts that have none left.
local function thinned(here, list)
  list = carry.without(list, 'ol', 'more')
  list = carry.without(list, 'li', function() return true end, function(item)
    local stem = stem_of(item:match '<a%s[^>]*>' or '')
    return (not stem or here[stem]) and item:gsub('^<li class="path">', '<li>'):gsub('<p>Further:.-</p>', '') or ''
  end)
  return (list:gsub('<(%w+)[^>]*>[^<]*</%1>%s*<ol>%s*</ol>', ''):gsub('<ol>%s*</ol>', ''))
end

local function neighbours(order, place)
  local before, after = order[place - 1], order[place + 1]
  local function link(rel, entry, words)
    return entry and ('<a rel="%s" href="%s.html"><span>%s</span>%s</a>\n'):format(rel, entry.stem, words:format(html.escape(entry.label)),
      html.escape(entry.title)) or ''
  end
  local function head(rel, entry) return entry and ('<link rel="%s" href="%s.html" />\n'):format(rel, entry.stem) or '' end
  if not before and not after then return '', '' end
  return ('<nav class="turn" aria-label="%s">\n%s%s</nav>'):format(before and 'Previous and next chapter' or 'Next chapter',
    link('prev', before, '← %s'), link('next', after, '%s →')), head('prev', before) .. head('next', after)
end

-- gsub with a text in which % is no sign.
local function put(text, pattern, with) return (text:gsub(pattern, function() return with end, 1)) end

-- What the index page says of this book.
local function said(book)
  local all, some = 0, 0
  for _, chapter in ipairs(book.chapters) do
    if chapter.number then all, some = all + 1, some + (chapter.path and 1 or 0) end
  end
  return ('<p class="alone">This is the path alone: %d of the %d chapters, without their further pages. Numbers are those of the whole book.</p>\n')
    :format(some, all)
end

local function page_of(book, order, here, stem)
  local path = 'build/pages/' .. stem .. '.html'
  local text = source.read(path) or error(path .. ': the page is not there', 0)
  local place = here[stem]
  local turn, links = '', ''
  if stem ~= AROUND then turn, links = neighbours(order, place == true and 0 or place) end
  text = text:gsub('<link rel="%a+" href="[%w-]+%.html" />\n?', '')
  text = put(text, '</head>', links .. '</head>')
  text = put(text, '<nav class="turn".-</nav>', turn)
  text = text:gsub('<p class="further">.-</p>%s*', '')
  text = text:gsub('<nav class="toc".-</nav>', function(menu)
    return put(thinned(here, menu), '<p class="legend path">.-</p>',
      '<p class="legend">This is the path alone, the shortest way through the book. Numbers are those of the whole book.</p>')
  end)
  text = text:gsub('<nav class="contents".-</nav>', function(list) return said(book) .. thinned(here, list) end)
  text = text:gsub('<section class="ladder".-</section>', function(list) return thinned(here, list) end)
  text = carry.unrecorded(text):gsub('<a href="changes%.html">(.-)</a>', '%1')
  return unlinked(book, here, text)
end

carry.run(function()
  local book = frame.read_sidebar()
  local order, here = chosen(book)
  local read = {}
  local function write(stem, entry)
    local text = page_of(book, order, here, stem)
    source.write(OUT .. stem .. '.html', text, true)
    if stem == AROUND then return end
    local page = passages.of(text)
    page.stem, page.label = stem, entry and entry.listed or 'Contents'
    read[#read + 1] = page
  end
  write 'index'
  for _, chapter in ipairs(order) do write(chapter.stem, chapter) end
  write(AROUND)
  source.write(OUT .. 'search-data.js', search.data(read), true)
  for _, name in ipairs(require 'records.formats'.names_in(OUT)) do
    local stem = name:match '^(.*)%.html$'
    if stem and not here[stem] then os.remove(OUT .. name) end
  end
end)
