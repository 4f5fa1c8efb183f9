-- epub.lua: lays out the book as an EPUB below build/edition/epub, which epub.sh packs.
-- MathML stays MathML and drawings stay SVG, in the width that fits a small screen, with
-- plain colours and drawn hatches: readers on paper know no variables, some no patterns. Answers stand at the end. The cover is
-- build/edition/cover.svg, which epub.sh makes a picture.
--
--   pandoc --lua-filter book/edition/epub.lua -o /dev/null /dev/null

package.path = PANDOC_SCRIPT_FILE:match '^(.*/)edition/' .. '?.lua;' .. package.path
local source, html, carry = require 'page.source', require 'page.html', require 'edition.carry'
local cover, hatched, inked = require 'edition.cover', require 'edition.hatched', require 'edition.inked'
local patterns = hatched.patterns(require 'figures.drawing'.hatches)
local OUT = 'build/edition/epub/OEBPS/'

local NAMED = {nbsp = 160, ndash = 8211, mdash = 8212, hellip = 8230, times = 215, copy = 169}

-- An id that XML takes: no colon, no digit in front.
local function name_of(id) return (id:gsub('[^%w._-]', '.'):gsub('^([%d.-])', 'n%1')) end

local BARE = {'hidden', 'open', 'defer', 'controls', 'disabled', 'checked', 'reversed'}

-- A rung of the ladder as a bar with the mark at 100 %.
local function rung(share)
  return ('<br /><svg class="rung" viewBox="0 0 230 9" fill="none" stroke="currentColor" aria-hidden="true">'
    .. '<path fill="var(--accent)" stroke="none" d="M0 1h%gv7h-%gz"/><path d="M200 0v9"/></svg>'):format(2 * share, 2 * share)
end

