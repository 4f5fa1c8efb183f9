-- ledger.lua: takes data/reasons.tsv, whose head says what its lines are, and the records of the lens and of a card's counters,
-- and returns every count that both have, side by side; of each difference its reason.
--
--   ledger.of(R, slug)   {cells, chapters, loose, idle}: cells in order, each {stem, kernel, m, n, k, counter, lens, card, run,
--                        blocks, equal, why}; chapters: {chapter, cells, stale}; loose: the cells that differ without a
--                        reason; idle: the lines of the table that no cell needs
--   ledger.reasons(R)    the reasons, in order and by name: {name, kind, text, experiment}
--   ledger.told(cell)    what a complaint says of a cell: kernel, counter, size, both counts
--
-- A count that is 0 on both sides is none. A chapter whose counters are of an earlier program than the lens has counted
-- is stale, unless both have the same machine code, and its counts are not compared.

local failure, formats, lookup = require 'records.failure', require 'records.formats', require 'records.lookup'
local lens_counts, mix = require 'records.lens_counts', require 'records.mix'
local fail, lacks = failure.fail, failure.lacks

local ledger = {}

local TABLE = 'reasons.tsv'
local COUNTERS = {'load_requests', 'load_sectors', 'store_requests', 'store_sectors', 'shared_load_requests',
  'shared_load_wavefronts', 'shared_store_requests', 'shared_store_wavefronts'}
local KINDS = formats.set 'known,sampled,open'

