-- slides.lua: build/book/<stem>.html -> build/slides/<stem>.html.
-- A deck for each chapter, build/slides/<stem>.html, of what its page shows: the
-- question, the predictions, the figures with their steps, listings with marked lines, where
-- the chapter ends, and one exercise. The prose between them is what the speaker says.
--
--   C='naive tiling' pandoc --lua-filter book/edition/slides.lua -o /dev/null /dev/null

package.path = PANDOC_SCRIPT_FILE:match '^(.*/)edition/' .. '?.lua;' .. package.path
local source, html, carry = require 'page.source', require 'page.html', require 'edition.carry'

local function has_class(block, class)
  return (' ' .. (block.opening:match '%sclass="([^"]*)"' or '') .. ' '):find(' ' .. class .. ' ', 1, true) ~= nil
end

local PROSE = {p = true, ul = true, ol = true, blockquote = true, math = true, h3 = true}
-- Sections of which a lecture shows nothing.
local SKIPPED = {['Further measurements'] = true, ['Further reading'] = true, References = true}

local function words(text) return (text:gsub('<[^>]*>', '')) end

local function slide(list, class, head, body, notes)
  list[#list + 1] = {class = class, head = head, body = body, notes = notes}
end

local function deck(part)
  local slides, said, section, skipped, exercises = {}, {}, nil, false, 0
  local blocks = carry.blocks(part.body)
  local marked = part.body:find('class="since"', 1, true) ~= nil
  local shown = 0
  -- What was said since the last slide goes with this one.
  local function take()
    local notes = table.concat(said, '\n')
    said = {}
    return notes
  end
  local question
  for _, block in ipairs(blocks) do
    if block.tag == 'h2' then
      section = words(block.html)
      skipped = SKIPPED[section]
      if section == 'Where we stand' and #slides > 0 then
        slides[#slides].notes = slides[#slides].notes .. take()
        slide(slides, 'end', section, '', '')
      end
    elseif skipped then
      -- nothing
    elseif not question and block.tag == 'p' then
      question = block.html
      slide(slides, 'question', nil, ('<p class="eyebrow">%s</p><h1>%s</h1>%s'):format(part.eyebrow or '', part.title, question), '')
    elseif block.tag == 'section' and has_class(block, 'predict') then
      slide(slides, 'ask', 'Predict', block.html, take())
    elseif block.tag == 'figure' and not has_class(block, 'table') and not has_class(block, 'lens') then
      slide(slides, 'figure', section, carry.without(block.html, 'details', 'data'), take())
    elseif block.tag == 'div' and has_class(block, 'listing') and (block.html:find('class="since"', 1, true) or not marked and shown == 0) then
      shown = shown + 1
      local _, lines = carry.without(block.html, 'span', 'folded'):gsub('\n', '')
      slide(slides, 'program', section, ('<div style="--lines: %d">%s</div>'):format(lines + 1, block.html), take())
    elseif block.tag == 'section' and has_class(block, 'exercise') then
      exercises = exercises + 1
      if exercises == 1 then
        local answer
        local asked = carry.without(block.html, 'details', 'answer', function(details)
          answer = details:gsub('^<details[^>]*>%s*<summary>.-</summary>', ''):gsub('</details>%s*$', '')
          return ''
        end)
        slide(slides, 'ask', 'One exercise', asked, answer or '')
      end
    elseif PROSE[block.tag] then
      if #slides > 0 and slides[#slides].class == 'end' then
        slides[#slides].body = slides[#slides].body .. block.html
      else
        said[#said + 1] = block.html
      end
    end
  end
  if #slides > 0 then slides[#slides].notes = slides[#slides].notes .. take() end
  -- A lecture ends where the chapter does, with the exercise behind it.
  for i, one in ipairs(slides) do
    if one.head == 'One exercise' then table.insert(slides, table.remove(slides, i)) break end
  end
  return slides
end

local function away(part, text)
  return (text:gsub('<%a[^>]*>', function(tag)
    return tag:gsub('(%shref=")#', '%1../book/' .. part.stem .. '.html#')
      :gsub('(%shref=")([%w-]+%.html)', '%1../book/%2')
  end))
end

local HELP = '<nav class="toc" aria-label="The book"><p class="book"><a href="../book/%s.html">The chapter</a></p>'
  .. '<p>Arrow keys turn the slides, <kbd>n</kbd> shows what to say, <kbd>f</kbd> fills the screen.</p></nav>'

local function page(part, slides, styles, scripts)
  local out = {('<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8" />\n<meta name="viewport" '
    .. 'content="width=device-width, initial-scale=1" />\n<title>%s · slides</title>\n<style>\n%s</style>\n<script>\n%s</script>\n'
    .. '</head>\n<body class="deck">\n<main>\n'):format(words(part.title), styles, scripts)}
  for i, one in ipairs(slides) do
    out[#out + 1] = ('<section class="slide %s" id="slide-%d" aria-label="Slide %d of %d" tabindex="-1">\n%s<div class="shown">%s</div>%s%s'
      .. '<p class="place" aria-hidden="true">%s%d / %d</p></section>\n'):format(one.class, i, i, #slides,
      one.head and ('<h2>%s</h2>'):format(one.head) or '', away(part, one.body), i == 1 and HELP:format(part.stem) or '',
      one.notes:match '%S' and '<aside class="said" aria-label="What to say">' .. away(part, one.notes) .. '</aside>' or '',
      part.number and html.escape(part.number .. ' ' .. part.short) .. ' · ' or '', i, #slides)
  end
  out[#out + 1] = '</main>\n</body>\n</html>\n'
  return table.concat(out)
end

carry.run(function()
  local parts, wanted = carry.parts(), {}
  for stem in (os.getenv 'C' or ''):gmatch '[^%s,]+' do wanted[#wanted + 1] = stem end
  local stems = carry.stems(parts)
  for _, stem in ipairs(wanted) do
    if not (stems[stem] and stems[stem].number and not stems[stem].further) then error(('C=%s: no chapter of the book has slides by that name'):format(stem), 0) end
  end
  local styles = (source.read 'book/style.css' or '') .. (source.read 'book/edition/slides.css' or '')
  local scripts = (source.read 'book/book.js' or '') .. (source.read 'book/edition/slides.js' or '')
  if #wanted == 0 then
    for _, part in ipairs(parts) do wanted[#wanted + 1] = part.number and not part.further and part.stem or nil end
  end
  for _, stem in ipairs(wanted) do
    local part = stems[stem]
    local slides = deck(part)
    source.write('build/slides/' .. part.stem .. '.html', page(part, slides, styles, scripts))
    print(('slides  build/slides/%s.html (%d)'):format(part.stem, #slides))
  end
end)
