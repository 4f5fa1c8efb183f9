-- ledger.lua: records of the lens and of counters, data/reasons.tsv -> build/edition/ledger.md.
-- Writes the page that sets every count of the lens beside the card's, each difference with its reason, and
-- build/edition/ledger-open.html, the reasons that are open, for the page of open questions. Refuses a difference of the
-- reference card without a reason, and a line of the table that no count needs; on the reader's own card a difference is marked.
-- With SENTENCE=yes it prints what README.md says of it, and writes nothing.
--
--   pandoc --lua-filter book/edition/ledger.lua -o /dev/null /dev/null

package.path = PANDOC_SCRIPT_FILE:match '^(.*/)edition/' .. '?.lua;' .. package.path
local source, html = require 'page.source', require 'page.html'
local carry, records, ledger = require 'edition.carry', require 'records.records', require 'records.ledger'

local SHOWN = 8                                   -- rows of a table above its fold
local LOOSE = {kind = 'loose', text = 'No reason is known for this card.', line = 0}

local R

local function count(n) return R:format(n, 'count') end

local function counts(n) return count(n) .. (n == 1 and ' count' or ' counts') end

local function code(text) return (html.escape(text):gsub('`([^`]+)`', '<code>%1</code>')) end

local function words_of(counter) return (counter:gsub('_', ' ')) end

local function size_of(cell) return (ledger.size(cell):gsub('x', ' × ')) end

