-- site.lua: build/book, URL=, COMMIT= -> build/site.
-- Lays out build/site for a static host: the pages with their addresses, a picture
-- and a description for those who link to them, the commit in the footer, a feed and a map.
--
--   URL=https://example.org/tiles COMMIT=abc1234 pandoc --lua-filter book/edition/site.lua -o /dev/null /dev/null

package.path = PANDOC_SCRIPT_FILE:match '^(.*/)edition/' .. '?.lua;' .. package.path
local source, html, carry, citation = require 'page.source', require 'page.html', require 'edition.carry', require 'page.citation'
local URL, COMMIT = os.getenv 'URL':gsub('/+$', ''), os.getenv 'COMMIT' or ''

local function address(stem) return URL .. '/' .. (stem == 'index' and '' or stem .. '.html') end

local function head(stem, text, cff)
  local title = text:match '<title>(.-)</title>' or cff.title
  local description = text:match '<meta name="description" content="([^"]*)"' or html.escape(cff.title)
  local lines = {('<link rel="canonical" href="%s" />'):format(address(stem)),
    ('<link rel="alternate" type="application/atom+xml" title="Chapters" href="%s/feed.xml" />'):format(URL),
    ('<meta property="og:type" content="%s" />'):format(stem == 'index' and 'website' or 'article'),
    ('<meta property="og:title" content="%s" />'):format(title:gsub('"', '&quot;')),
    ('<meta property="og:description" content="%s" />'):format(description),
    ('<meta property="og:url" content="%s" />'):format(address(stem))}
  local poster = ('posters/%s.png'):format(stem)
  if source.exists('build/site/' .. poster) then
    for _, tag in ipairs{{'image', URL .. '/' .. poster}, {'image:width', '1200'}, {'image:height', '630'},
      {'image:alt', 'The title of this page, and a drawing of it'}} do
      lines[#lines + 1] = ('<meta property="og:%s" content="%s" />'):format(tag[1], tag[2])
    end
    lines[#lines + 1] = '<meta name="twitter:card" content="summary_large_image" />'
  end
  -- A host shows 404.html at any address: its links begin at the book.
  if stem == '404' then
    lines = {('<base href="%s/" />'):format(URL), '<meta name="robots" content="noindex" />'}
  end
  return table.concat(lines, '\n') .. '\n'
end

local function feed(parts, cff)
  local day, entries = (cff.date or '1970-01-01') .. 'T00:00:00Z', {}
  for _, part in ipairs(parts) do
    if part.number and not part.further then
      entries[#entries + 1] = ('<entry><title>%s. %s</title><link href="%s"/><id>%s</id><updated>%s</updated><summary>%s</summary></entry>')
        :format(part.number, part.title, address(part.stem), address(part.stem), day, html.escape(part.chapter.summary or ''))
    end
  end
  return ('<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">\n<title>%s</title>\n'
    .. '<link href="%s/"/><link rel="self" href="%s/feed.xml"/>\n<id>%s/</id>\n<updated>%s</updated>\n<author><name>%s</name></author>\n%s\n</feed>\n')
    :format(html.escape(cff.title), URL, URL, URL, day, html.escape(cff.authors), table.concat(entries, '\n'))
end

carry.run(function()
  if not URL:match '^https?://[%w.-]+[%w:/._~-]*$' then
    error('site: say where it will stand, as in make site URL=https://example.org/tiles', 0)
  end
  local cff, parts, map = citation.read(), carry.parts{'devices', 'records', 'changes', 'lists', 'terms', 'questions', 'ledger', 'bibliography'}, {}
  parts[#parts + 1] = {stem = '404'}
  for _, part in ipairs(parts) do
    local text = source.read('build/pages/' .. part.stem .. '.html')
    text = text:gsub('</head>', function() return head(part.stem, text, cff) .. '</head>' end, 1)
    if part.stem == '404' then
      local tags = head('404', text, cff)
      text = text:gsub(tags:gsub('%p', '%%%0'), '', 1):gsub('<head>\n', function(found) return found .. tags end, 1)
    else
      map[#map + 1] = ('<url><loc>%s</loc></url>'):format(address(part.stem))
    end
    if COMMIT:match '^%x+$' then
      text = text:gsub('(<footer>.-Edition [^<]-)%.</a> ', '%1, commit ' .. COMMIT .. '.</a> ', 1)
    end
    if not source.exists 'build/site/sw.js' then text = text:gsub(' data%-run="[^"]*"', '') end
    source.write('build/site/' .. part.stem .. '.html', text, true)
  end
  source.write('build/site/feed.xml', feed(parts, cff), true)
  source.write('build/site/sitemap.xml', '<?xml version="1.0" encoding="utf-8"?>\n'
    .. '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' .. table.concat(map, '\n') .. '\n</urlset>\n', true)
  source.write('build/site/robots.txt', ('Sitemap: %s/sitemap.xml\n'):format(URL), true)
  source.write('build/site/.nojekyll', '', true)
end)
