-- glossary.lua: page, document -> document in which terms link to their entries.
-- Links each term to its entry where a chapter uses it first.
--
-- chapters/glossary.md has one definition list item a term,
--   [wavefront]{#term-wavefront .term forms="wavefronts"}
--   :   One turn of L1's data stage …
-- A term of class `quiet` is too common a word to be looked for; a chapter that means it
-- says so: [step]{.term}. The page of the glossary links nothing.

local source = require 'page.source'

local glossary = {PATH = 'chapters/glossary.md'}

-- What the link to a term says: its entry without the references in brackets and the names that others have for it.
local function meaning(text)
  return (text:gsub('%s*%(@%a+:[^)]*%)', ''):gsub('%s*%*[^*]*%*%.?[^.]*$', ''):gsub('[*`]', ''):gsub('@%a+:', ''))
end

-- word or words in lower case -> {id, meaning, quiet}, and how many words a term has at most.
function glossary.read()
  local terms, longest, last = {}, 1, nil
  for line in (source.read(glossary.PATH) or ''):gmatch '[^\n]+' do
    local name, id, rest = line:match '^%[(.-)%]{#(term%-[%w-]+) %.term(.-)}$'
    if name then
      last = {id = id, quiet = rest:find('.quiet', 1, true) ~= nil}
      for form in (name .. ',' .. (rest:match 'forms="(.-)"' or '')):gmatch '[^,]+' do
        terms[form:lower()] = last
        longest = math.max(longest, select(2, form:gsub('%S+', '')))
      end
    elseif last and line:match '^:?%s' then
      last.text = (last.text and last.text .. ' ' or '') .. line:gsub('^:?%s*', '')
    end
  end
  for _, term in pairs(terms) do term.meaning = meaning(term.text or '') end
  return terms, longest
end

local function link(term, inlines)
  term.seen = true
  return pandoc.Link(inlines, 'glossary.html#' .. term.id, '', pandoc.Attr('', {'term'}, {title = term.meaning}))
end

-- `warps,` -> `warps` and `,`
local function parted(text)
  local word, tail = text:match '^([%w-]+)(%p*)$'
  return word, tail
end

-- The term that begins at inline i, how many inlines it takes, and what stands behind it.
local function term_at(inlines, i, terms, longest)
  local words, found, width, behind = '', nil, nil, nil
  for n = 1, longest do
    local at = inlines[i + 2 * (n - 1)]
    if not at or at.t ~= 'Str' then break end
    local word, tail = parted(at.text)
    if not word then break end
    words = words .. (n > 1 and ' ' or '') .. word:lower()
    local term = terms[words]
    if term and not term.quiet and not term.seen then found, width, behind = term, 2 * n - 1, tail end
    local gap = inlines[i + 2 * n - 1]
    if tail ~= '' or not gap or gap.t ~= 'Space' then break end
  end
  return found, width, behind
end

local linked

-- Emphasis sets a term where it is defined: it is looked into like the text around it.
local INTO = {Emph = true, Strong = true}

local function marked(inline, terms)
  if inline.t ~= 'Span' or not inline.classes:includes 'term' then return nil end
  local term = terms[pandoc.utils.stringify(inline):lower()]
  return term and link(term, inline.content), term
end

function linked(inlines, terms, longest)
  local out, i = pandoc.List{}, 1
  while i <= #inlines do
    local inline = inlines[i]
    local term, width, behind = term_at(inlines, i, terms, longest)
    local asked = marked(inline, terms)
    if term then
      local inside = pandoc.List{}
      for j = i, i + width - 1 do inside:insert(inlines[j]) end
      local text = inside[width].text
      inside[width] = pandoc.Str(text:sub(1, #text - #behind))
      out:insert(link(term, inside))
      if behind ~= '' then out:insert(pandoc.Str(behind)) end
      i = i + width
    else
      if INTO[inline.t] then inline.content = linked(inline.content, terms, longest) end
      out:insert(asked or inline)
      i = i + 1
    end
  end
  return out
end

-- Paragraphs in their order, those of lists, quotations and plain Divs too.
local function visit(blocks, terms, longest)
  for i, block in ipairs(blocks) do
    if block.t == 'Para' or block.t == 'Plain' then
      block.content = linked(block.content, terms, longest)
      blocks[i] = block
    elseif block.t == 'Div' or block.t == 'BlockQuote' then
      block.content = visit(block.content, terms, longest)
      blocks[i] = block
    elseif block.t == 'BulletList' or block.t == 'OrderedList' then
      local items = block.content
      for j, item in ipairs(items) do items[j] = visit(item, terms, longest) end
      block.content = items
      blocks[i] = block
    end
  end
  return blocks
end

function glossary.set(page, doc)
  if page.stem == 'glossary' or page.stem == 'index' then return doc end
  local terms, longest = glossary.read()
  doc.blocks = visit(doc.blocks, terms, longest)
  return doc
end

return glossary
