-- references.lua: page, document, labels -> document whose references are links.
-- Resolves @fig:x, @tbl:x, @lst:x, @sec:x, @ex:x, @rule:x and @ch:x, on this page
-- and on others, before citeproc sees them; all other @keys are citations. A section of another page is called by its
-- number, § A6.3, with its title for the pointer; one of this page by its title.

local numbering = require 'page.numbering'

local references = {}

-- label -> {stem, kind, number, title} of all other pages.
local function labels_elsewhere(page)
  local labels = {}
  for _, other in ipairs(page.book.pages) do
    if other.stem ~= page.name then
      for _, label in ipairs(numbering.read(other.stem)) do
        labels[label.id] = labels[label.id]
          or {stem = other.stem, kind = label.kind, number = label.number, title = label.title}
      end
    end
  end
  return labels
end

local function page_link(page, stem, bare)
  local entry = page.book.by_stem[stem]
  if not entry then return nil end
  return pandoc.Link({pandoc.Str(bare and entry.number or entry.label)}, stem .. '.html')
end

local function label_link(page, target, id, bare)
  local href = (target.stem and target.stem .. '.html' or '') .. '#' .. id
  if target.kind ~= 'sec' then
    local word = bare and '' or numbering.words[target.kind] .. '\u{a0}'
    return {pandoc.Link({pandoc.Str(word .. target.number)}, href)}
  end
  local home = target.stem and page.book.by_stem[target.stem]
  if home and not bare and target.number ~= '' then
    return {pandoc.Link({pandoc.Str('§\u{a0}' .. target.number)}, href, target.title)}
  end
  local link = pandoc.Link({pandoc.Str('“' .. target.title .. '”')}, href)
  if not home or bare then return {link} end
  return {link, pandoc.Str(' in '), page_link(page, target.stem)}
end

function references.resolve(page, doc)
  local here, elsewhere = {}, nil
  for _, item in ipairs(page.items) do here[item.id] = item end

  local function link(citation)
    local key, bare = citation.id, citation.mode == 'SuppressAuthor'
    if key:match '^ch:' then
      local whole = page_link(page, key:sub(4), bare)
      return whole and {whole}
    end
    if here[key] then return label_link(page, here[key], key, bare) end
    elsewhere = elsewhere or labels_elsewhere(page)
    return elsewhere[key] and label_link(page, elsewhere[key], key, bare)
  end

  return doc:walk{Cite = function(cite)
    local inlines = pandoc.List{}
    for i, citation in ipairs(cite.citations) do
      if not numbering.reference_kind(citation.id) then
        page.cites = true
        if i == 1 then return nil end
        page.source:complain('@' .. citation.id, 'a reference and a citation cannot share brackets')
        return nil
      end
      local links = link(citation)
      if not links then
        page.source:complain('@' .. citation.id, ('@%s refers to nothing in the book'):format(citation.id))
        return nil
      end
      if i > 1 then inlines:extend{pandoc.Str ',', pandoc.Space()} end
      inlines:extend(citation.prefix)
      if #citation.prefix > 0 then inlines:insert(pandoc.Space()) end
      inlines:extend(links)
      inlines:extend(citation.suffix)
    end
    return inlines
  end}
end

-- citeproc only warns of a source that the bibliography lacks.
function references.check_citations(page, doc)
  if not page.cites then return end
  local known = {}
  for _, reference in ipairs(pandoc.utils.references(doc)) do known[reference.id] = true end
  doc:walk{Cite = function(cite)
    for _, citation in ipairs(cite.citations) do
      if not known[citation.id] and not numbering.reference_kind(citation.id) then
        page.source:complain({'@' .. citation.id, 'by="' .. citation.id .. '"', citation.id},
          ('@%s is not in book/references.bib'):format(citation.id))
      end
    end
  end}
end

return references
