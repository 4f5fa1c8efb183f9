-- slides.lua: build/book/<stem>.html -> build/slides/<stem>.html.
-- A deck for each chapter, of what its page shows: the question, the predictions, each figure and small table
-- beneath what it proves, the first kernel and what others change in it, by excerpts, the one thing to remember, and one
-- exercise. The prose between them is what the speaker says.
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

-- What the last row can read of one slide: lines of code, rows and columns of a table.
local LINES, ROWS, COLUMNS = 18, 8, 6

local function words(text) return (text:gsub('<[^>]*>', '')) end

-- The first sentence of a paragraph's HTML, and what follows it. A sentence does not end inside brackets or mark-up.
local function first_sentence(text)
  local depth, at = 0, 1
  while at <= #text do
    local c = text:sub(at, at)
    if c == '<' then
      local last = text:find('>', at, true)
      local tag = text:sub(at, last)
      if tag:sub(2, 2) == '/' then depth = depth - 1
      elseif tag:sub(-2) ~= '/>' and not tag:match '^<br' then depth = depth + 1 end
      at = last
    elseif c == '(' then depth = depth + 1
    elseif c == ')' then depth = depth - 1
    elseif depth == 0 and c:match '[.?!]' and text:match('^%s+%S', at + 1) then
      return text:sub(1, at), text:sub(at + 1):gsub('^%s+', '')
    end
    at = at + 1
  end
  return text, ''
end

-- A figure or a table without its caption; what it is called, the finding, which becomes the head of
-- the slide, and what else the caption says, which the speaker does.
local function claimed(figure)
  local called, claim, rest, source = '', nil, '', ''
  figure = figure:gsub('<figcaption.-</figcaption>', function(caption)
    caption = carry.without(caption, 'p', 'prov', function(prov) source = prov; return '' end)
    for text in caption:gmatch '<p[^>]*>(.-)</p>' do
      if claim then rest = rest .. '<p>' .. text .. '</p>'
      else
        called, text = text:match '^%s*<b>(.-)%.?</b>%s*(.*)$'
        if not called then called, text = '', caption:match '<p[^>]*>(.-)</p>' end
        claim, text = first_sentence(text)
        if text ~= '' then rest = '<p>' .. text .. '</p>' end
      end
    end
    return ''
  end)
  figure = carry.without(figure, 'p', 'prov', function(prov) source = prov; return '' end)
  return figure, called, claim, rest .. source
end

-- Small enough to be read from the last row, and without cells that span others.
local function is_small(table_html)
  local head, body = table_html:match '<thead>(.-)</thead>', table_html:match '<tbody>(.*)</tbody>'
  if not (head and body) or table_html:find '[cr]o[lw]span' then return false end
  local _, columns = head:gsub('<th', '')
  local _, rows = body:gsub('<tr', '')
  return rows <= ROWS and columns <= COLUMNS
end

-- A drawing whose head stands beside it, so that it has the height of the slide.
local function is_tall(figure)
  local width, height = figure:match '<svg class="[^"]*%f[%w]wide%f[%W][^>]- viewBox="0 0 ([%d.]+) ([%d.]+)"'
  return width and width / height < 1.9
end

-- One that is too high to be read from the last row: the page has it.
local function is_too_tall(figure)
  local width, height = figure:match '<svg class="[^"]*%f[%w]wide%f[%W][^>]- viewBox="0 0 ([%d.]+) ([%d.]+)"'
  return width and width / height < 1.2
end