-- What must be so on the reference card.
local function check(all)
  local faults = {}
  for _, cell in ipairs(all.loose) do
    faults[#faults + 1] = ledger.told(cell) .. '; find out why, and give the reason in data/reasons.tsv'
  end
  for _, fit in ipairs(all.idle) do
    faults[#faults + 1] = ('data/reasons.tsv:%d: no count needs this line of the reason %s any more'):format(fit.line, fit.why.name)
  end
  if #faults > 0 then error({message = table.concat(faults, '\n')}, 0) end
end

local function said_of(tally)
  local out = {('%s of them are exactly equal.'):format(count(tally.equal))}
  local function add(n, text) if n > 0 then out[#out + 1] = text:format(count(n)) end end
  add(tally.sampled, '%s differ because the lens ran a sample of the blocks.')
  add(tally.known, '%s differ by another reason, which was shown for one kernel or more of each kind, and is inferred for the others.')
  add(tally.open, 'For %s the reason is open.')
  add(tally.loose, 'For %s no reason is known on this card.')
  return table.concat(out, ' ')
end

local function head(columns)
  local cells = {}
  for i, column in ipairs(columns) do
    cells[i] = ('<th scope="col"%s>%s</th>'):format(column:match '^#' and ' class="n"' or '', (column:gsub('^#', '')))
  end
  return '<thead><tr>' .. table.concat(cells) .. '</tr></thead>'
end

local function framed(label, table_html)
  return ('<div class="scroll" tabindex="0" role="region" aria-label="%s">%s</div>'):format(html.escape(label), table_html)
end

local function named(cell) return html.escape(cell.kernel) end

-- Rows from first to last, with the reason above those that have the same.
local function differences(cells, first, last, label)
  local out, why = {'<table class="ledger counts">', head{'Kernel', 'Size', 'Counter', '#Lens', '#Card', '#Card / lens'}}, nil
  for i = first, last do
    local cell = cells[i]
    if (cell.why or LOOSE) ~= why then
      out[#out + 1] = (why and '</tbody>' or '') .. ('<tbody><tr><th scope="rowgroup" colspan="6" class="why %s">%s</th></tr>')
        :format((cell.why or LOOSE).kind, code((cell.why or LOOSE).text))
      why = cell.why or LOOSE
    end
    out[#out + 1] = ('<tr><th>%s</th><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>')
      :format(named(cell), size_of(cell), words_of(cell.counter), count(cell.lens), count(cell.card),
        cell.lens > 0 and R:format(cell.card / cell.lens, '', 4) or '—')
  end
  return framed(label, table.concat(out, '\n') .. '</tbody></table>')
end

-- A row for each kernel and size, with the counts that are equal.
local function equal_rows(cells, label)
  local rows, at = {}, {}
  for _, cell in ipairs(cells) do
    if cell.equal then
      local key = cell.kernel .. ' ' .. ledger.size(cell)
      if not at[key] then
        at[key] = {cell = cell}
        rows[#rows + 1] = at[key]
      end
      table.insert(at[key], words_of(cell.counter) .. ' ' .. count(cell.card))
    end
  end
  for i, row in ipairs(rows) do
    rows[i] = ('<tr><th>%s</th><td>%s</td><td>%s</td></tr>'):format(named(row.cell), size_of(row.cell), table.concat(row, ', '))
  end
  return framed(label, '<table class="ledger">' .. head{'Kernel', 'Size', 'Equal counts'} .. '<tbody>' .. table.concat(rows, '\n') .. '</tbody></table>')
end

-- Those that differ, by the lines of the table of reasons.
local function differing(cells)
  local list = {}
  for i, cell in ipairs(cells) do
    if not cell.equal then list[#list + 1] = cell; cell.place = i end
  end
  table.sort(list, function(a, b)
    local x, y = (a.why or LOOSE).line, (b.why or LOOSE).line
    return x == y and a.place < b.place or x < y
  end)
  return list
end

local function section(found)
  local chapter, cells = found.chapter, found.cells
  local label = chapter.number and chapter.number .. ' ' .. chapter.short or chapter.short
  local out = {('## %s {#ledger-%s}\n\n'):format(label, chapter.stem)}
  if found.stale then
    out[2] = ('The counters of this chapter are of an earlier program, so nothing is compared; `make profile C=%s` on a card takes them again.\n\n'):format(chapter.stem)
    return table.concat(out)
  end
  local tally = ledger.tally(cells)
  out[2] = ('%s, %s equal: [%s](%s.html).\n\n'):format(counts(#cells), #cells == tally.equal and 'all' or count(tally.equal), chapter.title, chapter.stem)
  local rows, lines = differing(cells), {}
  if tally.equal > 0 then
    lines[#lines + 1] = ('<details class="data"><summary>%s</summary>%s</details>'):format(
      tally.equal == 1 and 'The equal count' or ('The %s equal counts'):format(count(tally.equal)),
      equal_rows(cells, 'Equal counts of ' .. label))
  end
  if #rows > 0 then lines[#lines + 1] = differences(rows, 1, math.min(SHOWN, #rows), 'Differences of ' .. label) end
  if #rows > SHOWN then
    lines[#lines + 1] = ('<details class="rest"><summary>%s more %s</summary>%s</details>'):format(count(#rows - SHOWN),
      #rows - SHOWN == 1 and 'difference' or 'differences', differences(rows, SHOWN + 1, #rows, 'More differences of ' .. label))
  end
  if #lines > 0 then out[#out + 1] = '```{=html}\n' .. table.concat(lines, '\n') .. '\n```\n\n' end
  return table.concat(out)
end

-- Each reason with how many counts it is for.
local function reasons(all)
  local times, out = {}, {}
  for _, cell in ipairs(all.cells) do
    local why = not cell.equal and (cell.why or LOOSE)
    if why then times[why] = (times[why] or 0) + 1 end
  end
  local list = table.move(ledger.reasons(R), 1, #ledger.reasons(R), 1, {})
  list[#list + 1] = LOOSE
  for _, why in ipairs(list) do
    if times[why] then
      out[#out + 1] = ('<tr><td class="n">%s</td><td class="why %s">%s</td></tr>'):format(count(times[why]), why.kind,
        code(why.text) .. (why.kind == 'open' and ' <b>Open.</b>' or ''))
    end
  end
  if #out == 0 then return '' end
  return '## Why they differ {#reasons}\n\n```{=html}\n' .. framed('Reasons',
    '<table class="ledger">' .. head{'#Counts', 'Reason'} .. '<tbody>' .. table.concat(out, '\n') .. '</tbody></table>') .. '\n```\n\n'
end

local function page(all, slug)
  local out = {'---\ntitle: Lens and card\nshort: Lens and card\n---\n\n'}
  if #all.chapters == 0 then return out[1] .. 'No kernel has a count of the lens and one of a card.\n' end
  local tally = ledger.tally(all.cells)
  out[#out + 1] = ('The lens counts what the source of a kernel asks of memory. The counters of the %s count what its machine code asked there. '
    .. 'Both have %s for the same kernel, counter and size. %s\n\n'):format(R.cards[slug], counts(tally.cells), said_of(tally))
  for _, space in ipairs{'global', 'shared'} do
    local part = ledger.tally(all.cells, space)
    if part.cells > 0 then
      out[#out + 1] = ('Of %s memory they have %s (%s): %s of these are equal.\n\n'):format(space, counts(part.cells),
        space == 'global' and 'requests and sectors' or 'requests and wavefronts', count(part.equal))
    end
  end
  out[#out + 1] = 'At 4092 and 4096 the lens runs some of the blocks and scales what it finds. A count that is 0 on both sides is left out. '
    .. '`data/reasons.tsv` has the reasons, with what shows each.\n\n'
  out[#out + 1] = reasons(all)
  for _, found in ipairs(all.chapters) do out[#out + 1] = section(found) end
  return table.concat(out)
end

-- The open reasons as items of the page of open questions.
local function open_questions(all)
  local needed, items = {}, {}
  for _, cell in ipairs(all.cells) do if cell.why then needed[cell.why] = true end end
  for _, why in ipairs(ledger.reasons(R)) do
    if why.kind == 'open' and needed[why] then
      items[#items + 1] = ('<li id="open-%s"> <p>%s</p> <p>%s</p> </li>'):format(why.name, code(why.text), code(why.experiment))
    end
  end
  return table.concat(items, '\n')
end

local function sentence(all)
  local tally = ledger.tally(all.cells, 'global')
  return ('The book sets %s of requests and sectors of global memory beside those of the card’s own counters: %s are exactly equal.\n'
    .. 'The page *Lens and card* lists all that differ, those of shared memory too, each with its reason or as an open question.\n'):format(counts(tally.cells), count(tally.equal))
end

carry.run(function()
  R = records.open{root = '.', device = os.getenv 'DEVICE'}
  local all = ledger.of(R, R.reference)
  if os.getenv 'SENTENCE' == 'yes' then return io.stdout:write(sentence(all)) end
  check(all)
  local own = R.own and ledger.of(R, R.own)
  local shown = own and #own.cells > 0 and own or all
  source.write('build/edition/ledger.md', page(shown, shown == own and R.own or R.reference), true)
  source.write('build/edition/ledger-open.html', open_questions(all), true)
end)
