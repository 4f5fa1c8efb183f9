-- search_data.lua: read pages -> what a search looks through.
-- The text of search-data.js, out of pages as passages.lua reads them, each with its stem and its label.

local source = require 'page.source'

local search = {}

local SPOKEN = {'chapter', 'term', 'kernel', 'sec', 'fig', 'tbl', 'lst', 'ex'}
local SPEAKS = {}
for _, kind in ipairs(SPOKEN) do SPEAKS[kind] = true end

local JSON = {['"'] = '\\"', ['\\'] = '\\\\', ['\n'] = '\\n', ['\r'] = '\\r', ['\t'] = '\\t', ['<'] = '\\u003c',
  ['\u{2028}'] = '\\u2028', ['\u{2029}'] = '\\u2029'}

local function json(value)
  if type(value) == 'number' then return tostring(value) end
  return '"' .. (value or ''):gsub('[%z\1-\31"\\<]', function(c) return JSON[c] or ('\\u%04x'):format(c:byte()) end)
    :gsub('\u{2028}', JSON['\u{2028}']):gsub('\u{2029}', JSON['\u{2029}']) .. '"'
end

local function row(...)
  local cells = {...}
  for i, cell in ipairs(cells) do cells[i] = json(cell) end
  return '[' .. table.concat(cells, ',') .. ']'
end

-- The words of a listing of three letters or more, each once, as a set.
local function words_in(code)
  local words = {}
  for word in code:gmatch '[%w_]+' do
    if #word > 2 and not word:find '^%d+$' then words[word] = true end
  end
  return words
end

-- Of each listing the words that tell it from others: words that stand in more than ten listings and in a sixteenth of all (`int`,
-- `const`) lead nowhere. A search for any other name finds its listing, and the page shows the code. Sorted words pack better.
local function telling(read)
  local listings, count, all, out = {}, {}, 0, {}
  for _, page in ipairs(read) do
    for _, passage in ipairs(page.passages) do
      if passage.kind == 'lst' then
        local words = listings[passage.text] or words_in(passage.text)
        listings[passage.text], all = words, all + 1
        for word in pairs(words) do count[word] = (count[word] or 0) + 1 end
      end
    end
  end
  for code, words in pairs(listings) do
    local kept = {}
    for word in pairs(words) do
      if count[word] <= math.max(all / 16, 10) then kept[#kept + 1] = word end
    end
    table.sort(kept)
    out[code] = table.concat(kept, ' ')
  end
  return out
end

-- The kernels of the chapters' programs: each leads to the first section that names it.
local function kernels(read)
  local first, out = {}, {}
  for i, page in ipairs(read) do
    for _, named in ipairs(page.named) do
      first[named.name] = first[named.name] or {page = i, id = named.id}
    end
  end
  for _, page in ipairs(read) do
    for name in (source.read('data/lens/tables/' .. page.stem .. '.txt') or ''):gmatch '%f[^\n%z](%l%S*)' do
      local at = first[name]
      if at then out[#out + 1] = row(at.page - 1, 'kernel', at.id, '', name, '') end
    end
  end
  return out
end

-- bookPassages([[stem, label, title], …], [[page, kind, id, number, title, text], …])
-- Listings stand beside listings, terms beside terms: what is alike packs well.
function search.data(read)
  local pages, rows, kinds, words = {}, {}, {}, telling(read)
  for i, page in ipairs(read) do
    pages[i] = row(page.stem, page.label, page.title)
    for _, passage in ipairs(page.passages) do
      if SPEAKS[passage.kind] and passage.id ~= 'references' and (passage.title ~= '' or passage.text ~= '') then
        local alike = kinds[passage.kind] or {}
        kinds[passage.kind] = alike
        alike[#alike + 1] = row(i - 1, passage.kind, passage.id, passage.number or '', passage.title,
          passage.kind == 'lst' and words[passage.text] or passage.text)
      end
    end
  end
  kinds.kernel = kernels(read)
  for _, kind in ipairs(SPOKEN) do table.move(kinds[kind] or {}, 1, #(kinds[kind] or {}), #rows + 1, rows) end
  return ('bookPassages([%s],\n[%s]);\n'):format(table.concat(pages, ","), table.concat(rows, ',\n'))
end

return search
