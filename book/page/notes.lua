-- notes.lua: document -> document whose notes stand behind their paragraphs.
-- Footnotes and what the reader's own card says, set in the margin.
--
-- In the source a note stands behind its word; on the page it stands behind its
-- paragraph's last word, so that it breaks no sentence where there is no margin.

local html = require 'page.html'

local notes = {}

local function is_note(inline)
  return inline.t == 'RawInline' and inline.text:match '^<span class="note '
    or inline.t == 'Span' and inline.classes:includes 'note'
end

local function notes_last(paragraph)
  local text, behind = pandoc.List{}, pandoc.List{}
  for _, inline in ipairs(paragraph.content) do
    local list = is_note(inline) and behind or text
    list:insert(inline)
  end
  if #behind == 0 then return nil end
  text:extend(behind)
  paragraph.content = text
  return paragraph
end

function notes.set(doc)
  local count = 0
  local function margin(note)
    count = count + 1
    local mark = html.inline(('<sup class="ref">%d</sup>'):format(count))
    local inlines = pandoc.List{mark, pandoc.Space()}
    inlines:extend(pandoc.utils.blocks_to_inlines(note.content, {pandoc.LineBreak()}))
    return {mark, pandoc.Span(inlines, pandoc.Attr('', {'note'}, {role = 'note'}))}
  end
  return doc:walk{Note = margin}:walk{Para = notes_last, Plain = notes_last}
end

return notes
