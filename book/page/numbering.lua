-- numbering.lua: document, number of the chapter -> document with numbers, and a list of them.
-- What on a page has a number, an anchor or a name that others use.
-- Both passes count with it, so a label and the page can never disagree.

local source, formats = require 'page.source', require 'records.formats'

local numbering = {}

numbering.words = {fig = 'Figure', tbl = 'Table', lst = 'Listing', ex = 'Exercise', rule = 'Rule'}

-- A listing is a block that names a file; a transcript names one too, but is a record.
function numbering.is_listing(block)
  return block.attributes.file ~= nil and not block.classes:includes 'transcript'
    or block.attributes.region ~= nil
end

local function kind_of(element)
  if element.t == 'Header' then return 'sec' end
  if element.t == 'CodeBlock' then return numbering.is_listing(element) and 'lst' or nil end
  if element.classes:includes 'figure' then return 'fig' end
  if element.classes:includes 'records' or element.classes:includes 'compare' then return 'tbl' end
  if element.classes:includes 'lens' then return element.identifier ~= '' and 'tbl' or nil end
  if element.classes:includes 'exercise' then return 'ex' end
  if element.classes:includes 'rule' then return 'rule' end
end

-- Counts figures, tables, listings, exercises, rules and, where the chapter has a number, sections in the order of the
-- page, writes the number into the element's attribute `number`, and gives each an identifier. Returns the document
-- and the list of {kind, id, number, title}. A section within a section has the number of the one around it.
function numbering.count(doc, chapter_number)
  local counts, items = {}, {}
  local prefix = chapter_number and chapter_number .. '.' or ''
  local function visit(element)
    local kind = kind_of(element)
    if not kind then return nil end
    local item = {kind = kind, title = element.t == 'Header' and pandoc.utils.stringify(element)
      or element.attributes.title or ''}
    if kind == 'sec' then
      if chapter_number and element.level == 2 then
        counts.sec = (counts.sec or 0) + 1
        element.attributes.number = prefix .. counts.sec
      end
      item.number = counts.sec and prefix .. counts.sec
    else
      counts[kind] = (counts[kind] or 0) + 1
      item.number = prefix .. counts[kind]
      element.attributes.number = item.number
      if element.identifier == '' then element.identifier = kind .. ':' .. counts[kind] end
    end
    item.id, item.level = element.identifier, element.level
    items[#items + 1] = item
    return element
  end
  doc = doc:walk{traverse = 'topdown', Header = visit, Div = visit, CodeBlock = visit}
  return doc, items
end

-- What the first pass noted of a page: a list of {kind, id, number, title}; of kind `shows`
-- a file and a region that a listing shows.
function numbering.read(stem)
  local items = {}
  for line in (source.read('build/labels/' .. stem .. '.tsv') or ''):gmatch '[^\n]+' do
    local cells = formats.tabbed(line)
    items[#items + 1] = {kind = cells[1], id = cells[2], number = cells[3], title = cells[4]}
  end
  return items
end

-- The kind of an own cross-reference (`fig:x` -> fig), nil for a citation.
function numbering.reference_kind(key)
  local kind = key:match '^(%a+):'
  if kind == 'ch' or kind == 'sec' or numbering.words[kind or ''] then return kind end
end

return numbering
