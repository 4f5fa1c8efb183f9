-- collect.lua: build/book/*.html -> what is said of the whole book.
-- Reads all finished pages and writes what is said of the whole book:
--
--   build/edition/search-data.js   the passages that a search looks through
--   build/edition/terms.md         the index of terms
--   build/edition/lists.md         lists of figures, tables, listings and exercises
--   build/edition/questions.md     the questions that chapters leave open
--   build/edition/bibliography.md  the sources, and who cites them; how to cite this book
--   build/edition/404.md           what a host shows for a page that is not there
--
--   pandoc --lua-filter book/edition/collect.lua -o /dev/null /dev/null
--
-- Each is replaced only if its bytes change.

package.path = PANDOC_SCRIPT_FILE:match '^(.*/)edition/' .. '?.lua;' .. package.path
local source, html, frame, glossary = require 'page.source', require 'page.html', require 'page.frame', require 'page.glossary'
local passages, citation, units = require 'edition.passages', require 'page.citation', require 'records.units'
local search, carry = require 'edition.search_data', require 'edition.carry'

local function read_pages(book)
  local read = {}
  local function take(stem, chapter)
    local path = 'build/pages/' .. stem .. '.html'
    local text = source.read(path)
    if not text then error(path .. ': the page is not there', 0) end
    local ok, page = pcall(passages.of, text)
    if not ok then error(('%s: %s'):format(path, page), 0) end
    page.stem, page.chapter, page.open = stem, chapter, text:gmatch '<section class="open".->.-<ol>(.-)</ol>%s*</section>'
    page.label = chapter and chapter.listed or 'Contents'
    read[#read + 1] = page
  end
  take('index', nil)
  for _, page in ipairs(book.pages) do take(page.stem, page) end
  return read
end

local function front(title, short)
  return ('---\ntitle: %s\nshort: %s\n---\n\n'):format(title, short)
end

local function raw(lines)
  return '```{=html}\n' .. table.concat(lines, '\n') .. '\n```\n'
end

local function link(page, id, text)
  return ('<a href="%s.html%s">%s</a>'):format(page.stem, id ~= '' and '#' .. html.escape(id) or '', html.escape(text))
end

-- Lists.

local LISTS = {{'fig', 'Figures', 'Figure'}, {'tbl', 'Tables', 'Table'}, {'lst', 'Listings', 'Listing'},
  {'ex', 'Exercises', 'Exercise'}}

local function list_of(list, read)
  local items = {}
  for _, page in ipairs(read) do
    for _, passage in ipairs(page.passages) do
      if passage.kind == list[1] and passage.number then
        local title, after = passage.title, passage.needs
        if list[1] == 'lst' then
          local file, region = title:match '^(.-) \u{b7} (.*)$'
          title, after = region or title, file
        end
        items[#items + 1] = ('<li><span class="number">%s</span> <span>%s%s</span></li>'):format(
          link(page, passage.id, passage.number):gsub('<a ', '%0aria-label="' .. list[3] .. ' ' .. passage.number .. '" '),
          html.escape(title), after and (' <span class="where">%s</span>'):format(html.escape(after)) or '')
      end
    end
  end
  return items
end

local function lists(read)
  local out = {front('Figures, tables, listings, exercises', 'Figures and listings')}
  for _, list in ipairs(LISTS) do
    local items = list_of(list, read)
    if #items > 0 then
      out[#out + 1] = ('## %s {#all-%s}\n\n'):format(list[2], list[2]:lower())
      out[#out + 1] = raw{'<ul class="listed">', table.concat(items, '\n'), '</ul>'} .. '\n'
    end
  end
  return table.concat(out)
end

-- Open questions, each with its experiment and the way to its page.
local function questions(read)
  local out = {front('Open questions', 'Open questions'), 'What the chapters of this book leave open, and which experiment would settle it.\n\n'}
  for _, page in ipairs(read) do
    local items = {}
    for list in page.open do
      items[#items + 1] = list:gsub(' href="#', (' href="%s.html#'):format(page.stem))
        :gsub('<li id="(open%-%d+)">', ('<li id="%s-%%1">'):format(page.stem))
    end
    if #items > 0 then
      out[#out + 1] = ('## %s {#open-%s}\n\n'):format(page.label, page.stem)
      out[#out + 1] = raw{'<ol class="open">', table.concat(items, '\n'), '</ol>',
        ('<p>In %s.</p>'):format(link(page, 'open-1', page.title))} .. '\n'
    end
  end
  -- The counts of lens and card whose difference is open: edition/ledger.lua.
  local open = source.read 'build/edition/ledger-open.html' or ''
  if open ~= '' then
    out[#out + 1] = '## Lens and card {#open-ledger}\n\n' .. raw{'<ol class="open">', open, '</ol>',
      '<p>In <a href="ledger.html#reasons">Lens and card</a>.</p>'} .. '\n'
  end
  if #out == 2 then out[2] = 'No chapter leaves a question open.\n' end
  return table.concat(out)
end

-- Terms.

local function section_of(page, id)
  for _, passage in ipairs(page.passages) do
    if passage.id == id and id ~= '' then return page.label .. ', ' .. passage.title end
  end
  return page.label
end

-- word -> {name, id (of the glossary's entry), defined = {links}, used = {links}}
local function gather(read)
  local forms = glossary.read()
  local entries, by_id = {}, {}
  for _, page in ipairs(read) do
    if page.stem == 'glossary' then
      for _, passage in ipairs(page.passages) do
        if passage.kind == 'term' then
          local entry = {name = passage.title, id = passage.id, defined = {}, used = {}, glossary = page}
          table.insert(entries, entry)
          by_id[passage.id] = entry
        end
      end
    end
  end
  local function entry_of(word, mark)
    local term = forms[word:lower():gsub('%p+$', '')]
    if term then return by_id[term.id] end
    if not mark then return nil end
    local key = 'mark:' .. word:lower()
    if not by_id[key] then
      by_id[key] = {name = word, defined = {}, used = {}}
      table.insert(entries, by_id[key])
    end
    return by_id[key]
  end
  for _, page in ipairs(read) do
    if page.chapter and page.stem ~= 'glossary' then
      local here = {}
      for _, word in ipairs(page.italics) do
        local entry = word.term and by_id['term-' .. word.term] or entry_of(word.text, word.marked)
        if entry and not here[entry] and word.id ~= 'references' then
          here[entry] = true
          table.insert(entry.defined, link(page, word.id, section_of(page, word.id)))
        end
      end
      for _, use in ipairs(page.uses) do
        local entry = by_id['term-' .. (use.term or '')]
        if entry and not here[entry] then
          here[entry] = true
          table.insert(entry.used, link(page, use.id, page.label))
        end
      end
    end
  end
  table.sort(entries, function(a, b)
    local x, y = a.name:lower(), b.name:lower()
    return x == y and a.name < b.name or x < y
  end)
  return entries
end

local function terms(read)
  local out, letter = {front('Index of terms', 'Index')}, nil
  local lines = {}
  local function close()
    if #lines > 0 then out[#out + 1] = raw{'<dl class="terms">', table.concat(lines, '\n'), '</dl>'} .. '\n' end
    lines = {}
  end
  for _, entry in ipairs(gather(read)) do
    local first = entry.name:sub(1, 1):upper():match '%a' or '0–9'
    if first ~= letter then
      close()
      letter = first
      out[#out + 1] = ('## %s {#letter-%s}\n\n'):format(first, first:lower():gsub('[^a-z]', 'other'))
    end
    local places = {}
    if entry.glossary then places[1] = link(entry.glossary, entry.id, 'Glossary') end
    for _, place in ipairs(entry.defined) do places[#places + 1] = ('<b>%s</b>'):format(place) end
    for _, place in ipairs(entry.used) do places[#places + 1] = place end
    lines[#lines + 1] = ('<dt>%s</dt><dd>%s</dd>'):format(html.escape(entry.name), table.concat(places, ' · '))
  end
  close()
  if #out == 1 then out[2] = 'No term is defined yet.\n' end
  table.insert(out, 2, 'In bold: where a chapter says what the word means. Others: where a chapter uses it first.\n\n')
  return table.concat(out)
end

-- Sources: who cites them, a chapter or a file of others' figures, is noted in the front
-- matter, for generated_page.lua.

local function sources_of_figures()
  local files = {}
  for key in (source.read 'book/references.bib' or ''):gmatch '@%a+{%s*([^,%s]+)' do files[key] = {} end
  for path in (source.read 'build/labels/_records' or ''):gmatch 'data/published/%S+%.csv' do
    local text = source.read(path) or ''
    for key, list in pairs(files) do
      if text:find(',' .. key .. ',', 1, true) then list[#list + 1] = path end
    end
  end
  return files
end

local function how_to_cite()
  local cff = citation.read()
  local year = (cff.date or ''):match '^%d+' or ''
  return ('## To cite this book {#cite}\n\n%s. %s. *%s.* %s.\n\n'):format(cff.authors, year, cff.title, units:day(cff.date))
    .. raw{'<div class="code"><pre tabindex="0" role="region" aria-label="For BibTeX"><code>@book{tiles' .. year .. ',',
      '  title = {' .. html.escape(cff.title) .. '},', '  author = {{' .. html.escape(cff.authors) .. '}},',
      '  year = {' .. year .. '},', '  note = {' .. html.escape(citation.edition()) .. '}', '}</code></pre></div>'}
end

local NOWHERE = '---\ntitle: There is no such page\nshort: Not found\n---\n\n'
  .. 'It may have had another name once. [All chapters](index.html), the [index of terms](terms.html) and the '
  .. '[lists of figures and listings](lists.html) lead on.\n'

local function bibliography(read)
  local by_key, keys = {}, {}
  local function cite(key, who)
    if not by_key[key] then by_key[key] = {}; keys[#keys + 1] = key end
    table.insert(by_key[key], who)
  end
  for _, page in ipairs(read) do
    for key in pairs(page.cites) do cite(key, page.stem) end
  end
  for key, files in pairs(sources_of_figures()) do
    for _, file in ipairs(files) do cite(key, file) end
  end
  table.sort(keys)
  local out = {'---\ntitle: Bibliography\nshort: Bibliography\n'}
  if #keys > 0 then
    out[#out + 1] = 'nocite: |\n'
    for i, key in ipairs(keys) do out[#out + 1] = ('  @%s%s\n'):format(key, i < #keys and ',' or '') end
    out[#out + 1] = 'cited:\n'
    for _, key in ipairs(keys) do out[#out + 1] = ('  "%s": "%s"\n'):format(key, table.concat(by_key[key], ' ')) end
  end
  out[#out + 1] = '---\n\n::: {#refs}\n:::\n\n' .. how_to_cite()
  return table.concat(out)
end

carry.run(function()
  local read = read_pages(frame.read_sidebar())
  source.write('build/edition/search-data.js', search.data(read), true)
  source.write('build/edition/terms.md', terms(read), true)
  source.write('build/edition/lists.md', lists(read), true)
  source.write('build/edition/questions.md', questions(read), true)
  source.write('build/edition/bibliography.md', bibliography(read), true)
  source.write('build/edition/404.md', NOWHERE, true)
end)
