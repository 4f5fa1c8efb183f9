-- preview.lua: DRAWING=name -> build/drawings/<name>.html.
-- A drawing by itself, as build/drawings/<name>.html: all widths, light and
-- dark, and the key steps of a player. book/figures/draw.sh runs it.
--
--   DRAWING=nested:warp DEVICE=slug pandoc --lua-filter book/figures/preview.lua -o /dev/null </dev/null

package.path = PANDOC_SCRIPT_FILE:match '^(.*/)figures/' .. '?.lua;' .. package.path
local source, records, numbers = require 'page.source', require 'records.records', require 'page.numbers'
local frame, drawing = require 'page.frame', require 'figures.drawing'
local provenance = require 'page.provenance'

-- The chapter whose name the drawing's begins with: numbers are of it where they name none.
local function stem_of(name, chapters)
  local best = 'measuring'
  for _, chapter in ipairs(chapters) do
    if (name .. '-'):sub(1, #chapter.stem + 1) == chapter.stem .. '-' then best = chapter.stem end
  end
  return best
end

local function preview(spec)
  local name = spec:match '^[^:]*'
  local page = {R = records.open{root = '.', device = os.getenv 'DEVICE'}, book = frame.read_sidebar()}
  page.stem = stem_of(name, page.book.chapters)
  page.numbers, page.origins = numbers.open(page.R, page.stem, page.stem), provenance.open(page.R.cards[page.R.reference])
  local out = {}
  for _, theme in ipairs{'light', 'dark'} do
    for _, class in ipairs{'broad', 'wide', 'narrow'} do
      page.hatched = #out > 0
      local drawn = drawing.set(page, {identifier = ('p-%s-%s'):format(theme, class), attributes = {draw = spec},
        classes = pandoc.List{'broad'}}, name)
      out[#out + 1] = ('<figure class="%s %s" style="width:%dpx">%s</figure>'):format(theme, class, drawing.widths[class], drawn)
    end
  end
  os.execute 'mkdir -p build/drawings'
  local css, js = source.read 'book/style.css', source.read 'book/book.js'
  local dark = css:match ':root%[data%-theme=dark%] (%b{})'
  local path = ('build/drawings/%s.html'):format((spec:gsub(':', '-')))
  source.write(path, ([[<!DOCTYPE html><html lang="en" data-theme="light"><meta charset="utf-8"><title>%s</title><style>%s
.dark %s figure { background: var(--paper); color: var(--ink); margin: 0 0 20px; padding: 10px; box-sizing: content-box; }
.hatches { position: absolute; }
.drawing .draw { display: none !important; }
.broad .broad, .wide .wide, .narrow .narrow, .keys .draw { display: block !important; }
</style><nav class="toc" style="display:none"></nav><script>%s</script>%s]]):format(name, css, dark, js, table.concat(out, '\n')))
  print(path)
end

local ok, e = pcall(preview, os.getenv 'DRAWING')
if not ok then
  io.stderr:write(type(e) == 'table' and e.message or tostring(e), '\n')
  os.exit(1)
end
os.exit(0)
