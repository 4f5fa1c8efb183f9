-- listings.lua: page, document -> document with its listings and transcripts set.
-- Listings out of programs, transcripts out of records, and code typed in place.
--
--   ~~~ {.cuda region="a tile at a time"}          code/<stem>.cu; another program: file=…
--   … .folded}                         regions inside it that another listing of the page shows are a line that leads there
--   … fold="the edges, the rest"}      these regions inside it are a line each, which opens them in place
--   … since="naive.cu:other region"}   lines that differ are marked; where most do, words say so

local html, highlight, regions = require 'page.html', require 'page.highlight', require 'page.regions'
local numbering, run = require 'page.numbering', require 'page.run'

local listings = {}

-- The texts of lines, or another of their fields.
local function texts(lines, field)
  local list = {}
  for i, line in ipairs(lines) do list[i] = line[field or 'text'] end
  return list
end

-- since="naive", "naive.cu" or "naive.cu:other region" -> path, region name
local function since_of(text, region)
  local name, other = text:match '^([^:]+):?(.*)$'
  if not name:find('.', 1, true) then name = name .. '.cu' end
  return 'code/' .. name, other ~= '' and other or region
end

-- The regions that some other listing of this page shows: file -> region -> its block.
local function shown_on_page(page, doc)
  local shown = {}
  doc:walk{CodeBlock = function(block)
    if numbering.is_listing(block) and block.attributes.region then
      local file = block.attributes.file or page.stem .. '.cu'
      shown[file] = shown[file] or {}
      shown[file][block.attributes.region] = block
    end
  end}
  return shown
end

local function folds(block, file, region, shown)
  if not block.classes:includes 'folded' then return nil end
  local folded = {}
  for name in pairs(regions.inside(file, region)) do folded[name] = shown[name] end
  return folded
end

-- The regions that fold= names: set of names, or nil. Each lies inside the region that is shown.
local function openable(block, file, region)
  local wanted = block.attributes.fold
  if not wanted then return nil end
  local names, inside = {}, regions.inside(file, region)
  for name in wanted:gmatch '%s*([^,]*[^,%s])' do
    if not inside[name] then
      error({message = ('fold= names “%s”, which is no region inside “%s”'):format(name, region.name)}, 0)
    end
    names[name] = true
  end
  return names
end

-- The line that opens the lines of a region, or stands for them on paper; shown: the listing that has them too, or nil.
local function opener(region, shown)
  return ('<label class="fold"><input type="checkbox" />%s, lines %d to %d%s</label>'):format(html.escape(region.name),
    region.first + 1, region.last - 1, shown and ', Listing\u{a0}' .. shown.attributes.number or '')
end

-- HTML for the lines that stand for folded or omitted code; shown: what other listings show.
local function replacements(lines, folded, opens, shown)
  local replaced = {}
  for i, line in ipairs(lines) do
    if line.fold then
      local indent, name = line.text:match '^%s*', line.fold.name
      local block = folded and folded[name]
      replaced[i] = indent .. (block and ('<a class="fold" href="#%s">⟨%s⟩</a>'):format(block.identifier, html.escape(name))
        or opens and opens[name] and opener(line.fold, shown[name]) or '<i class="r">// …</i>')
    end
  end
  return replaced
end

local function language_of(block)
  for _, class in ipairs(block.classes) do
    if class ~= 'folded' and class ~= 'transcript' then return class end
  end
end

local function heading(block, name, lines, since)
  local where = ('<b>Listing %s.</b> <span class="where">%s:%d · %s</span>')
    :format(block.attributes.number, html.escape(name), lines[1].at, html.escape(block.attributes.region))
  if since then
    where = where .. ('<span class="since">%s</span>'):format(since)
  end
  return '<p class="head">' .. where .. html.permalink(block.identifier, 'Listing ' .. block.attributes.number) .. '</p>'
end

