-- lens_tables.lua: page, document, counts of the lens, counters -> document with its tables of counts set.
-- What the lens counted, on the page.
--
--   ::: {.lens #tbl:x kernels="naive,lens.load_row" n=128}
--   Caption.
--   :::
--
-- A table of the chapter's kernels: requests and sectors of global loads and stores, excess
-- wavefronts of shared memory, FLOP per byte. All of it may be left out: without kernels=
-- (a kernel of this chapter, or chapter.kernel) all are there, without an identifier the
-- table has no number; without a request of shared memory there is no column for it.
-- A chapter whose program has been counted and whose prose has no such
-- div gets one before its section “What goes wrong”, or at its end.
--
--   ::: {.compare #tbl:x n=128 of="naive,coalescing" space=global except="flat: the reason"}
--                                 and run=one-warp where each kernel is one warp, whatever its size
--   Caption.
--   :::
--
-- Lens and card, one above the other, for every kernel of which there are both records: of
-- every chapter, of those in of=, or those that kernels= names as above. space=global or
-- shared leaves only its columns, those of shared memory then with requests. On the reference
-- card the global counts, and all that the table shows, must be equal, also where the lens ran
-- a sample of the blocks, or have a reason in data/reasons.tsv, which the table then shows, or the page is not made; `except`
-- lists kernels that differ and why in words of its own ("tile-8, tile-16: the reason; flat: another"), and none that do not.

local html, record_tables, source = require 'page.html', require 'page.record_tables', require 'page.source'
local ledger = require 'records.ledger'

local lens_tables = {}

local function escape(text) return html.escape(text) end

-- Questions to the records -----------------------------------------------------

-- The kernels of a record at a size, in its order.
local function kernels_at(record, n)
  local kernels, seen = {}, {}
  for _, row in ipairs(record.rows) do
    if row.m == n and row.n == n and row.k == n and not seen[row.kernel] then
      seen[row.kernel] = true
      kernels[#kernels + 1] = row.kernel
    end
  end
  return kernels
end

local function size_of(div)
  return tonumber(div.attributes.n or 128) or error({message = 'n= is a number'}, 0)
end

-- {stem, kernel} of all that kernels= names on a chapter's page.
local function named_kernels(stem, div)
  local rows = {}
  for _, name in ipairs(record_tables.split(div.attributes.kernels)) do
    local of, kernel = name:match '^([^.]+)%.(.+)$'
    rows[#rows + 1] = {stem = of or stem, kernel = kernel or name}
  end
  return rows
end

-- {stem, kernel} of every row of a `.lens` table.
local function wanted_kernels(page, div)
  local rows = named_kernels(page.stem, div)
  if #rows > 0 then return rows end
  for _, kernel in ipairs(kernels_at(page.R:need('lens', page.stem), size_of(div))) do
    rows[#rows + 1] = {stem = page.stem, kernel = kernel}
  end
  return rows
end

-- The chapters, in order, that a `.compare` table is of.
local function compared_chapters(R, stem, div)
  local names, wanted, listed, chapters = record_tables.split(div.attributes.of), {}, {}, {}
  for _, row in ipairs(named_kernels(stem, div)) do names[#names + 1] = row.stem end
  for _, name in ipairs(names) do wanted[name] = true end
  for _, chapter in ipairs(R:chapters()) do
    listed[chapter.stem] = true
    if #names == 0 or wanted[chapter.stem] then chapters[#chapters + 1] = chapter end
  end
  for _, name in ipairs(names) do
    if not listed[name] then
      error({message = ('of= or kernels= names chapter %s, which book/contents does not list'):format(name)}, 0)
    end
  end
  return chapters
end

-- The table of a chapter -------------------------------------------------------

local NONE = '—'
local HEADS = {'Kernel', 'Requests', 'Sectors each', 'Ideal', 'Requests', 'Sectors each', 'Ideal',
  'Excess wavefronts', 'FLOP per byte'}
local GROUPS = {{title = 'Global loads', span = 3}, {title = 'Global stores', span = 3},
  {title = 'Shared', span = 1}, {title = 'Global', span = 1}}
local SHARED = #HEADS - 1   -- the column of shared memory

local function without(list, at)
  local rest = {table.unpack(list)}
  table.remove(rest, at)
  return rest
end

local function cells_of(R, row, n)
  local function number(metric)
    local ok, value, unit = pcall(R.value, R, {metric = 'lens_' .. metric, of = row.stem,
      kernel = row.kernel, n = n})
    if ok then return value, unit end
    if not value.missing then error(value, 0) end
  end
  local function text(metric)
    local value, unit = number(metric)
    return value and R:format(value, unit ~= 'FLOP/B' and unit or '') or NONE
  end
  local cells = {row.kernel}
  for _, op in ipairs{'load_', 'store_'} do
    local some = (number(op .. 'requests') or 0) > 0
    for _, what in ipairs{'requests', 'sectors_per_request', 'ideal_sectors_per_request'} do
      cells[#cells + 1] = some and text(op .. what) or NONE
    end
  end
  local shared = (number 'shared_requests' or 0) > 0
  cells[#cells + 1] = shared and text 'shared_excess_wavefronts' or NONE
  cells[#cells + 1] = text 'flops_per_byte'
  return cells
end

local function scrolled(name, content)
  return ('<div class="scroll" tabindex="0" role="region" aria-label="%s">%s</div>'):format(escape(name), content)
end

-- The whole figure: caption, table, small print.
local function set_figure(div, caption, content, note)
  local number = div.attributes.number
  local id = div.identifier ~= '' and (' id="%s"'):format(escape(div.identifier)) or ''
  local inlines = pandoc.List{}
  if number then inlines:insert(html.inline(('<b>Table %s.</b> '):format(number))) end
  inlines:extend(caption)
  return {html.block(('<figure class="table lens"%s><figcaption>'):format(id)), pandoc.Para(inlines),
    html.block('</figcaption>' .. scrolled(number and 'Table ' .. number or 'Counted by the lens', content)
      .. '<p class="prov">' .. note .. '</p></figure>')}
end

local function caption_of(div)
  local last = div.content[#div.content]
  local caption = last and (last.t == 'Para' or last.t == 'Plain') and last.content
  return caption and #caption > 0 and caption or nil
end

local function set_chapter(page, div)
  local n, rows, stems, seen, shared = size_of(div), {}, {}, {}, false
  for i, row in ipairs(wanted_kernels(page, div)) do
    page.R:value{metric = 'lens_requests', of = row.stem, kernel = row.kernel, n = n}   -- or refuse
    rows[i] = cells_of(page.R, row, n)
    shared = shared or rows[i][SHARED] ~= NONE
    if not seen[row.stem] then stems[#stems + 1] = row.stem end
    seen[row.stem] = true
  end
  local caption = caption_of(div) or {html.inline '<b>Counted by the lens.</b> What the warps of '
    , pandoc.Str(#rows == 1 and 'this kernel' or 'these kernels'), html.inline ' ask of memory in all.'}
  local files = {}
  for i, stem in ipairs(stems) do files[i] = ('data/lens/%s.csv'):format(stem) end
  local verb = 'make lens' .. (#stems == 1 and ' C=' .. stems[1] or '')
  local note = ('At M = N = K = %d, from %s. <code>%s</code> counts it again on any computer; no GPU is needed.')
    :format(n, escape(html.listed(files)), escape(verb))
  if shared then
    note = note .. ' Wavefronts are those of the loads in the source; what the compiler makes of them may conflict'
      .. ' otherwise.'
  end
  local heads, groups = HEADS, GROUPS
  if not shared then
    heads, groups = without(HEADS, SHARED), without(GROUPS, 3)
    for i, row in ipairs(rows) do rows[i] = without(row, SHARED) end
  end
  return set_figure(div, caption, html.table(heads, rows, groups), note)
end

-- Lens and hardware ------------------------------------------------------------

local COMPARED = {}
for _, op in ipairs{'load', 'store'} do
  for _, what in ipairs{'requests', 'sectors'} do
    table.insert(COMPARED, {space = 'global', name = op .. '_' .. what})
  end
end
for _, op in ipairs{'load', 'store'} do
  for _, what in ipairs{'requests', 'wavefronts'} do
    table.insert(COMPARED, {space = 'shared', name = ('shared_%s_%s'):format(op, what)})
  end
end

local function words_of(metric)
  return (metric.name:gsub('_', ' '))
end

local function hardware_row(record, kernel, n)
  for _, row in ipairs(record and record.rows or {}) do
    if row.kernel == kernel and row.m == n and row.n == n and row.k == n then return row end
  end
end

-- {stem, short, kernel, card, run, blocks, lens = {…}, own = {…}, reference = {…}} of a kernel
-- that the lens counted, or nil; own is the row of the card that is shown, the reader's if it
-- was counted there, and reference that of the card that must agree.
local function pair_of(R, chapter, kernel, n)
  local stem = chapter.stem
  local shown, reference = R:counters(stem), R:counters(stem, R.reference)
  local must = hardware_row(reference, kernel, n)
  local row = hardware_row(shown, kernel, n)
  if not row then shown, row = reference, must end
  if not row then return nil end
  local pair = {stem = stem, short = chapter.short, kernel = kernel, card = shown.card, lens = {},
    own = row, reference = must}
  for _, metric in ipairs(COMPARED) do
    local value, _, meta = R:value{metric = 'lens_' .. metric.name, of = stem, kernel = kernel, n = n}
    pair.lens[metric.name], pair.run, pair.blocks = value, meta.row.run, meta.row.blocks
  end
  return pair
end

-- The pairs of all kernels that the table is of.
local function pairs_of(page, div)
  local R, n, found = page.R, size_of(div), {}
  local named, missing = named_kernels(page.stem, div), {}
  for _, row in ipairs(named) do missing[row.stem .. '.' .. row.kernel] = true end
  for _, chapter in ipairs(compared_chapters(R, page.stem, div)) do
    local counted = R:lens(chapter.stem)
    for _, kernel in ipairs(counted and kernels_at(counted, n) or {}) do
      local name = chapter.stem .. '.' .. kernel
      if #named == 0 or missing[name] then
        local pair = pair_of(R, chapter, kernel, n)
        found[#found + 1] = pair
        missing[name] = not pair
      end
    end
  end
  for _, row in ipairs(named) do
    if missing[row.stem .. '.' .. row.kernel] then
      error({message = ('kernel %s of %s has not both a count of the lens and one of a card at %d')
        :format(row.kernel, row.stem, n)}, 0)
    end
  end
  if #found == 0 then error({message = 'no kernel has both a record of the lens and one of counters'}, 0) end
  return found
end

local function exceptions_of(div)
  local reasons = {}
  for entry in (div.attributes.except or ''):gmatch '[^;]+' do
    local kernels, reason = entry:match '^%s*([^:]-)%s*:%s*(.-)%s*$'
    if not kernels or reason == '' then
      error({message = ('except= lists “kernel: reason”, not “%s”'):format(entry)}, 0)
    end
    for _, kernel in ipairs(record_tables.split(kernels)) do reasons[kernel] = reason end
  end
  return reasons
end

-- The reason that data/reasons.tsv has for a difference, in words, or nil.
local function reason_of(R, pair, metric, n)
  for _, cell in ipairs(ledger.of(R, R.reference).cells) do
    if cell.stem == pair.stem and cell.kernel == pair.kernel and cell.counter == metric.name and ledger.size(cell) == ('%d'):format(n) then
      return cell.why and cell.why.text
    end
  end
end

-- Complains of counts, global ones or shown, that differ from the reference's and have no reason, and of
-- exceptions that are none. What the prose does not except has its reasons from the table; they are set beside it.
local function check(R, found, reasons, shown, n)
  local excused, must, from_table = {}, {}, {}
  for _, metric in ipairs(COMPARED) do must[metric] = metric.space == 'global' end
  for _, metric in ipairs(shown) do must[metric] = true end
  for _, pair in ipairs(found) do
    for _, metric in ipairs(pair.reference and COMPARED or {}) do
      local mine, theirs = pair.lens[metric.name], pair.reference[metric.name]
      if must[metric] and theirs and mine ~= theirs then
        local why = not reasons[pair.kernel] and reason_of(R, pair, metric, n)
        if why then
          local all = from_table[pair.kernel] or ''
          from_table[pair.kernel] = all:find(why, 1, true) and all or all == '' and why or all .. ' ' .. why
        elseif not reasons[pair.kernel] then
          error({message = ('the lens counts %s %s of kernel %s (data/lens/%s.csv%s), but %s counts %s; '
            .. 'find out why, and give the reason in data/reasons.tsv, or here in except="%s: …"'):format(R:format(mine, 'count'),
            words_of(metric), pair.kernel, pair.stem,
            pair.run < pair.blocks and (', from %d of %d blocks'):format(pair.run, pair.blocks) or '',
            R.cards[R.reference], R:format(theirs, 'count'), pair.kernel)}, 0)
        end
        excused[pair.kernel] = true
      end
    end
  end
  for kernel in pairs(reasons) do
    if not excused[kernel] then
      error({message = ('except= excuses kernel %s, whose counts do not differ'):format(kernel)}, 0)
    end
  end
  for kernel, why in pairs(from_table) do reasons[kernel] = why end
end

-- The metrics of the space asked for that some kernel has; of both, the requests of shared
-- memory are left out.
local function shown_metrics(found, space)
  local metrics = {}
  for _, metric in ipairs(COMPARED) do
    local some = metric.space == 'global'
    for _, pair in ipairs(found) do some = some or (pair.own[metric.name] or 0) > 0 end
    local fits = space and metric.space == space
      or not space and not metric.name:match '^shared_.*_requests$'
    if some and fits then metrics[#metrics + 1] = metric end
  end
  return metrics
end

-- Is there a number on either side? Zero shared accesses are none.
local function both(pair, metric)
  local mine, theirs = pair.lens[metric.name], pair.own[metric.name]
  return theirs and (metric.space == 'global' or mine > 0 or theirs > 0)
end

local function verdict(R, pair, metrics, reason)
  local words = {}
  for _, metric in ipairs(metrics) do
    local mine, theirs = pair.lens[metric.name], pair.own[metric.name]
    if both(pair, metric) and mine ~= theirs then
      local percent = theirs > 0 and R:format(math.abs(mine - theirs) / theirs * 100, '%', 2)
      words[#words + 1] = words_of(metric) .. (percent and ' by ' .. percent or '')
    end
  end
  if #words == 0 then return 'equal' end
  return 'differs: ' .. table.concat(words, ', ') .. (reason and ' (' .. reason .. ')' or '')
end

local function line_of(R, pair, metrics, side)
  local cells = {}
  for i, metric in ipairs(metrics) do
    local value = both(pair, metric) and pair[side][metric.name]
    local text = value and R:format(value, 'count') or NONE
    local differs = value and pair.lens[metric.name] ~= pair.own[metric.name]
    cells[i] = ('<td class="n">%s</td>'):format(differs and '<b>' .. text .. '</b>' or text)
  end
  return ('<td>%s</td>'):format(side == 'lens' and 'lens' or 'card') .. table.concat(cells)
end

-- Two lines of heads: global loads, stores, then shared ones, and what is counted of them.
local function compare_heads(metrics)
  local groups, heads = {}, {}
  for i, metric in ipairs(metrics) do
    local op, what = metric.name:match '(%a+)_(%a+)$'
    local title = ('%s %ss'):format(metric.space == 'global' and 'Global' or 'Shared', op)
    if #groups > 0 and groups[#groups].title == title then
      groups[#groups].span = groups[#groups].span + 1
    else
      groups[#groups + 1] = {title = title, span = 1}
    end
    heads[i] = ('<th scope="col" class="n">%s</th>'):format(what:gsub('^%l', string.upper))
  end
  for i, group in ipairs(groups) do
    groups[i] = ('<th scope="colgroup" colspan="%d">%s</th>'):format(group.span, group.title)
  end
  return ('<thead><tr class="groups"><td></td><td></td>%s<td></td></tr><tr><th scope="col">Kernel</th><th scope="col">Counted by</th>%s<th scope="col">Lens and card</th></tr></thead>')
    :format(table.concat(groups), table.concat(heads))
end

local function compare_table(R, found, metrics, reasons)
  local out = {'<table class="compare">', compare_heads(metrics)}
  local last, several
  for _, pair in ipairs(found) do several = several or pair.stem ~= found[1].stem end
  if not several then out[#out + 1] = '<tbody>' end
  for _, pair in ipairs(found) do
    if several and pair.stem ~= last then
      out[#out + 1] = ('%s<tbody><tr><th scope="rowgroup" colspan="%d"><a href="%s.html">%s</a></th></tr>')
        :format(last and '</tbody>' or '', #metrics + 3, pair.stem, escape(pair.short))
      last = pair.stem
    end
    out[#out + 1] = ('<tr class="upper"><th scope="row" rowspan="2">%s</th>%s<td rowspan="2">%s</td></tr><tr class="lower">%s</tr>')
      :format(escape(pair.kernel), line_of(R, pair, metrics, 'lens'),
        escape(verdict(R, pair, metrics, reasons[pair.kernel])), line_of(R, pair, metrics, 'own'))
  end
  return table.concat(out) .. '</tbody></table>'
end

local function set_compare(page, div)
  local R, found, reasons = page.R, pairs_of(page, div), exceptions_of(div)
  local space, kept, sampled, cards, named = div.attributes.space, {}, false, {}, {}
  local metrics = shown_metrics(found, space)
  check(R, found, reasons, metrics, size_of(div))
  local caption = caption_of(div) or error({message = 'a table needs a caption'}, 0)
  for _, pair in ipairs(found) do
    local some = false
    for _, metric in ipairs(metrics) do some = some or both(pair, metric) end
    if some then kept[#kept + 1] = pair end
    if some and not named[pair.card] then cards[#cards + 1], named[pair.card] = pair.card, true end
    sampled = sampled or pair.run < pair.blocks
  end
  if #kept == 0 then error({message = 'no kernel has counts of ' .. (space or 'memory')}, 0) end
  local run = div.attributes.run == 'one-warp' and 'Each kernel runs one warp.' or ('At M = N = K = %d.'):format(size_of(div))
  local note = ('%s <code>make lens</code> counts on the CPU (data/lens)%s, '
    .. '<code>make profile</code> reads the counters of the card, %s.')
    :format(run, sampled and ', here on a sample of the blocks that stands for all' or '',
      escape(html.listed(cards)))
  return set_figure(div, caption, compare_table(R, kept, metrics, reasons), note)
end

-- Placing ----------------------------------------------------------------------

local function has_div(doc)
  local found = false
  doc:walk{Div = function(div) found = found or div.classes:includes 'lens' end}
  return found
end

-- Does the second page of the chapter ask for the table?
local function stands_further(page)
  local more = page.entry and page.entry.more
  if not more then return false end
  local path = ('chapters/%s.md'):format(more.stem)
  page.R.files[path] = true
  return source.read(path):find('\n:::+ *{?%.?lens%f[%W]') ~= nil
end

-- The first page of a chapter that was counted shows it, whether or not its prose asks for the table, unless the second does.
local function place(page, doc)
  if page.name ~= page.stem or has_div(doc) or stands_further(page) then return doc end
  local ok, record = pcall(page.R.lens, page.R, page.stem)
  if not ok then page.source:complain(1, record) end
  if not ok or not record or #record.rows == 0 then return doc end
  local at = #doc.blocks + 1
  for i, block in ipairs(doc.blocks) do
    if block.t == 'Header' and pandoc.utils.stringify(block):lower() == 'what goes wrong' then
      at = i
      break
    end
  end
  doc.blocks:insert(at, pandoc.Div({}, pandoc.Attr('', {'lens'})))
  return doc
end

function lens_tables.set(page, doc)
  return place(page, doc):walk{Div = function(div)
    local set = div.classes:includes 'lens' and set_chapter or div.classes:includes 'compare' and set_compare
    if not set then return nil end
    local ok, result = pcall(set, page, div)
    if ok then return result end
    if type(result) ~= 'table' then error(result, 0) end
    page.source:complain({'#' .. div.identifier, '{.compare', '::: lens', '{.lens'}, result)
    return {}
  end}
end

return lens_tables
