-- cover.lua: pictures that stand for the book, or for one page of it, drawn with what draws its figures.
--
--   local cover = require 'edition.cover'
--   cover.spiral(width)        the nested tiles as <svg>, in the colours of the page
--   cover.front(citation)      the cover of an EPUB, 1600 × 2560, a file of its own
--   cover.poster(part, book)   what a link to a page shows, 1200 × 630: its title and its own drawing
--   cover.coloured(text)       with the light colours of style.css in place of its variables

local source, html, carry = require 'page.source', require 'page.html', require 'edition.carry'
local drawing, Canvas = require 'figures.drawing', require 'figures.canvas'

local cover = {}

local css = source.read 'book/style.css' or ''
local colours = {}
for name, value in (css:match '^.-:root%s*(%b{})' or ''):gmatch '%-%-([%w]+):%s*([^;]+);' do colours[name] = value end

function cover.coloured(text)
  return (text:gsub('var%(%-%-([%w]+)%)', function(name) return colours[name] or 'currentColor' end))
end

-- The rules of style.css for what drawings are made of, which a picture by itself brings.
local function styles()
  local out = {'svg { color: var(--ink); font-family: "Liberation Sans", "DejaVu Sans", sans-serif; font-size: 13px; }',
    'text { stroke: none; } text:not([fill]) { fill: currentColor; }'}
  for line in css:gmatch '[^\n]+' do
    if line:match '^%.t ' or line:match '^%.r%u[ ,]' then out[#out + 1] = line end
  end
  return '<style>' .. table.concat(out, '\n'):gsub('"', "'") .. '</style>'
end

-- Wide enough that the smallest square has room for its letters.
local WIDE = 600

function cover.spiral(width)
  local R = require 'records.records'.open{root = '.', device = os.getenv 'DEVICE'}
  local page = {R = R, book = require 'page.frame'.read_sidebar(), stem = 'warptiling'}
  page.numbers = require 'page.numbers'.open(R, page.stem, page.stem)
  drawing.widths.spiral = width
  return drawing.canvases(page, 'nested:spiral', {'spiral'}).spiral:svg('draw', 'spiral-')
end

-- A canvas of the given height as a file, with the drawings that lie beneath it, {svg, x, y, w, h}, and what covers them.
local function file(canvas, height, drawn, ground)
  canvas:height(height - 3)
  local inside = {}
  for i, each in ipairs(drawn) do
    inside[i] = each.svg:gsub('%s(width)="[^"]*"', '', 1):gsub('%s(height)="[^"]*"', '', 1)
      :gsub('^<svg', ('<svg x="%g" y="%g" width="%g" height="%g"'):format(each.x, each.y, each.w, each.h))
  end
  return (cover.coloured(canvas:svg('', ''):gsub('^<svg[^>]*>', function(opening)
    return opening:gsub('^<svg', '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'):gsub(' class=""', '') .. styles()
      .. drawing.hatches:gsub('^<svg[^>]*>', ''):gsub('</svg>$', '')
      .. '<rect width="100%" height="100%" fill="var(--paper)" stroke="none"/>' .. table.concat(inside) .. (ground or '')
  end)))
end

-- The title stands on C, on as many of its 32 x 32 blocks as it takes.
function cover.front(citation)
  local wide = 372
  local x, y, block = (400 - wide) / 2, (640 - wide * 1.618) / 2, (wide - 4) / 32
  local c = Canvas.open('book/edition/cover.lua', 400)
  local title, subtitle = citation.title:match '^(.-): (.*)$'
  local left, room = x + 2 + 2 * block, 28 * block
  local head = c:note(left + 10, y + 2 + 3 * block, room - 20, title or citation.title, {size = 46, bold = true, leading = 1.06, plain = true})
  local under = c:note(left + 10, head.bottom + 8, room - 20, subtitle or '', {size = 16, plain = true})
  local last = c:note(left + 10, under.bottom + 14, room - 20, citation.authors, {size = 11, plain = true, role = 'quiet'})
  local rows = math.ceil((last.bottom + 6 - y - 2) / block)
  return file(c, 640, {{svg = cover.spiral(WIDE), x = x, y = y, w = wide, h = wide * 1.618}},
    ('<rect x="%g" y="%g" width="%g" height="%g" fill="var(--paper)" stroke="var(--c4)"/>'):format(left, y + 2 + 2 * block, room, (rows - 2) * block))
end

-- The drawing that tells a page from others: its first that is not the nested tiles, as
-- it stands still, with the largest letters that there is room for.
local function own_drawing(part)
  for figure in carry.still(part.body, 'wide'):gmatch '<figure.-</figure>' do
    if not figure:find('drawings/nested.lua', 1, true) then
      local svg = figure:gsub('<svg class="hatches".-</svg>', ''):match '<svg class="[^"]*".-</svg>'
      local w, h = (svg or ''):match ' viewBox="0 0 ([%d.]+) ([%d.]+)"'
      if w and w / h > 1 then return svg, tonumber(w), tonumber(h) end
    end
  end
end

local function plain(text) return (text:gsub('<[^>]*>', ''):gsub('&(%a+);', {amp = '&', lt = '<', gt = '>', quot = '"'})) end

function cover.poster(part, book)
  local c = Canvas.open('book/edition/cover.lua', 1200)
  local svg, w, h = own_drawing(part)
  if not svg then svg, w, h = cover.spiral(WIDE), WIDE, WIDE * 1.618 end
  local beside = w / h < 1.9
  local room = beside and 1200 - 180 - math.min(550 * w / h, 660) or 1080
  c:text(60, 58, plain(part.eyebrow or ''), {size = 24, bold = true, plain = true, role = 'quiet'})
  local head = c:note(60, 82, room, plain(part.title), {size = 54, bold = true, leading = 1.1, plain = true})
  c:text(60, 586, book, {size = 24, bold = true, plain = true, role = 'quiet'})
  if beside then
    for _, size in ipairs{25, 22, 19} do -- the largest letters in which the summary has room
      local summary, o = part.chapter and part.chapter.summary or '', {size = size, leading = 1.4, plain = true}
      if Canvas.open('', 1200):note(60, head.bottom + 18, room, summary, o).bottom < 556 then
        c:note(60, head.bottom + 18, room, summary, o)
        break
      end
    end
    local scale = math.min(660 / w, 550 / h)
    return file(c, 630, {{svg = svg, x = 1140 - w * scale, y = 315 - h * scale / 2, w = w * scale, h = h * scale}})
  end
  local top = head.bottom + 24
  local scale = math.min(1080 / w, (556 - top) / h)
  return file(c, 630, {{svg = svg, x = 60, y = top, w = w * scale, h = h * scale}})
end

return cover