-- The lines of a listing, as it folds at first: {html, marked, indent, blank}.
local function lines_of(code)
  code = carry.without(code, 'span', 'folded'):gsub('<input type="checkbox" />', '')
  local lines, marked = {}, false
  for line in (code .. '\n'):gmatch '(.-)\n' do
    local text = line:gsub('^</mark>', function() marked = false return '' end):gsub('^<mark>', function() marked = true return '' end)
      :gsub('</mark>$', '')
    local plain = words(text)
    lines[#lines + 1] = {html = text, marked = marked, indent = #plain:match '^%s*', blank = not plain:match '%S'}
  end
  if #lines > 0 and lines[#lines].html == '' then lines[#lines] = nil end
  return lines
end

-- Of lines some of which are marked: these, with a line before and after; a line for what is left out.
local function around_marks(lines)
  local kept, any = {}, false
  for i, line in ipairs(lines) do
    if line.marked then
      any = true
      for j = i - 1, i + 1 do kept[j] = true end
    end
  end
  if not any then return lines end
  local out, i = {}, 1
  while i <= #lines do
    local from = i
    while i <= #lines and not kept[i] do i = i + 1 end
    if i - from == 1 then out[#out + 1] = lines[from]
    elseif i > from then
      out[#out + 1] = {html = ('<i class="r">⋯ %d lines</i>'):format(i - from), indent = 0, gap = true}
    end
    while i <= #lines and kept[i] do
      out[#out + 1] = lines[i]
      i = i + 1
    end
  end
  return out
end

-- Cuts lines into as few pieces of at most LINES as there can be, where the code is least indented.
local function pieces(lines)
  local out, at = {}, 1
  while at <= #lines do
    local left = #lines - at + 1
    local count = math.ceil(left / LINES)
    local best, least = math.min(left, LINES), math.huge
    for size = math.max(1, left - (count - 1) * LINES), math.min(left, LINES) do
      local after, last = lines[at + size], lines[at + size - 1]
      local cost = math.abs(size - left / count) + (after and after.indent or 0)
        + (after and words(after.html):match '^%s*}' and 6 or 0) - ((last.blank or last.gap or after and after.gap) and 4 or 0)
      if cost < least then best, least = size, cost end
    end
    local from, to = at, at + best - 1
    while lines[from].blank and from < to do from = from + 1 end
    while lines[to].blank and from < to do to = to - 1 end
    out[#out + 1] = table.move(lines, from, to, 1, {})
    at = at + best
  end
  return out
end

local function set_lines(lines)
  local out = {}
  for i, line in ipairs(lines) do
    local before, after = lines[i - 1], lines[i + 1]
    out[i] = (line.marked and not (before and before.marked) and '<mark>' or '') .. line.html .. (after and '\n' or '')
      .. (line.marked and not (after and after.marked) and '</mark>' or '')
  end
  return table.concat(out)
end

-- The slides of a listing: what its head says, and each piece of its code.
local function excerpts(listing)
  local head, code = listing:match '<p class="head">(.-)</p>', listing:match '<code>(.*)</code>'
  local lines = lines_of(code)
  if #lines > LINES then lines = around_marks(lines) end
  local cut, out = pieces(lines), {}
  for i, piece in ipairs(cut) do
    local part = #cut > 1 and ('<span class="where">%d of %d</span>'):format(i, #cut) or ''
    local opening = i == 1 and listing:match '^<div[^>]*>' or '<div class="listing">'
    out[i] = ('%s<p class="head">%s%s</p><pre style="--lines: %d"><code>%s</code></pre></div>'):format(
      opening:gsub('%sdata%-%w+="[^"]*"', ''), head, part, #piece, set_lines(piece))
  end
  return out
end

-- A long text is set smaller, so that it fits.
local function sized(text)
  local long = utf8.len(words(text)) or #text
  for code in text:gmatch '<pre.-</pre>' do long = long + 40 * select(2, code:gsub('\n', '')) end
  return ('<div class="text%s">%s</div>'):format(long > 900 and ' longest' or long > 560 and ' long' or '', text)
end

-- The first listing that shows a kernel, or the first of all.
local function first_kernel(blocks)
  local first
  for _, block in ipairs(blocks) do
    if block.tag == 'div' and has_class(block, 'listing') then
      if block.opening:find('data-run=', 1, true) then return block.html end
      first = first or block.html
    end
  end
  return first
end

local function slide(list, class, where, head, body, notes)
  list[#list + 1] = {class = class, where = where, head = head, body = body, notes = notes or ''}
end

local function deck(part)
  local slides, said, section, skipped = {}, {}, nil, false
  local exercise, ending
  local blocks = carry.blocks(part.body)
  local kernel = first_kernel(blocks)
  -- What was said since the last slide goes with this one.
  local function take()
    local notes = table.concat(said, '\n')
    said = {}
    return notes
  end
  slide(slides, 'question', nil, nil, ('<p class="eyebrow">%s</p><h1>%s</h1><p>%s</p>'):format(part.eyebrow or '', part.title,
    html.escape(part.chapter.summary or '')))
  for _, block in ipairs(blocks) do
    if #slides == 1 and block.tag ~= 'p' then slides[1].notes = slides[1].notes .. take() end
    if block.tag == 'h2' then
      section = words(block.html)
      skipped = SKIPPED[section]
      if section == 'Where we stand' then
        slides[#slides].notes = slides[#slides].notes .. take()
        ending = {class = 'end', head = section, notes = ''}
        slides[#slides + 1] = ending
      end
    elseif skipped then
      -- nothing
    elseif block.tag == 'section' and has_class(block, 'predict') then
      slide(slides, 'ask', nil, 'Predict', sized(carry.without(block.html, 'p', 'kind')), take())
    elseif block.tag == 'figure' and not has_class(block, 'lens') and not is_too_tall(block.html) and (not has_class(block, 'table') or is_small(block.html)) then
      local figure, called, claim, rest = claimed(carry.without(block.html, 'details', 'data'))
      slide(slides, is_tall(figure) and 'figure beside' or 'figure', ('%s · %s'):format(section or part.short, called), claim or called, figure, rest .. take())
    elseif block.tag == 'div' and has_class(block, 'listing') and (block.html:find('class="since"', 1, true) or block.html == kernel) then
      for _, piece in ipairs(excerpts(block.html)) do slide(slides, 'program', nil, section, piece, take()) end
    elseif block.tag == 'section' and has_class(block, 'exercise') and not exercise then
      local answer
      local asked = carry.without(block.html, 'details', 'answer', function(details)
        answer = details:gsub('^<details[^>]*>%s*<summary>.-</summary>', ''):gsub('</details>%s*$', '')
        return ''
      end)
      if not asked:find('<table', 1, true) then -- a table of numbers is for the desk
        exercise = {class = 'ask', head = 'One exercise', body = sized(asked), notes = answer or ''}
      end
    elseif ending and not ending.body and block.html:match '^<p>If you remember one thing: ' then
      ending.where, ending.head = section, 'If you remember one thing'
      ending.body = sized(block.html:gsub('^<p>If you remember one thing: (.)([\x80-\xbf]*)', function(c, more) return '<p>' .. c:upper() .. more end))
    elseif PROSE[block.tag] then
      said[#said + 1] = block.html
    end
  end
  if ending and not ending.body then ending.body = sized(take()) end
  slides[#slides].notes = slides[#slides].notes .. take()
  -- A lecture ends where the chapter does, with the exercise behind it.
  slides[#slides + 1] = exercise
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
    out[#out + 1] = ('<section class="slide %s" id="slide-%d" aria-label="Slide %d of %d" tabindex="-1">\n%s%s<div class="shown">%s</div>%s%s'
      .. '<p class="place" aria-hidden="true">%s%d / %d</p></section>\n'):format(one.class, i, i, #slides,
      one.where and ('<p class="eyebrow">%s</p>'):format(one.where) or '', one.head and ('<h2>%s</h2>'):format(away(part, one.head)) or '', away(part, one.body), i == 1 and HELP:format(part.stem) or '',
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
