-- judged.lua: page, document -> document with its tables of judged kernels set.
-- What the lens says of kernels that are there to be judged, and what CUDA it takes.
--
--   ::: {.mistakes kind="race"}
--   :::
--
-- The wrong kernels of tests/bad that are told of a race: what is wrong (tests/bad/table), the line
-- that it is told, and the sentence of tests/bad/told.tsv, which tests/lens-bad.t holds to what the
-- lens says. Those of tests/bad/tensors.cu are a kind of their own, asynchronous. A page that has one kind
-- has all.
--
--   ::: taken
--   :::
--
-- The CUDA of tests/good/cuda, group by group; tests/lens-cuda.t compiles and runs each.

local source, html = require 'page.source', require 'page.html'

local judged = {}

local function lines_of(page, path)
  page.R.files[path] = true
  local lines = {}
  for line in (source.read(path) or error({message = path .. ' is not there'}, 0)):gmatch '([^\n]*)\n' do
    lines[#lines + 1] = line
  end
  return lines
end

-- Fields of the lines that are no comment.
local function fields_of(page, path, separator)
  local rows = {}
  for _, line in ipairs(lines_of(page, path)) do
    if line ~= '' and line:sub(1, 1) ~= '#' then
      local row = {}
      for cell in (line .. separator):gmatch('(.-)' .. (separator == '|' and '%|' or separator)) do row[#row + 1] = cell end
      rows[#rows + 1] = row
    end
  end
  return rows
end

-- Text in which `words` are code.
local function set_words(text)
  return (html.escape(text):gsub('`(.-)`', '<code>%1</code>'))
end

local HEADS = {'What is wrong', 'The line', 'What the lens says of it'}

local function set_table(group)
  local out = {('<details class="judged"><summary>%d wrong kernel%s, and what %s told</summary>'):format(#group,
    #group > 1 and 's' or '', #group > 1 and 'they are' or 'it is')}
  out[2] = ('<div class="scroll" tabindex="0" role="region" aria-label="Wrong kernels: %s"><table><thead><tr>')
    :format(html.escape(group.name))
  for _, head in ipairs(HEADS) do out[#out + 1] = '<th scope="col">' .. head .. '</th>' end
  out[#out + 1] = '</tr></thead><tbody>'
  for _, row in ipairs(group) do out[#out + 1] = '<tr><td>' .. table.concat(row, '</td><td>') .. '</td></tr>' end
  return html.block(table.concat(out, '\n') .. '</tbody></table></div></details>')
end

-- In groups by name, in the order in which they come.
local function grouped(rows)
  local groups, by = {}, {}
  for _, row in ipairs(rows) do
    if not by[row.group] then
      by[row.group] = {name = row.group}
      groups[#groups + 1] = by[row.group]
    end
    table.insert(by[row.group], row)
  end
  return groups
end

-- "race: tests/bad/products.cu:48: thread …" is of the kind race, at line 48.
local function parts_of(sentence)
  local kind, rest = sentence:match '^([a-z ]+): (.*)$'
  if not kind then
    local launch = sentence:find(': launch: ', 1, true) or sentence:find 'launches no kernel$'
    return launch and 'launch' or 'wrong product', nil, nil, sentence
  end
  local file, line, words = rest:match '^(%S+%.cu):(%d+): (.*)$'
  return kind, file, tonumber(line), words or rest
end

-- Programs whose mistakes stand in a table of their own, whatever they are told.
local APART = {tensors = 'asynchronous', groups = 'groups'}

local function all_mistakes(page)
  local wrong, rows, seen = {}, {}, {}
  for _, row in ipairs(fields_of(page, 'tests/bad/table', '|')) do wrong[row[2] .. row[3]] = row[6] end
  for _, row in ipairs(fields_of(page, 'tests/bad/told.tsv', '\t')) do
    local kind, file, line, words = parts_of(row[4])
    local at = '—'
    if file then
      local text = (lines_of(page, file)[line] or ''):gsub('//.*', ''):match '^%s*(.-)%s*$'
      at = ('%d <code>%s</code>'):format(line, html.escape(text))
    end
    local apart = APART[row[1]]
    local cells = {group = apart or kind, set_words(wrong[row[2] .. row[3]] or '?'), at,
      html.escape(apart and kind .. ': ' .. words or words)}
    local key = table.concat(cells, '\0')           -- verify and count may say the same of one kernel
    if not seen[key] then
      seen[key] = true
      rows[#rows + 1] = cells
    end
  end
  return grouped(rows)
end

-- Each group is set once; what is left at the end has no place on the page.
local function mistakes(page, div)
  page.mistakes = page.mistakes or all_mistakes(page)
  for _, group in ipairs(page.mistakes) do
    if group.name == div.attributes.kind and not group.set then
      group.set = true
      return set_table(group)
    end
  end
  error({message = ('tests/bad/told.tsv has no kernels of the kind %s, or they stand above'):format(div.attributes.kind)}, 0)
end

local function taken(page)
  local rows = {}
  for _, row in ipairs(fields_of(page, 'tests/good/cuda', '|')) do
    rows[#rows + 1] = {group = row[1], ('<code>%s</code>'):format(html.escape(row[2]))}
  end
  local items = {}
  for _, group in ipairs(grouped(rows)) do
    local names = {}
    for i, row in ipairs(group) do names[i] = row[1] end
    items[#items + 1] = ('<dt>%s</dt><dd>%s</dd>'):format(html.escape(group.name), table.concat(names, ', '))
  end
  return html.block('<dl class="taken">' .. table.concat(items, '\n') .. '</dl>')
end

function judged.set(page, doc)
  doc = doc:walk{Div = function(div)
    local set = div.classes:includes 'mistakes' and mistakes or div.classes:includes 'taken' and taken
    if not set then return nil end
    local ok, result = pcall(set, page, div)
    if ok then return result end
    if type(result) ~= 'table' then error(result, 0) end
    page.source:complain({'kind="' .. (div.attributes.kind or '') .. '"', div.classes[1]}, result.message)
    return {}
  end}
  for _, group in ipairs(page.mistakes or {}) do
    if not group.set then
      page.source:complain({'.mistakes'}, ('no ::: {.mistakes kind="%s"} is on this page'):format(group.name))
    end
  end
  return doc
end

return judged