local function check_width(page, path, lines)
  for _, i in ipairs(highlight.too_long(texts(lines))) do
    page.source:complain_about(path, lines[i].at, ('this line of a listing has %d columns; %d fit the page')
      :format(utf8.len(lines[i].text) or #lines[i].text, highlight.columns))
  end
end

-- Marks on more of a listing than this say nothing.
local MOST = 0.6

-- What differs from an older region, and from what, in words: another file, or a region of this one.
local function marks(block, lines, region_name, shown)
  local since = block.attributes.since
  if not since then return nil end
  local path, name = since_of(since, region_name)
  local file = regions.load(path)
  local old = regions.lines(file, regions.find(file, name))
  local base = path:match '[^/]+$'
  local changed, new, all = regions.changed(old, lines), 0, 0
  for i, line in ipairs(lines) do
    if line.text:match '%S' then all, new = all + 1, new + (changed[i] and 1 or 0) end
  end
  local from = html.escape(base == shown and ('“%s”'):format(name) or base)
  if new > MOST * all then return nil, 'most lines differ from ' .. from end
  return changed, '<span class="swatch" aria-hidden="true"></span>marked: differs from ' .. from
end

-- A block that names a file and a region.
local function set_listing(page, block, shown)
  local a = block.attributes
  local name = a.file or page.stem .. '.cu'
  if not a.region then error({message = ('the listing of %s names no region'):format(name)}, 0) end
  if block.text:match '%S' then
    error({message = ('the listing of “%s” is filled from code/%s, so leave it empty'):format(a.region, name)}, 0)
  end
  local file = regions.load('code/' .. name)
  local region = regions.find(file, a.region)
  shown = shown[name] or {}
  local folded = folds(block, file, region, shown)
  local opens = openable(block, file, region)
  local lines = regions.lines(file, region, folded, opens)
  if #lines == 0 then error({message = ('the region “%s” of %s is empty'):format(a.region, name)}, 0) end
  check_width(page, file.path, lines)
  local marked, since = marks(block, lines, a.region, name:match '[^/]+$')
  return html.block(('<div class="listing" id="%s"%s>%s%s</div>'):format(
    html.escape(block.identifier), run.listing(page, name, file, region), heading(block, name, lines, since),
    highlight.pre(texts(lines), {language = language_of(block) or 'cuda', marked = marked,
      inside = texts(lines, 'inside'), replaced = replacements(lines, folded, opens, shown), numbers = texts(lines, 'at'), label = ('Listing %s'):format(a.number)})))
end

-- The lines that `wanted` names, as in 3-12 or 1,4-8; all when it names none.
local function chosen(run, wanted)
  local lines = {}
  for part in (wanted or '1-' .. #run.lines):gmatch '[^,]+' do
    local first, last = part:match '^(%d+)%-(%d+)$'
    first = tonumber(first or part:match '^%d+$')
    if not first then error({message = 'lines= takes numbers and ranges, as in 1,4-8'}, 0) end
    table.move(run.lines, first, math.min(tonumber(last or first), #run.lines), #lines + 1, lines)
  end
  if #lines == 0 then error({message = ('%s has no lines %s'):format(run.path, wanted or '')}, 0) end
  return lines
end

-- A block that names a recorded run, of a card or (of="lens") of the lens.
local function set_transcript(page, block)
  local a = block.attributes
  local run = page.R:transcript(a.file or '', a.of)
  if not run then
    error({message = ('there is no recorded run data/%s/transcripts/%s.txt'):format(
      a.of or page.R.own or page.R.reference, tostring(a.file))}, 0)
  end
  local lines = chosen(run, a.lines)
  local replaced = {}
  for i, line in ipairs(lines) do
    if line:match '^%$ ' then replaced[i] = '<b>' .. html.escape(line) .. '</b>' end
  end
  local day = run.header.date and ', ' .. page.R:day(run.header.date) or ''
  return html.block(('<div class="transcript">%s<p class="prov">%s %s%s.</p></div>'):format(
    highlight.pre(lines, {replaced = replaced, label = html.unlike(page, 'Recorded run')}),
    a.lines and 'Lines ' .. a.lines:gsub('%-', ' to '):gsub(',', ', ') .. ' of a recorded run' or 'A recorded run',
    run.card and 'on ' .. html.escape(run.card) or 'of the lens', day))
end

local function set_plain(page, block)
  local lines = {}
  for line in (block.text .. '\n'):gmatch '([^\n]*)\n' do lines[#lines + 1] = line end
  for _, i in ipairs(highlight.too_long(lines)) do
    page.source:complain(lines[i], ('this line of code has more than %d columns'):format(highlight.columns))
  end
  return html.block('<div class="code">' .. highlight.pre(lines, {language = language_of(block), label = html.unlike(page, 'Code')}) .. '</div>')
end

local function complain(page, block, e)
  if type(e) ~= 'table' then error(e, 0) end
  local a = block.attributes
  page.source:complain({a.region and 'region="' .. a.region .. '"' or '',
    a.file and 'file="' .. a.file .. '"' or '', a.file or '', block.text:match '[^\n]*'}, e)
end

function listings.set(page, doc)
  local shown = shown_on_page(page, doc)
  return doc:walk{CodeBlock = function(block)
    local set = block.classes:includes 'transcript' and set_transcript
      or numbering.is_listing(block) and set_listing or set_plain
    local ok, result = pcall(set, page, block, shown)
    if ok then return result end
    complain(page, block, result)
    return pandoc.Null and pandoc.Null() or {}
  end}
end

return listings
