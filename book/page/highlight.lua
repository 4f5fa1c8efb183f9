-- highlight.lua: lines of code -> mark-up.
-- Sets code: highlights it, marks lines, links folded regions.

local html = require 'page.html'

local highlight = {}

highlight.columns = 72

-- pandoc's token classes that the style sheet knows; all others are left plain, which
-- keeps the pages small and the listings quiet.
local COLOURED = {kw = 'k', cf = 'k', dt = 'k', at = 'k', va = 'c', bu = false, fu = false,
  co = 'r', ['do'] = 'r', an = 'r', cv = 'r', pp = 'p', im = 'p', st = 's', ch = 's', ex = 'c'}

local function recolour(line)
  local depth = {}
  line = line:gsub('(<(/?)span([^>]*)>)', function(_, close, attributes)
    if close == '' then
      local class = COLOURED[attributes:match 'class="(%a+)"' or ''] or false
      depth[#depth + 1] = class
      return class and '<i class="' .. class .. '">' or ''
    end
    return table.remove(depth) and '</i>' or ''
  end)
  return (line:gsub('<i class="%a">(%s*)</i>', '%1'):gsub('&quot;', '"'):gsub('&#39;', "'"))
end

-- The options of this run, which know book/cuda.xml, for a piece instead of a page.
local PIECE = PANDOC_WRITER_OPTIONS
if PIECE then PIECE.template = pandoc.template.compile '$body$' end

-- The lines of a program as HTML, coloured by pandoc with book/cuda.xml.
local function coloured_lines(lines, language)
  local block = pandoc.CodeBlock(table.concat(lines, '\n'), pandoc.Attr('', {language}))
  local text = pandoc.write(pandoc.Pandoc({block}, {pagetitle = 'listing'}), 'html', PIECE)
  local body = text:match '<code[^>]*>(.*)</code>'
  local set = {}
  for line in (body .. '\n'):gmatch '([^\n]*)\n' do
    line = line:gsub('^<span id="[^"]*">', ''):gsub('^<a [^>]*></a>', '')
    if text:find('<span id="', 1, true) then line = line:gsub('</span>$', '') end
    set[#set + 1] = recolour(line)
  end
  return set
end

-- Wraps runs of marked lines, and of lines that can be folded; a line break inside keeps copied text right.
local function with_marks(set, marked, inside)
  local out, mark, fold = {}, nil, nil
  for i = 1, #set + 1 do
    if mark and not (marked[i] and inside[i] == fold) then
      out[#out + 1] = '</mark>'
      mark = nil
    end
    if inside[i] ~= fold then
      out[#out + 1] = (fold and '</span>' or '') .. (inside[i] and '<span class="folded">' or '')
      fold = inside[i]
    end
    if marked[i] and not mark then
      out[#out + 1] = '<mark>'
      mark = true
    end
    out[#out + 1] = set[i] and set[i] .. (i < #set and '\n' or '')
  end
  return table.concat(out)
end

-- options: language, label (what a screen reader calls a listing that must scroll),
-- marked = {index = true}, inside = {index = what the line can be folded with}, replaced = {index = HTML that
-- stands instead of the line}, numbers = {index = the line's number in its file}, which is shown and not copied.
function highlight.pre(lines, options)
  local widest, macro = 0, ''
  for _, line in ipairs(lines) do
    widest = math.max(widest, utf8.len(line) or #line)
    if line:match '\\$' then macro = ' class="macro"' end -- keeps its lines on a phone
  end
  local set
  if options.language then
    set = coloured_lines(lines, options.language)
  else
    set = {}
    for i, line in ipairs(lines) do set[i] = html.escape(line):gsub('&quot;', '"') end
  end
  for i, replacement in pairs(options.replaced or {}) do set[i] = replacement end
  for i, number in ipairs(options.numbers or {}) do set[i] = ('<b data-n="%d"></b>'):format(number) .. set[i] end
  local scrolls = widest > 46 and (' tabindex="0" role="region" aria-label="%s"')
    :format(html.escape(options.label)) or ''
  return ('<pre%s%s><code>%s</code></pre>'):format(macro, scrolls, with_marks(set, options.marked or {}, options.inside or {}))
end

-- The lines that are too long, as indexes.
function highlight.too_long(lines)
  local long = {}
  for i, line in ipairs(lines) do
    if (utf8.len(line) or #line) > highlight.columns then long[#long + 1] = i end
  end
  return long
end

return highlight
