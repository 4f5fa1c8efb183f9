-- devices.lua: records of all cards -> build/edition/devices.md.
-- Writes build/edition/devices.md, which sets all cards that data/ has side by side.
--
--   pandoc --lua-filter book/edition/devices.lua -o /dev/null /dev/null

package.path = PANDOC_SCRIPT_FILE:match '^(.*/)edition/' .. '?.lua;' .. package.path
local source, html, records = require 'page.source', require 'page.html', require 'records.records'
local carry = require 'edition.carry'

local function plain(text) return html.escape((text:gsub('[%c]', ' '))) end

local function all_cards()
  local R, cards = records.open{root = '.'}, {}
  for _, name in ipairs(R:names 'data') do
    if not name:match '%.' and name ~= 'published' and name ~= 'lens' and name ~= 'loops' and R:newest(name) ~= '' then
      cards[#cards + 1] = {slug = name, name = R:card_name(name), date = R:day(R:newest(name)),
        reference = name == R.reference, own = name == R.own, R = R,
        imported = source.exists('data/' .. name .. '/IMPORTED')}
    end
  end
  table.sort(cards, function(a, b)
    if a.reference ~= b.reference then return a.reference end
    return a.slug < b.slug
  end)
  return R, cards
end

-- A value of one card and no other; nil where it was not measured.
local function value(R, slug, query)
  local ok, number = pcall(R.value_on, R, query, slug)
  if ok then return number end
  if type(number) == 'table' and number.missing then return nil end
  error(number, 0)
end

local function header_of(R, card)
  for _, chapter in ipairs(R:chapters()) do
    local record = R:gemm(chapter.stem, card.slug)
    if record then return record.header end
  end
  return {}
end

local function line(first, cells)
  local out = {('<th scope="row">%s</th>'):format(first)}
  for i, cell in ipairs(cells) do out[i + 1] = '<td class="n">' .. cell .. '</td>' end
  return '<tr>' .. table.concat(out) .. '</tr>'
end

local function speed(number)
  if not number then return '—' end
  local tera = number / 1000
  return ('%.' .. (tera < 10 and 2 or tera < 100 and 1 or 0) .. 'f'):format(tera)
end

-- A speed with its share, which goes to shares too.
local function cell(R, card, stem, shares)
  local gflops = value(R, card.slug, {metric = 'gflops', of = stem})
  local share = gflops and value(R, card.slug, {metric = 'share', of = stem})
  if not gflops then return '—' end
  shares[#shares + 1] = share
  return ('%s <span class="of">%s</span>%s'):format(speed(gflops),
    share and (share < 10 and ('%.2g'):format(share) or ('%.0f'):format(share)) .. '\u{202f}%' or '', html.rung(('%.1f'):format(share or 0)))
end

local function page()
  local R, cards = all_cards()
  local heads, whose = {'<td></td>'}, {}
  for i, card in ipairs(cards) do
    heads[i + 1] = ('<th scope="col" class="n">%s</th>'):format(plain(card.name))
    whose[i] = card.reference and 'reference' or card.imported and 'imported' or card.own and 'yours' or 'measured here'
  end
  local rows = {line('Whose', whose)}
  local function fact(name, key, show)
    local cells = {}
    for i, card in ipairs(cards) do
      local text = header_of(R, card)[key]
      cells[i] = text and plain(show and show(text) or text) or '—'
    end
    rows[#rows + 1] = line(name, cells)
  end
  local dates = {}
  for i, card in ipairs(cards) do dates[i] = plain(card.date) end
  rows[#rows + 1] = line('Measured', dates)
  fact('Multiprocessors', 'multiprocessors')
  fact('Compute capability', 'compute-capability')
  fact('CUDA', 'cuda')
  local facts, ladder, shares = table.concat(rows, '\n'), {}, {}
  for _, chapter in ipairs(R:chapters()) do
    if chapter.rung then
      local cells, any = {}, false
      for i, card in ipairs(cards) do
        cells[i] = cell(R, card, chapter.stem, shares)
        any = any or cells[i] ~= '—'
      end
      if any then
        ladder[#ladder + 1] = line(('<a href="%s.html">%s</a>'):format(chapter.stem, html.escape(chapter.short)), cells)
      end
    end
  end
  local function set(label, body, room)
    return ('<div class="scroll" tabindex="0" role="region" aria-label="%s"%s><table class="side-by-side"><thead><tr>%s</tr></thead><tbody>\n%s\n</tbody></table></div>')
      :format(label, room or '', table.concat(heads), body)
  end
  return '---\ntitle: Cards side by side\nshort: Cards\n---\n\n'
    .. 'All cards that `data/` has records of. `make measure` adds yours, `make share` packs them for others, and `make import FILE=` takes in theirs. `make book CARDS=all` draws them in the charts too: over sizes and strides, under rooflines, in sweeps and steps. '
    .. 'What a tuner found, where a warp waits, what numbers lose and how a kernel moves its tiles stays of one card: laid over each other these say nothing, so `DEVICE=` turns the whole book to another card.\n\n'
    .. '## The ladder on each {#ladder}\n\nTFLOP/s at 4096 in each direction, and the share of cuBLAS on the same card.\n\n'
    .. '```{=html}\n' .. set('The ladder on each card', table.concat(ladder, '\n'), html.rungs(shares)) .. '\n```\n\n'
    .. '## The cards {#cards}\n\n```{=html}\n' .. set('The cards', facts) .. '\n```\n'
end

carry.run(function() source.write('build/edition/devices.md', page(), true) end)
