-- weave.lua: chapters/<stem>.md, records, labels, drawings -> a page.
-- The second pass. Turns one chapter into its page: fills regions, numbers,
-- claims, transcripts, tables and figures, resolves references, and refuses what is not so.
-- chapters/<stem>-more.md becomes the chapter's second page: its defaults are the chapter's, its
-- numbers A5.1, A5.2, …, and it may say the facts of the first page and its own, chapters/<stem>-more.facts.
-- course/<NAME>.md becomes a page for the lecturer in the same way: it has no chapter, so each metric says whose it is,
-- and its facts stand in course/<NAME>.facts.
--
--   DEVICE=slug pandoc --lua-filter book/weave.lua --citeproc … chapters/naive.md
--
-- Each complaint is one line, `chapters/naive.md:31: sentence`; with any of them the page
-- is not written. The forms of the prose, and the modules in book/page whose heads explain them:
--
--   [gflops n=4096]{.num}  [words]{.a_fact}  [4.8 TB/s]{.given by=…}      numbers, claims: numbers, facts
--   ~~~ {.cuda region="the loop" since=tiling fold="the edges"}   ~~~ {.transcript file=…}  code and console: listings
--   ::: {.figure #fig:x plot=…}  draw=…                                    charts, drawings: figures
--   ::: {.records #tbl:x kernels=… columns=…}  ::: {.lens …}  ::: {.compare …}   tables: record_tables, lens_tables
--   ::: predict  wrong  verdict  aside  yours  needs  contents  ladder  {.exercise #ex:x}  {.rule #rule:x}  answer  open   boxes
--   @ch:tiling  @fig:x  @tbl:x  @lst:x  @sec:x  @ex:x  @rule:x  @a-source  references
--   [wavefront]{#term-wavefront} in glossary.md                            glossary
--
-- What they ask of records stands in book/records, what they draw in book/figures.

package.path = PANDOC_SCRIPT_FILE:match '^(.*/)' .. '?.lua;' .. package.path
local source, numbering, lint = require 'page.source', require 'page.numbering', require 'page.lint'
local markup, facts = require 'page.markup', require 'page.facts'
local numbers, records, frame = require 'page.numbers', require 'records.records', require 'page.frame'
local references, listings = require 'page.references', require 'page.listings'
local figures, boxes, notes = require 'page.figures', require 'page.boxes', require 'page.notes'
local lens_tables, html, glossary = require 'page.lens_tables', require 'page.html', require 'page.glossary'
local judged, unbroken, provenance = require 'page.judged', require 'page.unbroken', require 'page.provenance'

-- What every part is handed: the page's `name`, its chapter's `stem`, its text as a source to complain about,
-- the records, the book's order, and what the page numbers.
local function open_page(doc)
  local path = PANDOC_STATE.input_files[1]
  local folder, name = path:match '^(.*)/([^/]+)%.md$'
  local page = {source = source.open(path), name = name, cites = false}
  local ok, R = pcall(records.open, {root = '.', device = os.getenv 'DEVICE'})
  if not ok then
    page.source:complain(1, R)
    page.source:finish()
  end
  page.book = frame.read_sidebar()
  page.entry = page.book.by_stem[page.name]
  page.stem = page.entry and page.entry.chapter and page.entry.chapter.stem or page.name
  page.R, page.numbers = R, numbers.open(R, page.stem, page.name, folder)
  page.meta = doc.meta
  page.origins = provenance.open(R.cards[R.own or R.reference])
  page.numbers.origins, page.numbers.linked = page.origins, page.entry ~= nil or page.name == 'index'
  return page
end

local function check_identifiers(page, items)
  local seen = {main = true, chapters = true, refs = true, references = true}   -- the template's own
  for _, item in ipairs(items) do
    if seen[item.id] then
      page.source:complain({'#' .. item.id, item.title}, ('the label %s is there twice'):format(item.id))
    end
    seen[item.id] = true
  end
end

local function check_figures(page, doc)
  for _, bare in ipairs(lint.document(doc, page.numbers)) do
    page.source:complain({bare.found, bare.text:sub(1, 30)},
      ('“%s” is typed in; take it from a record or a sum ([…]{.num}) or a source (.given)')
      :format(bare.found))
  end
end

local function fill_numbers(page, doc)
  return doc:walk{Span = function(span)
    local kind = page.numbers:kind(span)
    if not kind then return nil end
    local inlines, e = page.numbers:fill(span)
    if inlines then
      if kind == 'given' then page.cites = true end
      return inlines
    end
    local text = numbers.typed(span.content)
    local as_typed = pandoc.utils.stringify(span)
    if type(e) == 'table' and e.fact then page.source:complain_about(e.fact.path, e.fact.line, e.message)
    else
      page.source:complain({'[' .. text .. ']{.' .. kind, '[`' .. text .. '`]{.' .. kind, '[' .. as_typed .. ']', text,
        '{.' .. kind}, e)
    end
    return {pandoc.Str '?'}
  end}
end

local function check_facts(page)
  local given, more = page.numbers.given, page.entry and page.entry.more
  facts.check(given, more and ('the first page does not say the fact %%s; one that only the second says stands in chapters/%s.facts')
    :format(more.stem) or 'nothing says the fact %s',
    function(line, sentence) page.source:complain_about(given.path, line, sentence) end)
end

local function add_anchors(doc)
  return doc:walk{Header = function(header)
    if header.level > 1 and header.identifier ~= '' then
      header.content:insert(html.inline(('<a class="anchor" href="#%s" aria-label="Link to this section">#</a>')
        :format(html.escape(header.identifier))))
      return header
    end
  end}
end

local function add_references(page, doc)
  if not page.cites then return end
  doc.blocks:insert(pandoc.Header(2, 'References', pandoc.Attr('references')))
  doc.blocks:insert(pandoc.Div({}, pandoc.Attr('refs')))
end

-- A source line ends where a sentence does; on the page that is a blank.
local function join_lines(doc)
  return doc:walk{SoftBreak = function() return pandoc.Space() end}
end

function Pandoc(doc)
  doc = join_lines(doc)
  local page = open_page(doc)
  markup.check(page.source, source.read(page.source.path) or '', doc, page.numbers.given)
  doc, page.items = numbering.count(doc, page.entry and page.entry.number)
  check_identifiers(page, page.items)
  check_figures(page, doc)
  doc = fill_numbers(page, doc)
  check_facts(page)
  doc = glossary.set(page, notes.set(doc))
  doc = references.resolve(page, doc)
  references.check_citations(page, doc)
  doc = listings.set(page, doc)
  doc = figures.set(page, doc)
  doc = lens_tables.set(page, doc)
  doc = judged.set(page, doc)
  doc = boxes.set(page, doc)
  local note = page.origins:note(page.numbers.linked)
  if note then doc.blocks:insert(html.block(note)) end
  add_references(page, doc)
  doc = unbroken.set(add_anchors(doc))
  frame.dress(page, doc)
  page.source:finish()
  source.write('build/labels/' .. page.name .. '.cited', table.concat(page.numbers.cited, '\n') .. '\n', true)
  source.write('build/deps/' .. page.name .. '.records.d', source.rule(page.name, page.R.files))
  return doc
end
