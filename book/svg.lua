-- svg.lua: a drawing of gnuplot, as plots/clean.sed left it, to stand inside a page.

local source = require 'source'

local svg = {}

-- What the page's style sheet says anyway, and zeros that draw nothing.
local function lean(body)
  return (body:gsub('var%((%-%-[%w-]+),[^)]*%)', 'var(%1)'):gsub(' color="currentColor"', '')
    :gsub("(%d)%.0([ ,'])", '%1%2'):gsub('%s+>', '>'):gsub('>%s+<', '><'):gsub('%s*$', ''))
end

-- The drawing's mark-up, or nil if the file is not there or no drawing. The text around
-- it speaks for it, so it carries no name of its own; `class` goes to the element.
function svg.load(path, class)
  local head, body = (source.read(path) or ''):match '<svg([^>]*)>(.*)</svg>'
  local box = head and head:match 'viewBox="([^"]*)"'
  if not box then return nil end
  local width, height = box:match '^%S+ %S+ (%S+) (%S+)'
  return ('<svg class="%s" viewBox="%s" width="%s" height="%s" aria-hidden="true">%s</svg>')
    :format(class, box, width, height, lean(body))
end

return svg
