-- figures.lua: page, document -> document with its figures and tables of records set.
-- Figures and tables of records, with caption, origin and data.
--
--   ::: {.figure #fig:coalescing-sectors plot=coalescing-sectors}
--   Coalescing removes seven of eight sectors. More words may follow.
--   :::
--
-- A drawing of drawings/ instead of a chart: draw=naive-step (drawing.lua).
--
-- The first sentence of the caption is the finding; alt="…" may say more to those who
-- cannot see the drawing, who otherwise hear the caption.

local html, chart, record_tables = require 'page.html', require 'figures.chart', require 'page.record_tables'
local drawing = require 'figures.drawing'

local figures = {}

local function fail(text, ...) error({message = text:format(...)}, 0) end

-- A figure's drawing for wide and for narrow columns; the style sheet shows one of them.
local function both_widths(plot, alt)
  local parts = {}
  for _, variant in ipairs{{'', 'wide'}, {'-narrow', 'narrow'}} do
    local path = ('build/figures/%s%s.svg'):format(plot, variant[1])
    local text = chart.load(path, variant[2])
    if not text then fail('%s is not there or is no drawing', path) end
    parts[#parts + 1] = text
  end
  return ('<div class="drawing" role="img" aria-label="%s">%s</div>')
    :format(html.escape(alt), table.concat(parts))
end

-- Columns and rows without the columns that are empty in every row.
local function filled(columns, rows)
  local kept = {}
  for i in ipairs(columns) do
    for _, row in ipairs(rows) do
      if (row[i] or '') ~= '' then
        kept[#kept + 1] = i
        break
      end
    end
  end
  local function of(cells)
    local some = {}
    for at, i in ipairs(kept) do some[at] = cells[i] or '' end
    return some
  end
  local shorter = {}
  for r, row in ipairs(rows) do shorter[r] = of(row) end
  return of(columns), shorter
end

-- “, in TFLOP/s”, where the table has one unit, that of all columns but the first.
local function unit_of(facts)
  local unit = facts.unit
  if not unit or unit == 'relative' then return '' end
  return ', in ' .. html.escape(unit == 'us' and 'µs' or unit)
end

local function data_of(plot, number)
  local tsv = record_tables.read(plot)
  if not tsv or #tsv.columns == 0 then return '', nil end
  return ('<details class="data"><summary>The data of this figure%s</summary>'
    .. '<div class="scroll" tabindex="0" role="region" aria-label="The data of figure %s">%s</div></details>')
    :format(unit_of(tsv.facts), number, html.table(filled(tsv.columns, tsv.rows))), tsv.facts
end

local function of_chart(page, plot, facts)
  local files = {}
  for file in (facts.from or ''):gmatch '[^,%s]+' do
    if file:match '^data/' then files[#files + 1] = file end
  end
  return page.origins:words(('plots/%s.gp'):format(plot), files, facts.card, facts.date)
end

-- Blocks -> the caption's inlines and the blocks before the caption.
local function caption_of(div)
  local last = div.content[#div.content]
  if not last or not (last.t == 'Para' or last.t == 'Plain') then fail 'a figure needs a caption' end
  local before = pandoc.List{}
  for i = 1, #div.content - 1 do before:insert(div.content[i]) end
  return last.content, before
end

-- The caption is the last or the first thing in its figure, as HTML wants it; what stands
-- beneath it is a part of it.
local function figcaption(word, div, caption, beneath)
  local name = word .. ' ' .. div.attributes.number
  local inlines = pandoc.List{html.inline(('<b>%s.</b> '):format(name))}
  inlines:extend(caption)
  inlines:insert(html.inline(html.permalink(div.identifier, name)))
  return {html.block '<figcaption>', pandoc.Para(inlines), html.block((beneath or '') .. '</figcaption>')}
end

local function small_print(note)
  return note ~= '' and ('<p class="prov">%s</p>'):format(html.escape(note)) or ''
end

local function set_figure(page, div)
  local a = div.attributes
  local caption, before = caption_of(div)
  local broad = div.classes:includes 'broad' and ' class="broad"' or ''
  local blocks = pandoc.List{html.block(('<figure id="%s"%s>'):format(html.escape(div.identifier), broad))}
  local note, data = '', ''
  if a.plot then
    local alt = a.alt or pandoc.utils.stringify(pandoc.Para(caption))
    local facts
    data, facts = data_of(a.plot, a.number)
    blocks:insert(html.block(both_widths(a.plot, alt)))
    note = of_chart(page, a.plot, facts or {})
  elseif a.draw then
    local drawn, files = drawing.set(page, div, a.alt or pandoc.utils.stringify(pandoc.Para(caption)))
    blocks:insert(html.block(drawn))
    note = page.origins:words(('drawings/%s.lua'):format(a.draw:match '^[^:]*'), files)
  end
  blocks:extend(before)
  blocks:extend(figcaption('Figure', div, caption, small_print(note) .. data))
  blocks:insert(html.block '</figure>')
  return blocks
end

local function set_table(page, div)
  local caption, before = caption_of(div)
  local rows, note = record_tables.records(page, div)
  local blocks = pandoc.List{html.block(('<figure class="table" id="%s">'):format(html.escape(div.identifier)))}
  blocks:extend(before)
  blocks:extend(figcaption('Table', div, caption))
  blocks:insert(html.block(('<div class="scroll" tabindex="0" role="region" aria-label="Table %s">%s</div>%s</figure>')
    :format(div.attributes.number, rows, small_print(note))))
  return blocks
end

function figures.set(page, doc)
  local tables = 0
  return doc:walk{
    Div = function(div)
      local set = div.classes:includes 'figure' and set_figure
        or div.classes:includes 'records' and set_table
      if not set then return nil end
      local ok, result = pcall(set, page, div)
      if ok then return result end
      if type(result) ~= 'table' then error(result, 0) end
      page.source:complain({'#' .. div.identifier, 'plot=' .. (div.attributes.plot or ''),
        'draw=' .. (div.attributes.draw or ''), '{.figure', '{.records'}, result)
      return {}
    end,
    Table = function(block)
      tables = tables + 1
      return {html.block(('<div class="scroll" tabindex="0" role="region" aria-label="Plain table %d">'):format(tables)),
        block, html.block '</div>'}
    end,
  }
end

return figures
