-- single.lua: build/book/*.html -> build/tiles.html, or with paper=1 build/edition/paper.html.
-- The whole book as one HTML file, build/tiles.html, or, with paper=1 in the
-- environment, as the file that is printed, build/edition/paper.html: answers at the end, a
-- contents with page numbers, and pages named in references from chapter to chapter. The
-- numbers come from build/edition/places.tsv (place, page), if it is there.
--
--   pandoc --lua-filter book/edition/single.lua -o /dev/null /dev/null

package.path = PANDOC_SCRIPT_FILE:match '^(.*/)edition/' .. '?.lua;' .. package.path
local source, html, formats, carry = require 'page.source', require 'page.html', require 'records.formats', require 'edition.carry'
local hatched, cover, drawing = require 'edition.hatched', require 'edition.cover', require 'figures.drawing'
local paper = os.getenv 'paper' == '1'

local function head(title, styles, scripts)
  return ('<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8" />\n'
    .. '<meta name="viewport" content="width=device-width, initial-scale=1" />\n<title>%s</title>\n'
    .. '<style>\n%s</style>\n%s</head>\n'):format(html.escape(title), styles,
    scripts ~= '' and '<script>\n' .. scripts .. '</script>\n' or '')
end

-- Which page a place is on; what stands there until that is known is as wide.
local places = {}
local UNKNOWN = '000'
local function page_of(id) return places[id] or UNKNOWN end

local function read_places()
  for line in (source.read 'build/edition/places.tsv' or ''):gmatch '[^\n]+' do
    local cells = formats.tabbed(line)
    places[cells[1]] = cells[2]
  end
end