local function words_of(text)
  local words = {}
  for word in text:gmatch '%S+' do words[#words + 1] = word end
  return words
end

-- A word with `*` for any letters, as a pattern of Lua.
local function pattern_of(word) return '^' .. word:gsub('[^%w*]', '%%%0'):gsub('%*', '.*') .. '$' end

local function patterns_of(text)
  local patterns = words_of(text)
  for i, word in ipairs(patterns) do patterns[i] = pattern_of(word) end
  return patterns
end

local function matches(patterns, name)
  for _, pattern in ipairs(patterns) do if name:match(pattern) then return true end end
  return false
end

local function take_why(path, line, cells, reasons)
  local _, name, kind, text, experiment = table.unpack(cells)
  if not KINDS[kind or ''] then fail(path, line, 'a reason is known, sampled or open, not “%s”', kind or '') end
  if (text or '') == '' then fail(path, line, 'the reason %s has no words', name) end
  if reasons[name] then fail(path, line, 'the reason %s is there already', name) end
  if (kind == 'open') ~= ((experiment or '') ~= '') then
    fail(path, line, 'the reason %s is %s, and an open one, no other, names an experiment', name, kind)
  end
  reasons[name] = {name = name, kind = kind, text = text, experiment = experiment, line = line, fits = {}}
  reasons[#reasons + 1] = reasons[name]
end

local function take_fit(path, line, cells, reasons)
  local _, name, kernels, counters, sizes, from, to, needs = table.unpack(cells)
  local why = reasons[name or ''] or fail(path, line, 'there is no reason %s above this line', name or '')
  from, to = formats.number(from or ''), formats.number(to or '')
  if not from or not to or from > to then fail(path, line, 'what the card counts over what the lens counts is from … to …') end
  local fit = {why = why, line = line, kernels = patterns_of(kernels), counters = patterns_of(counters),
    sizes = patterns_of(sizes), from = from, to = to, chapters = {}}
  for i, word in ipairs(words_of(kernels)) do fit.chapters[i] = pattern_of(word:match '^[^.]*') end
  local of, what = (needs or ''):match '^(%a+) (.+)$'
  if of ~= 'loop' and of ~= 'line' and (needs or '') ~= '' then fail(path, line, 'it needs `loop INSTRUCTION…` or `line TEXT`, not “%s”', needs) end
  fit.needs = of and {of, of == 'loop' and patterns_of(what) or what}
  why.fits[#why.fits + 1], reasons.fits[#reasons.fits + 1] = fit, fit
end

-- What stands in the table; without one, nothing does.
function ledger.reasons(R)
  if R.reasons_read then return R.reasons_read end
  local path = R:path('data', TABLE)
  local reasons = {path = path, fits = {}}
  for at, line in ipairs(formats.lines(path) or {}) do
    local cells = formats.tabbed(line)
    R.files[path] = true
    if cells[1] == 'why' then take_why(path, at, cells, reasons)
    elseif cells[1] == 'for' then take_fit(path, at, cells, reasons)
    elseif line ~= '' and not line:match '^#' then fail(path, at, 'a line begins with why or for, and tabs stand between its cells') end
  end
  for _, why in ipairs(reasons) do
    if #why.fits == 0 then fail(path, why.line, 'no line says what the reason %s is for', why.name) end
  end
  R.reasons_read = reasons
  return reasons
end

-- Is what a line needs to be seen there: an instruction in the kernel's loop, or text in a line that the lens has counted?
local function seen(R, fit, cell, slug)
  if not fit.needs then return true end
  local of, what = table.unpack(fit.needs)
  if of == 'loop' then return mix.has(R, cell.stem, cell.kernel, slug, what) end
  return lens_counts.goes_by(R, cell.stem, cell.kernel, what)
end

local function explain(R, cell, slug)
  local name, size = cell.stem .. '.' .. cell.kernel, ledger.size(cell)
  local ratio = cell.lens > 0 and cell.card / cell.lens or math.huge
  for _, fit in ipairs(ledger.reasons(R).fits) do
    if matches(fit.counters, cell.counter) and matches(fit.kernels, name) and matches(fit.sizes, size)
      and ratio >= fit.from and ratio <= fit.to and seen(R, fit, cell, slug) then
      fit.used = slug == R.reference or fit.used
      return fit.why
    end
  end
end

function ledger.size(cell)
  return cell.m == cell.n and cell.n == cell.k and ('%d'):format(cell.n) or ('%dx%dx%d'):format(cell.m, cell.n, cell.k)
end

function ledger.told(cell)
  return ('kernel %s of %s, %s at %s: the lens counts %.0f (%d of %d blocks), the card %.0f'):format(cell.kernel, cell.stem,
    cell.counter, ledger.size(cell), cell.lens, cell.run, cell.blocks, cell.card)
end

-- Has the program changed between the two hashes, but not its machine code on the card? Its same.tsv says so (code/tools/same.sh).
local function is_joined(R, slug, stem, was, is)
  local path = R:path('data', slug, 'same.tsv')
  for _, line in ipairs(formats.lines(path) or {}) do
    local cells = formats.tabbed(line)
    R.files[path] = true
    if cells[1] == stem and cells[2] == was and cells[3] == is then return true end
  end
  return false
end

-- Were the counters taken of an earlier program? With constants that a tuner found, the two have different hashes.
local function is_stale(R, slug, stem, counters, lens)
  local was, is = counters.header['source-sha256'], lens.header['source-sha256']
  return was ~= is and not is_joined(R, slug, stem, was, is) and not (counters.header.flags or ''):find('build/tuned/', 1, true)
end

local function counts_of(R, stem, row, cells, slug)
  local kernel = row.kernel
  for _, counter in ipairs(row and COUNTERS or {}) do
    local card = row[counter]
    if card then
      local lens, _, _, at = lens_counts.metric(R, {metric = 'lens_' .. counter, of = stem, m = row.m, n = row.n, k = row.k}, kernel)
      if lens > 0 or card > 0 then
        local cell = {stem = stem, kernel = kernel, m = row.m, n = row.n, k = row.k, counter = counter, lens = lens, card = card,
          run = at.run, blocks = at.blocks, equal = lens == card}
        cell.why = not cell.equal and explain(R, cell, slug) or nil
        cells[#cells + 1] = cell
      end
    end
  end
end

local function compared(R, chapter, slug)
  local counters, lens = R:counters(chapter.stem, slug), R:lens(chapter.stem)
  if not counters or not lens then return nil end
  local found = {chapter = chapter, cells = {}, stale = is_stale(R, slug, chapter.stem, counters, lens) or nil, card = counters.card, header = counters.header}
  for _, row in ipairs(found.stale and {} or counters.rows) do
    if lens_counts.has(lens, row) then counts_of(R, chapter.stem, row, found.cells, slug) end
  end
  return (found.stale or #found.cells > 0) and found or nil
end

function ledger.of(R, slug)
  R.ledgers = R.ledgers or {}
  if R.ledgers[slug] then return R.ledgers[slug] end
  local all = {cells = {}, chapters = {}, loose = {}, idle = {}}
  for _, chapter in ipairs(R:chapters()) do
    local found = compared(R, chapter, slug)
    if found then all.chapters[#all.chapters + 1] = found end
    for _, cell in ipairs(found and found.cells or {}) do
      all.cells[#all.cells + 1] = cell
      if not cell.equal and not cell.why then all.loose[#all.loose + 1] = cell end
    end
  end
  -- A line is idle if nothing needs it and every chapter that it speaks of was compared.
  for _, fit in ipairs(slug == R.reference and ledger.reasons(R).fits or {}) do
    local stale, some = false, false
    for _, found in ipairs(all.chapters) do
      if matches(fit.chapters, found.chapter.stem) then some, stale = true, stale or found.stale end
    end
    if not fit.used and some and not stale then all.idle[#all.idle + 1] = fit end
  end
  R.ledgers[slug] = all
  return all
end

-- What prose may ask for. A count is of global or of shared memory, or of both.
local function share(found) return found.cells > 0 and found.equal / found.cells * 100 end
local OF_CELLS = {
  cells = {function(found) return found.cells end, 'count', 'counts that both the lens and the card have'},
  equal = {function(found) return found.equal end, 'count', 'of these, those that are equal'},
  sampled = {function(found) return found.sampled end, 'count', 'those that differ since the lens ran a sample of the blocks'},
  known = {function(found) return found.known end, 'count', 'those that differ otherwise, by a reason that is known'},
  open = {function(found) return found.open end, 'count', 'those that differ, and it is open why'},
  share = {share, '%', 'the share of those that are equal'},
}
local NAMES = {}
for _, what in ipairs{'cells', 'equal', 'sampled', 'known', 'open', 'share'} do
  for _, space in ipairs{'', 'global_', 'shared_'} do
    local entry = {name = 'ledger_' .. space .. what, unit = OF_CELLS[what][2], meaning = OF_CELLS[what][3], narrower = space ~= ''}
    NAMES[#NAMES + 1], NAMES[entry.name] = entry, entry
  end
end
ledger.names = NAMES

function ledger.is(name) return NAMES[name] ~= nil end

-- How many of the cells are what; space: global, shared or nil for both; n: one size, or nil for all.
function ledger.tally(cells, space, n)
  local found = {cells = 0, equal = 0, sampled = 0, known = 0, open = 0, loose = 0}
  for _, cell in ipairs(cells) do
    local where = cell.counter:match '^shared' or 'global'
    if (not space or where == space) and (not n or ledger.size(cell) == n) then
      found.cells = found.cells + 1
      local what = cell.equal and 'equal' or cell.why and cell.why.kind or 'loose'
      found[what] = found[what] + 1
    end
  end
  return found
end

function ledger.metric(R, query, slug)
  local all = ledger.of(R, slug)
  local path = R:path('data', slug, 'counters')
  if #all.cells == 0 then lacks(path, 'no record there has a count that the lens has as well; `make profile` takes them') end
  local space, what = query.metric:match '^ledger_(%a+)_(%a+)$'
  what = what or query.metric:match '^ledger_(%a+)$'
  local value = OF_CELLS[what][1](ledger.tally(all.cells, space, query.n and tostring(query.n)))
  return value or lacks(path, 'the lens has no count at %s', tostring(query.n)), OF_CELLS[what][2],
    {path = R:path('data', TABLE), card = R.cards[slug], header = {}}
end

return ledger