-- HTML as the book's filters write it -> XHTML.
local function xhtml(part, stems)
  local body = carry.joined(part, stems, function(stem, id)
    return (stem == part.stem and id and '' or stem .. '.xhtml') .. (id and '#' .. name_of(id) or '')
  end)
  body = body:gsub('<span class="rung" style="%-%-share:([%d.]+)"></span>', rung)
  -- What a style sheet sets before an element is not set by all readers.
  body = body:gsub('(<h2[^>]-) data%-number="([^"]*)"([^>]*>)', '%1%3%2 '):gsub('<span class="since">', '%0 · ')
  -- A caption is a figure's first or last child: what follows it becomes a part of it.
  body = body:gsub('</figcaption>%s*(<p class="prov">.-</p>)', '%1</figcaption>')
  body = body:gsub('&(%a+);', function(name) return NAMED[name] and ('&#%d;'):format(NAMED[name]) end)
  body = body:gsub('<[%a!/][^>]*>', function(tag)
    tag = tag:gsub('(%sid=")([^"]*)"', function(head, id)
      return head .. name_of(id:sub(1, #part.stem + 2) == part.stem .. '--' and id:sub(#part.stem + 3) or id) .. '"'
    end)
    tag = tag:gsub('url%(#([^)]*)%)', function(id)
      return 'url(#' .. name_of(id:sub(1, #part.stem + 2) == part.stem .. '--' and id:sub(#part.stem + 3) or id) .. ')'
    end)
    tag = tag:gsub('%stabindex="[^"]*"', '')
    tag = ('"' .. tag .. '"'):gsub('"[^"]*"', function(between) -- not in a value, such as a title
      for _, name in ipairs(BARE) do between = between:gsub('(%s' .. name .. ')([%s>/])', '%1="' .. name .. '"%2') end
      return between
    end):sub(2, -2)
    if tag:match '^<svg%f[%s>]' then
      local size = tag:find('class="draw', 1, true) and 13 or 14
      tag = (tag:find('class="rung"', 1, true) and tag or tag:gsub('%sclass="[^"]*"', '')):gsub('%swidth="[^"]*"', '', 1):gsub('%sheight="[^"]*"', '', 1)
        :gsub('>$', (' font-size="%d">'):format(size))
      if not tag:find('xmlns=', 1, true) then tag = tag:gsub('^<svg', '<svg xmlns="http://www.w3.org/2000/svg"') end
    end
    if tag:match '^<col%s' then tag = tag:gsub('%sstyle="[^"]*"', '') end
    return cover.coloured(tag)
  end)
  return inked(body)
end

local function page(title, body, kind)
  return ('<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" '
    .. 'xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en">\n<head>\n<title>%s</title>\n'
    .. '<link rel="stylesheet" type="text/css" href="style.css" />\n</head>\n<body%s>\n%s\n</body>\n</html>\n'):format(
    title:gsub('<[^>]*>', ''), kind and (' epub:type="%s"'):format(kind) or '', body)
end

local function nav(parts)
  local items = carry.divided(parts, function(part)
    local inner = {}
    for id, title in part.body:gmatch '<h2[^>]-%sid="([^"]*)"[^>]*>(.-)</h2>' do
      if part.chapter and part.number then
        inner[#inner + 1] = ('<li><a href="%s.xhtml#%s">%s</a></li>'):format(part.stem, name_of(id), title:gsub('<[^>]*>', ''))
      end
    end
    return ('<li><a href="%s.xhtml">%s%s</a>%s</li>'):format(part.stem, part.number and part.number .. '. ' or '',
      part.title:gsub('<[^>]*>', ''), #inner > 0 and '<ol>' .. table.concat(inner, '\n') .. '</ol>' or '')
  end, function(title, text) return ('<li><span>%s</span><ol>%s</ol></li>'):format(title, text) end)
  return page('Contents', '<nav epub:type="toc" id="toc"><h1>Contents</h1><ol>' .. items .. '</ol></nav>')
end

local function package(parts, citation, identifier)
  local manifest, spine = {}, {}
  for _, part in ipairs(parts) do
    local properties = {}
    if part.xhtml:find '<math' then properties[#properties + 1] = 'mathml' end
    if part.xhtml:find '<svg' then properties[#properties + 1] = 'svg' end
    manifest[#manifest + 1] = ('<item id="p-%s" href="%s.xhtml" media-type="application/xhtml+xml"%s/>'):format(part.stem, part.stem,
      #properties > 0 and (' properties="%s"'):format(table.concat(properties, ' ')) or '')
    spine[#spine + 1] = ('<itemref idref="p-%s"/>'):format(part.stem)
  end
  return ([[<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">%s</dc:identifier>
<dc:title>%s</dc:title>
<dc:language>en</dc:language>
<dc:creator>%s</dc:creator>
<dc:date>%s</dc:date>
<dc:rights>Code: MIT licence. Prose and figures: CC BY 4.0.</dc:rights>
<meta property="dcterms:modified">%sT00:00:00Z</meta>
<meta name="cover" content="cover"/>
<meta property="schema:accessMode">textual</meta>
<meta property="schema:accessMode">visual</meta>
<meta property="schema:accessModeSufficient">textual</meta>
<meta property="schema:accessibilityFeature">structuralNavigation</meta>
<meta property="schema:accessibilityFeature">alternativeText</meta>
<meta property="schema:accessibilityFeature">MathML</meta>
<meta property="schema:accessibilityHazard">none</meta>
</metadata>
<manifest>
<item id="cover" href="cover.png" media-type="image/png" properties="cover-image"/>
<item id="p-cover" href="cover.xhtml" media-type="application/xhtml+xml"/>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="style" href="style.css" media-type="text/css"/>
%s
</manifest>
<spine>
<itemref idref="p-cover"/>
<itemref idref="p-index"/>
<itemref idref="nav"/>
%s
</spine>
</package>
]]):format(identifier, html.escape(citation.title), html.escape(citation.authors), citation.date or '2026-01-01',
    citation.date or '2026-01-01', table.concat(manifest, '\n'), table.concat(spine, '\n', 2))
end

carry.run(function()
  local parts = carry.parts{'questions', 'ledger', 'bibliography', 'lists', 'terms'}
  local citation = require 'page.citation'.read()
  for _, part in ipairs(parts) do part.body = hatched.drawn(carry.hatches(carry.still(part.body, 'narrow')), patterns) end
  local answers = carry.answers(parts)
  if answers then
    local at
    for i, part in ipairs(parts) do
      if part.stem == 'glossary' or part.stem == 'bibliography' then at = at or i end
    end
    table.insert(parts, at or #parts + 1, answers)
  end
  local stems = carry.stems(parts)
  parts[1].body = '<p class="subtitle">' .. html.escape(citation.title:match ': (.*)$' or '') .. '</p><p>'
    .. html.escape(citation.authors) .. ', ' .. require 'records.units':day(citation.date) .. '</p>'
    .. carry.without_contents(parts[1].body)
  for _, part in ipairs(parts) do
    part.xhtml = xhtml(part, stems)
    source.write(OUT .. part.stem .. '.xhtml', page(part.title, ('<section%s>%s<h1>%s</h1>\n%s</section>'):format(
      part.chapter and ' epub:type="chapter"' or '', part.eyebrow and '<p class="eyebrow">' .. part.eyebrow .. '</p>' or '',
      part.title, part.xhtml)))
  end
  source.write(OUT .. 'nav.xhtml', nav(parts))
  source.write(OUT .. 'cover.xhtml', page(citation.title, '<p class="cover"><img src="cover.png" alt="'
    .. html.escape(citation.title) .. '" /></p>', 'cover'))
  source.write('build/edition/cover.svg', cover.front(citation))
  source.write(OUT .. 'style.css', cover.coloured(source.read 'book/edition/epub.css' or ''))
  -- The same book has the same name: version 5 by form, from what it says.
  local sum = pandoc.utils.sha1(table.concat((function()
    local all = {}
    for i, part in ipairs(parts) do all[i] = part.xhtml end
    return all
  end)()))
  source.write(OUT .. 'content.opf', package(parts, citation, ('urn:uuid:%s-%s-5%s-a%s-%s'):format(sum:sub(1, 8), sum:sub(9, 12),
    sum:sub(14, 16), sum:sub(18, 20), sum:sub(21, 32))))
end)