-- In print a reference from one part to a numbered place in another says its page.
local function paged(part, body)
  return (body:gsub('<a href="#([^"]*)"([^>]*)>(.-)</a>', function(id, attributes, text)
    local plain = text:gsub('<[^>]*>', '')
    if id:sub(1, #part.stem + 2) == part.stem .. '--' or id == part.stem then return nil end
    if not (plain:match '^Figure' or plain:match '^Table' or plain:match '^Listing' or plain:match '^Exercise'
      or plain:match '^“' or plain:match '^§' or plain:match '^Answer$') then return nil end
    return ('<a href="#%s"%s>%s</a>\u{a0}<span class="page">(p.\u{a0}%s)</span>'):format(id, attributes, text, page_of(id))
  end))
end

-- In lists and the index, the page stands for the way there.
local function listed(body)
  body = body:gsub('(<li><span class="number"><a [^>]-href="#)([^"]*)(".-)</li>', function(before, id, after)
    return before .. id .. after .. ('<span class="leader"></span><span class="page">%s</span></li>'):format(page_of(id))
  end)
  return (body:gsub('(<dd>)(.-)(</dd>)', function(open, links, close)
    local found, at = {}, {}
    for bold, id in links:gmatch '(<?b?>?)<a href="#([^"]*)"' do
      local number = page_of(id)
      local same = number ~= UNKNOWN and at[number]
      if not same then
        same = {id = id, number = number}
        found[#found + 1], at[number] = same, same
      end
      if bold == '<b>' then same.id, same.defined = id, ' class="defined"' end
    end
    local numbers = {}
    table.sort(found, function(a, b) return (tonumber(a.number) or 0) < (tonumber(b.number) or 0) end)
    for i, each in ipairs(found) do numbers[i] = ('<a href="#%s"%s>%s</a>'):format(each.id, each.defined or '', each.number) end
    return #numbers > 0 and open .. table.concat(numbers, ', ') .. close or nil
  end))
end

local function contents(parts)
  local items = carry.divided(parts, function(part)
    local id, inner = part.stem, {}
    for section, title in part.body:gmatch '<h2[^>]-%sid="([^"]*)"[^>]*>(.-)</h2>' do
      if part.chapter and part.number and not (paper and part.further) and section ~= carry.id(part.stem, 'references') then
        inner[#inner + 1] = ('<li><a href="#%s">%s</a>%s</li>'):format(section, title:gsub('</?a[^>]*>', ''),
          paper and '<span class="leader"></span><span class="page">' .. page_of(section) .. '</span>' or '')
      end
    end
    return ('<li><a href="#%s"><span class="number">%s</span> %s</a>%s%s</li>'):format(id, part.number or '',
      part.title, paper and '<span class="leader"></span><span class="page">' .. page_of(id) .. '</span>' or '',
      #inner > 0 and '<ol>' .. table.concat(inner, '\n') .. '</ol>' or '')
  end, function(title, text) return ('<li class="division">%s</li>\n%s'):format(title, text) end)
  return ('<nav class="book-contents" id="contents" aria-label="Contents"><h2>Contents</h2><ol>%s</ol></nav>')
    :format(items)
end

local function imprint(parts)
  return ('<p class="imprint">%s. Code: MIT licence. Prose and figures: CC BY 4.0. %s</p>'):format(
    require 'page.citation'.edition():gsub('%.$', ''), parts.cards or '')
end

-- In print the nested tiles, with the title on them.
local function title_page(parts, citation)
  local title, subtitle = citation.title:match '^(.-): (.*)$'
  local words = ('<h1>%s</h1><p class="subtitle">%s</p><p>%s</p>'):format(html.escape(title or citation.title),
    html.escape(subtitle or ''), html.escape(citation.authors))
  return '<header class="title-page" id="index">' .. (paper and hatched.drawn(cover.spiral(600), hatched.patterns(drawing.hatches))
    .. '<div>' .. words .. '</div>' or words .. imprint(parts)) .. '</header>'
end

-- One named page a chapter, so that each has its head.
local function page_styles(parts)
  local out = {}
  for i, part in ipairs(parts) do
    local words = ((part.number and part.number .. '\u{2002}' or '') .. part.title:gsub('<[^>]*>', '')):gsub('["\\]', '\\%0')
    words = words:gsub('&amp;', '&'):gsub('&lt;', '<'):gsub('&gt;', '>'):gsub('&quot;', '\\"')
    out[#out + 1] = ('#part-%s { page: p%d; }\n@page p%d { @top-right { content: "%s"; } }\n'):format(part.stem, i, i, words)
  end
  return table.concat(out)
end

local function part_html(part, tag)
  return ('<%s class="part" id="part-%s"><header class="title" id="%s">%s<h1>%s</h1>%s</header>\n%s\n</%s>\n'):format(tag,
    part.stem, part.stem, part.eyebrow and '<p class="eyebrow">' .. part.eyebrow .. '</p>' or '', part.title,
    part.subtitle and '<p class="subtitle">' .. part.subtitle .. '</p>' or '', part.body, tag)
end

-- On paper all sources stand at the end, once.
local function without_sources(part)
  if part.stem == 'bibliography' then return part.body end
  return (part.body:gsub('<h2[^>]-%sid="references"[^>]*>.*$', ''):gsub('href="#ref%-', 'href="bibliography.html#ref-'))
end

-- Of a long table of counts paper has the first rows, and how many more the page has.
local function counted(body)
  return carry.without(body, 'details', 'rest', function(rest)
    return ('<p class="prov">%s stand on this page of the book in a browser.</p>'):format(rest:match '<summary>(.-)</summary>')
  end)
end

carry.run(function()
  if paper then read_places() end
  local parts, book = carry.parts{'questions', 'ledger', 'bibliography', 'lists', 'terms'}
  local citation, hatches = require 'page.citation'.read(), nil
  if paper then
    for _, part in ipairs(parts) do
      if part.stem == 'ledger' then part.body = counted(part.body) end
      part.body = carry.still(without_sources(part), 'wide')
    end
    local answers, before = carry.answers(parts), nil
    for i, part in ipairs(parts) do
      if part.stem == 'glossary' or part.stem == 'bibliography' then before = before or i end
    end
    if answers then table.insert(parts, before or #parts + 1, answers) end
  end
  local stems = carry.stems(parts)
  for _, part in ipairs(parts) do
    local first
    part.body, first = carry.hatches(part.body)
    hatches = hatches or first
    if paper and hatches then part.body = hatched.drawn(part.body, hatched.patterns(hatches)) end
    part.body = carry.joined(part, stems)
    if paper then
      part.body = paged(part, part.body)
      if part.stem == 'lists' or part.stem == 'terms' then part.body = listed(part.body) end
    end
  end
  local home = table.remove(parts, 1)
  home.body = carry.without_contents(home.body)
  if book.cards[1] then
    parts.cards = ('Numbers are of %s, %s.'):format(html.escape(book.cards[#book.cards].name), book.cards[#book.cards].date)
  end
  -- What holds for the children of a page's <main> holds here for those of each part.
  local style = (source.read 'book/style.css' or ''):gsub('main > ', ':is(main, .part) > ')
  local styles = {style, source.read 'book/edition/edition.css' or '',
    source.read(paper and 'book/edition/paper.css' or 'book/edition/single.css') or ''}
  if paper then styles[#styles + 1] = page_styles(parts) end
  local out = {head(citation.title, table.concat(styles), paper and '' or source.read 'book/book.js' or ''),
    '<body class="whole">\n', not paper and hatches or '', paper and '' or '<a class="skip" href="#part-' .. parts[1].stem .. '">Skip to the text</a>\n',
    '<div class="shell">\n'}
  if paper then
    out[#out + 1] = title_page(parts, citation) .. contents(parts):gsub('</nav>$', '') .. imprint(parts) .. '</nav>'
      .. '<section class="part" id="part-index">' .. home.body .. '</section>'
  else
    out[#out + 1] = '<header class="top"><a class="book" href="#index">' .. html.escape(citation.title:match '^[^:]*') .. '</a>'
      .. '<a class="menu" href="#contents">Chapters</a></header>'
      .. '<nav class="toc" id="chapters" aria-label="Chapters">' .. contents(parts):gsub('^<nav[^>]*>', '<div id="contents">')
      :gsub('<h2>Contents</h2>', ''):gsub('</nav>$', '</div>') .. '</nav>\n<main id="main" tabindex="-1">'
      .. title_page(parts, citation) .. home.body
  end
  for _, part in ipairs(parts) do out[#out + 1] = part_html(part, paper and 'section' or 'article') end
  out[#out + 1] = (paper and '' or '</main>\n') .. '</div>\n</body>\n</html>\n'
  source.write(paper and 'build/edition/paper.html' or 'build/tiles.html', table.concat(out), false)
end)
