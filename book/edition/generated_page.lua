-- generated_page.lua: build/edition/<name>.md -> a page.
-- Makes a page of the book out of what collect.lua wrote: gives it the sidebar and
-- anchors, and behind each source of the bibliography the chapters that cite it.
--
--   pandoc --citeproc --lua-filter book/edition/generated_page.lua … build/edition/terms.md

package.path = PANDOC_SCRIPT_FILE:match '^(.*/)edition/' .. '?.lua;' .. package.path
local html, frame, unbroken = require 'page.html', require 'page.frame', require 'page.unbroken'

-- cited: stems of chapters, and paths of files in data/published.
local function citing(book, cited)
  local links, files = {}, {}
  for name in cited:gmatch '%S+' do
    local chapter = book.by_stem[name]
    if chapter then
      links[#links + 1] = ('<a href="%s.html">%s</a>'):format(name,
        html.escape(chapter.listed))
    else
      files[#files + 1] = '<code>' .. html.escape(name) .. '</code>'
    end
  end
  local words = {}
  if #links > 0 then words[1] = 'Cited in ' .. html.listed(links) .. '.' end
  if #files > 0 then words[#words + 1] = 'Its figures are in ' .. html.listed(files) .. '.' end
  return '<p class="citing">' .. table.concat(words, ' ') .. '</p>'
end

function Pandoc(doc)
  local page = {name = PANDOC_STATE.input_files[1]:match '([^/]+)%.md$', book = frame.read_sidebar(), items = {}}
  local cited = doc.meta.cited or {}
  doc = doc:walk{
    Div = function(div)
      local stems = cited[(div.identifier:match '^ref%-(.+)$')]
      if stems then
        div.content:insert(html.block(citing(page.book, pandoc.utils.stringify(stems))))
        return div
      end
    end,
    Header = function(header)
      if header.level == 2 and header.identifier ~= '' then
        header.content:insert(html.inline(('<a class="anchor" href="#%s" aria-label="Link to this section">#</a>')
          :format(html.escape(header.identifier))))
        return header
      end
    end,
  }
  doc = unbroken.set(doc)
  frame.dress(page, doc)
  return doc
end
