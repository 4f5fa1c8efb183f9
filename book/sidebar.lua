-- sidebar.lua: front matter, records -> build/labels/_sidebar.tsv.
-- What every page says of the whole book, in build/labels/_sidebar.tsv:
-- a line `edition`, and which it is, lines `card`, slug, name, date for the reference and the reader's own card, and lines
-- `chapter`, stem, number, short title, title, share of cuBLAS at 4096, summary, and, for
-- the figures, rung, inputs and ceiling, then its part and `path`; behind a chapter that has a second page `more`, stem,
-- number, short title, title, summary; and lines `planned`, title, part. Replaced only if its bytes change.
--
--   DEVICE=slug pandoc --lua-filter book/sidebar.lua -o /dev/null </dev/null

package.path = PANDOC_SCRIPT_FILE:match '^(.*/)' .. '?.lua;' .. package.path
local source, records, citation = require 'page.source', require 'records.records', require 'page.citation'

local function share_of(R, chapter)
  if not chapter.rung then return '' end
  local ok, share = pcall(R.value, R, {metric = 'share', of = chapter.stem})
  if ok then return share < 10 and ('%.2g'):format(share) or ('%.0f'):format(share) end
  if type(share) == 'table' and share.missing then return '' end
  error(share, 0)
end

local function rows(R)
  local out = {}
  local function add(...)
    local cells = {...}
    for i, cell in ipairs(cells) do cells[i] = tostring(cell):gsub('[\t\n]', ' ') end
    out[#out + 1] = table.concat(cells, '\t') .. '\n'
  end
  add('edition', citation.edition())
  for _, slug in ipairs{R.reference, R.own} do
    add('card', slug, R.cards[slug], R:day(R:newest(slug)))
  end
  for _, chapter in ipairs(R:chapters()) do
    add('chapter', chapter.stem, chapter.number or '', chapter.short, chapter.title,
      share_of(R, chapter), chapter.summary or '', chapter.rung or '', chapter.inputs or '',
      chapter.ceiling or '', chapter.part or '', chapter.path and 'path' or '')
    local more = chapter.more
    if more then add('more', more.stem, more.number, more.short, more.title, more.summary or '') end
  end
  for _, chapter in ipairs(R:planned()) do add('planned', chapter.title, chapter.part or '') end
  return table.concat(out)
end

local ok, result = pcall(function()
  return rows(records.open{root = '.', device = os.getenv 'DEVICE'})
end)
if not ok then
  io.stderr:write(type(result) == 'table' and result.message or tostring(result), '\n')
  os.exit(1)
end
source.write('build/labels/_sidebar.tsv', result, true)
os.exit(0)
