-- frame.lua: build/labels/_sidebar.tsv -> the book's order; page, document -> document in its frame.
-- What a page says of the book around it: the sidebar, which is the table of
-- contents and the ladder at once, the chapters before and after, and the cards.

local html, source, formats = require 'page.html', require 'page.source', require 'records.formats'

local frame = {}

local function filled(cell) return cell ~= '' and cell or nil end

-- {cards = {{slug, name, date}, …}, chapters = {…}, pages = {…}, by_stem = {…}, planned = {{title, part}, …}, edition = in words}; the first card is the
-- reference, the second, if any, the reader's own. Each page is {stem, number, short, title, summary, label, listed},
-- the last two as sentences and as lists call it;
-- a chapter's has its `place`, the title of its `part`, whether it is on the `path`, and `more` if it has a second page,
-- whose `chapter` it is; pages are both, in order.
function frame.read_sidebar()
  local book = {cards = {}, chapters = {}, pages = {}, by_stem = {}, planned = {}}
  local function add(page)
    table.insert(book.pages, page)
    book.by_stem[page.stem] = page
  end
  for line in (source.read 'build/labels/_sidebar.tsv' or ''):gmatch '([^\n]*)\n' do
    local cells = formats.tabbed(line)
    if cells[1] == 'edition' then book.edition = cells[2]
    elseif cells[1] == 'card' then
      table.insert(book.cards, {slug = cells[2], name = cells[3], date = cells[4]})
    elseif cells[1] == 'chapter' then
      local chapter = {stem = cells[2], number = filled(cells[3]), short = cells[4], title = cells[5],
        share = filled(cells[6]), summary = filled(cells[7]), part = filled(cells[11]), path = filled(cells[12]), rung = filled(cells[8]),
        inputs = filled(cells[9]) or 'float',
        place = #book.chapters + 1}
      chapter.label = chapter.number and 'Chapter ' .. chapter.number or chapter.short
      chapter.listed = (chapter.number and chapter.number .. ' ' or '') .. chapter.short
      table.insert(book.chapters, chapter)
      add(chapter)
    elseif cells[1] == 'planned' then table.insert(book.planned, {title = cells[2], part = filled(cells[3])})
    else
      local chapter = book.chapters[#book.chapters]
      chapter.more = {stem = cells[2], number = cells[3], short = cells[4], title = cells[5], summary = filled(cells[6]),
        label = chapter.label .. ', further', listed = ('%s %s, further'):format(cells[3], chapter.short), chapter = chapter}
      add(chapter.more)
    end
  end
  return book
end

-- The share as a number and as the length of a line, both of cuBLAS's speed; the line has a mark at 100 % (.rung in style.css).
local LINE = 120
local function share(chapter)
  if not chapter.share then return '' end
  return (' <span class="share">%s\u{202f}%%</span>%s'):format(chapter.share, html.rung(chapter.share))
end

local function room_for_shares(book)
  local shares = {}
  for _, chapter in ipairs(book.chapters) do shares[#shares + 1] = tonumber(chapter.share) end
  return html.rungs(shares)
end

-- The sections of this page, under its line in the sidebar.
local function sections(page)
  local items = {}
  for _, item in ipairs(page.items) do
    if item.kind == 'sec' and item.level == 2 and item.id ~= '' then
      items[#items + 1] = ('<li><a href="#%s">%s</a></li>'):format(html.escape(item.id), html.escape(item.title))
    end
  end
  return #items > 0 and '<ol>' .. table.concat(items) .. '</ol>' or ''
end

-- The pages that no chapter is: book/edition makes them.
local EXTRAS = {{'terms', 'Index'}, {'lists', 'Figures and listings'}, {'questions', 'Open questions'}, {'ledger', 'Lens and card'}, {'bibliography', 'Bibliography'},
  {'devices', 'Cards'}, {'records', 'Records'}, {'changes', 'What changed'}}

local function extras(page)
  local items = {}
  for i, extra in ipairs(EXTRAS) do
    items[i] = ('<li><a href="%s.html"%s>%s</a></li>'):format(extra[1],
      extra[1] == page.name and ' aria-current="page"' or '', extra[2])
  end
  return '<ol class="extras">' .. table.concat(items) .. '</ol>'
end

-- Lists of the chapters, item(chapter) each, with the title of its part before each list; title: how it is set.
local function in_parts(book, title, item)
  local out, part = {'<ol>'}, nil
  for _, chapter in ipairs(book.chapters) do
    if chapter.part ~= part then
      part = chapter.part
      out[#out + 1] = '</ol>' .. title:format(html.escape(part or '')) .. '<ol>'
    end
    out[#out + 1] = item(chapter)
  end
  return (table.concat(out, '\n'):gsub('<ol>\n?</ol>', '')) .. '</ol>'
end

local function path_class(chapter) return chapter.path and ' class="path"' or '' end

local function sidebar(page)
  local function item(entry, beside, below)
    return ('<li%s><a href="%s.html"%s>%s%s</a>%s</li>'):format(path_class(entry), entry.stem,
      entry.stem == page.name and ' aria-current="page"' or '', html.escape(entry.short), beside, below)
  end
  return in_parts(page.book, '<p class="part">%s</p>', function(chapter)
    local inner = chapter.stem == page.name and sections(page) or ''
    if chapter.more and chapter.stem == page.stem then
      local more = item(chapter.more, '', chapter.more.stem == page.name and sections(page) or '')
      inner = inner .. '<ol class="more">' .. more .. '</ol>'
    end
    return item(chapter, share(chapter), inner)
  end) .. extras(page)
end

-- Which card the shares and the numbers speak of.
local function card_note(page)
  local reference, own = page.book.cards[1], page.book.cards[2]
  if not reference then return '' end
  if own then
    return ('Numbers are of your <b>%s</b>, %s; where it has none, of the reference, <b>%s</b>, %s.')
      :format(html.escape(own.name), own.date, html.escape(reference.name), reference.date)
  end
  return ('Numbers are of an <b>%s</b>; the newest in the book were measured on %s. <code>make measure</code> replaces them with those of your card.')
    :format(html.escape(reference.name), reference.date)
end

local function link(entry) return ('<a href="%s.html">%s</a>'):format(entry.stem, html.escape(entry.title)) end

-- The chapter list of the index page.
function frame.contents(page)
  return '<nav class="contents" aria-label="All chapters">' .. in_parts(page.book, '<h2>%s</h2>', function(chapter)
    return ('<li%s><a href="%s.html"><span class="number">%s</span> <b>%s</b></a>%s%s</li>')
      :format(path_class(chapter), chapter.stem, chapter.number or '', html.escape(chapter.title),
        chapter.summary and '<p>' .. html.escape(chapter.summary) .. '</p>' or '',
        chapter.more and ('<p>Further: %s</p>'):format(link(chapter.more)) or '')
  end) .. '</nav>'
end

-- The ladder: a list for each precision, of the chapters with a kernel on it, then of those that are planned in the same part.
local PRECISIONS = {float = 'FP32', half = 'Tensor cores, half precision', bf16 = 'Tensor cores, bfloat16', tf32 = 'Tensor cores, TF32'}

function frame.ladder(page)
  local lists, by_inputs, by_part = {}, {}, {}
  for _, chapter in ipairs(page.book.chapters) do
    if chapter.rung then
      if chapter.share then
        local _, _, from = page.R:value{metric = 'share', of = chapter.stem}
        page.origins:read(from.file, from.card, from.date)
      end
      local list = by_inputs[chapter.inputs]
      if not list then
        list = {title = PRECISIONS[chapter.inputs] or chapter.inputs}
        by_inputs[chapter.inputs] = list
        table.insert(lists, list)
      end
      if chapter.part then by_part[chapter.part] = list end
      table.insert(list, ('<li><a href="%s.html"><span class="number">%s</span> %s%s</a></li>'):format(chapter.stem,
        chapter.number or '', html.escape(chapter.short), share(chapter)))
    end
  end
  for _, planned in ipairs(page.book.planned) do
    local list = by_part[planned.part or '']
    if list then table.insert(list, ('<li class="planned"><span>%s</span> <span class="share">to come</span></li>'):format(html.escape(planned.title))) end
  end
  local out = {}
  for i, list in ipairs(lists) do
    out[i] = ('<div><h3>%s</h3><ol>%s</ol></div>'):format(html.escape(list.title), table.concat(list))
  end
  return ('<section class="ladder" aria-label="The ladder"%s>%s</section>'):format(room_for_shares(page.book), table.concat(out))
end

local function neighbour(meta, key, entry)
  if not entry then return end
  meta[key] = pandoc.MetaMap{
    href = pandoc.MetaString(entry.stem .. '.html'), title = pandoc.MetaString(entry.title),
    label = pandoc.MetaString(entry.label)}
end

-- A page without a summary is described by its first paragraph.
local function described(doc)
  for _, block in ipairs(doc.blocks) do
    if block.t == 'Para' then return block.content end
  end
end

-- Gives the template what it asks for.
function frame.dress(page, doc)
  local meta, chapters = doc.meta, page.book.chapters
  local function raw(text) return pandoc.MetaInlines{html.inline(text)} end
  meta.sidebar, meta.cards, meta.room = raw(sidebar(page)), raw(card_note(page)), raw(room_for_shares(page.book))
  for _, chapter in ipairs(chapters) do meta.path = meta.path or chapter.path and true end
  meta.edition = pandoc.MetaString(page.book.edition or '')
  local entry = page.book.by_stem[page.name]
  if entry then
    local chapter = entry.chapter or entry
    if entry.number then meta.eyebrow = pandoc.MetaString(entry.label) end
    neighbour(meta, 'before', entry.chapter or chapters[chapter.place - 1])
    neighbour(meta, 'after', chapters[chapter.place + 1])
    neighbour(meta, 'further', entry.more)
  elseif page.name == 'index' then
    meta.home = true
    neighbour(meta, 'after', chapters[1])
  end
  meta.description = pandoc.MetaString(pandoc.utils.stringify(meta.summary or described(doc) or meta.title or page.name))
  meta.pagetitle = pandoc.MetaString(pandoc.utils.stringify(meta.title or page.name))
end

return frame
