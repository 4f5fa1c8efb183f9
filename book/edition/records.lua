-- records.lua: build/labels/<page>.cited -> build/edition/records.md, the lines of records that the text speaks of.
-- Where a number of the text leads: each record with its program, card and date, and of each line that a number comes from what
-- was measured, what was asked of it, and which pages ask. Each line's id is numbers.place(file, line).
--
--   pandoc --lua-filter book/edition/records.lua -o /dev/null /dev/null

package.path = PANDOC_SCRIPT_FILE:match '^(.*/)edition/' .. '?.lua;' .. package.path
local source, html, frame, formats = require 'page.source', require 'page.html', require 'page.frame', require 'records.formats'
local numbers, units, carry = require 'page.numbers', require 'records.units', require 'edition.carry'

-- path -> {path, lines = {line -> {asked, pages}}}, and the paths in order.
local function cited()
  local files, order, book = {}, {}, frame.read_sidebar()
  local function read(stem, label)
    for said in (source.read(('build/labels/%s.cited'):format(stem)) or ''):gmatch '[^\n]+' do
      local path, line, metric, number = table.unpack(formats.tabbed(said))
      if not files[path] then
        files[path] = {path = path, lines = {}}
        order[#order + 1] = path
      end
      local lines, at = files[path].lines, tonumber(line) or 0
      lines[at] = lines[at] or {asked = {}, pages = {}}
      local asked = metric == 'probe' and number or ('%s = %s'):format(metric, number)
      lines[at].asked[asked], lines[at].pages[stem] = true, label
    end
  end
  read('index', 'Contents')
  for _, page in ipairs(book.pages) do read(page.stem, page.listed) end
  table.sort(order)
  return files, order, book
end

-- What a line of a record is of: the cells that say so, as the record has them.
local SAYS = {'label', 'kernel', 'probe', 'config', 'array', 'op', 'space', 'line', 'size', 'beta'}

local function subject(heads, cells)
  local row, words = {}, {}
  for i, head in ipairs(heads) do row[head] = cells[i] ~= '' and cells[i] or nil end
  for _, key in ipairs(SAYS) do
    local cell = row[key]
    if cell and not (key == 'beta' and cell == '0') then
      words[#words + 1] = (key == 'line' or key == 'beta' or key == 'size') and key .. ' ' .. cell or cell
    end
  end
  if row.m and row.n and row.k then words[#words + 1] = row.m == row.n and row.n == row.k and row.n .. '³' or ('%s × %s × %s'):format(row.m, row.n, row.k) end
  return table.concat(words, ', ')
end

local function sorted(set)
  local keys = {}
  for key in pairs(set) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

-- On which card a record was made and by what, if it says so.
local function made_by(path)
  local device, cuda, driver = formats.header_field(path, 'device'), formats.header_field(path, 'cuda'), formats.header_field(path, 'driver')
  return device and cuda and driver and ('%s with CUDA %s and driver %s'):format(html.escape(device), html.escape(cuda), html.escape(driver))
end

-- What all records of a card have in common; nothing if they differ.
local function common(order)
  local seen = {}
  for _, path in ipairs(order) do seen[made_by(path) or ''] = true end
  seen[''] = nil
  local one = next(seen)
  return one and not next(seen, one) and one or nil
end

local function facts(path, known)
  local function field(name) return formats.header_field(path, name) end
  local words, date, program = {}, field 'date', field 'program'
  local made = made_by(path) or field 'device' and html.escape(field 'device')
  local named = program and path:match '[^/]*$':find(program:match '([^/]*)%.cu$' or program, 1, true) == 1 -- as the page says
  if program and not named then words[1] = ('of <code>%s</code>'):format(html.escape(program)) end
  if made then words[#words + 1] = made ~= known and 'measured on ' .. made or nil -- the page says once what is known
  elseif path:match '^data/lens/' then words[#words + 1] = 'counted by the lens'
  elseif path:match '^data/published/' then words[#words + 1] = 'reported by others' end
  if date then words[#words + 1] = units:day(date) end
  return #words > 0 and '<p>' .. table.concat(words, ', '):gsub('^%l', string.upper) .. '.</p>\n' or ''
end

-- Lines one below the other that the same pages ask for share a cell.
local function section(book, file, known)
  local lines, heads, rows = formats.lines(file.path) or {}, nil, {}
  for _, line in ipairs(lines) do
    if not line:match '^#' then heads = formats.cells(line) break end
  end
  for _, at in ipairs(sorted(file.lines)) do
    local entry, pages = file.lines[at], {}
    for _, page in ipairs(book.pages) do
      if entry.pages[page.stem] then pages[#pages + 1] = ('<a href="%s.html">%s</a>'):format(page.stem, html.escape(page.number or page.short)) end
    end
    if entry.pages.index then table.insert(pages, 1, '<a href="index.html">Contents</a>') end
    local row = ('<tr%s><th>%s</th><td>%s</td><td>%s</td>'):format(
      at > 0 and (' id="%s"'):format(html.escape(numbers.place(file.path, at))) or '', at > 0 and at or 'all',
      html.escape(at > 0 and heads and subject(heads, formats.cells(lines[at] or '')) or file.path:match '^code/' and 'the whole program' or 'the whole record'), html.escape(table.concat(sorted(entry.asked), '; ')))
    local where, last = table.concat(pages, ', '), rows[#rows]
    local group = last and last.group.where == where and last.group or {where = where, count = 0}
    group.count = group.count + 1
    rows[#rows + 1] = {text = row, group = group, is_first = group.count == 1}
  end
  for i, row in ipairs(rows) do
    rows[i] = row.text .. (row.is_first and ('<td%s>%s</td>'):format(row.group.count > 1 and (' rowspan="%d"'):format(row.group.count) or '', row.group.where) or '') .. '</tr>'
  end
  return ('<section class="record"><h2 id="%s">%s</h2>\n%s<div class="scroll" tabindex="0" role="region" aria-labelledby="%s"><table><thead><tr><th>Line</th>'
    .. '<th>Of</th><th>What the text asks</th><th>Where</th></tr></thead><tbody>\n%s\n</tbody></table></div></section>\n'):format(
    html.escape(numbers.place(file.path)), html.escape(file.path), facts(file.path, known), html.escape(numbers.place(file.path)), table.concat(rows, '\n'))
end

carry.run(function()
  local files, order, book = cited()
  local programs, known = false, common(order)
  for _, path in ipairs(order) do programs = programs or path:match '^code/' end
  local out = {'---\ntitle: Records\nshort: Records\n---\n\n',
    'The lines of `data/` that the numbers of the text come from, each with what the text asks of it and where. ',
    programs and 'A few numbers are calculated from a program in `code/`. ' or '',
    known and ('All records of a card were made on an %s. '):format(known) or '',
    'A record has the name of its program in `code/`, if it does not say another. A number of the text leads here. The files themselves have more columns; `make metrics` says what each name means.\n\n```{=html}\n'}
  for _, path in ipairs(order) do out[#out + 1] = section(book, files[path], known) end
  if #order == 0 then out[#out + 1] = '<p>No number of the text comes from a record.</p>\n' end
  out[#out + 1] = '```\n'
  source.write('build/edition/records.md', table.concat(out), true)
end)
