-- labels.lua: the first pass. Reads one chapter and writes
--
--   build/labels/<stem>.tsv   what the page numbers, names and shows: lines of kind, id,
--                             number, title; replaced only if its bytes change
--   build/deps/<stem>.d       what build/book/<stem>.html depends on, for make
--
--   DEVICE=slug pandoc --lua-filter book/labels.lua -o /dev/null chapters/naive.md
--
-- It complains of nothing but figures without a script; the second pass does the rest.

package.path = PANDOC_SCRIPT_FILE:match '^(.*/)' .. '?.lua;' .. package.path
local source, numbering = require 'source', require 'numbering'
local numbers, records, lens = require 'numbers', require 'records', require 'lens'

local function lines_of(items, shown)
  local lines = {}
  for _, item in ipairs(items) do
    lines[#lines + 1] = table.concat({item.kind, item.id, item.number or '', item.title}, '\t')
  end
  for _, show in ipairs(shown) do lines[#lines + 1] = table.concat({'shows', show[1], show[2], ''}, '\t') end
  return table.concat(lines, '\n') .. '\n'
end

-- since="naive" or since="naive.cu:region" -> code/naive.cu
local function since_file(since)
  local name = since:match '^[^:]+'
  return 'code/' .. (name:find('.', 1, true) and name or name .. '.cu')
end

-- The chapter, other than this one, whose source defines the label.
local function home_of(id, stem, chapters)
  for _, chapter in ipairs(chapters) do
    local text = chapter.stem ~= stem and source.read('chapters/' .. chapter.stem .. '.md')
    if text and text:find('#' .. id, 1, true) then return chapter.stem end
  end
end

local function sorted(set)
  local list = {}
  for name in pairs(set) do list[#list + 1] = name end
  table.sort(list)
  return list
end

local function rule(stem, needs)
  local lines, given = {}, {}
  for _, name in ipairs(sorted(needs)) do
    lines[#lines + 1] = ' \\\n  ' .. name
    if not name:match '^build/' then given[#given + 1] = name .. ':\n' end
  end
  return ('build/book/%s.html:%s\n\n'):format(stem, table.concat(lines)) .. table.concat(given)
end

function Pandoc(doc)
  local path = PANDOC_STATE.input_files[1]
  local stem, chapter_source = path:match '([^/]+)%.md$', source.open(path)
  local ok, R = pcall(records.open, {root = '.', device = os.getenv 'DEVICE'})
  if not ok then
    chapter_source:complain(1, R)
    chapter_source:finish()
  end
  local chapters, chapter = R:chapters(), R:chapter(stem)
  local filler, needs, shown = numbers.open(R, stem), {[path] = true}, {}
  doc = filler:take_facts(doc, function() end)
  local items
  doc, items = numbering.count(doc, chapter and chapter.number)
  local own = {}
  for _, item in ipairs(items) do own[item.id] = true end

  doc:walk{
    Span = function(span) if numbers.kind(span) then filler:touch(span) end end,
    Cite = function(cite)
      for _, citation in ipairs(cite.citations) do
        local kind = numbering.reference_kind(citation.id)
        if kind and kind ~= 'ch' and not own[citation.id] then
          local home = home_of(citation.id, stem, chapters)
          if home then needs['build/labels/' .. home .. '.tsv'] = true end
        end
      end
    end,
    CodeBlock = function(block)
      local a = block.attributes
      if block.classes:includes 'transcript' then
        pcall(R.transcript, R, a.file or '', a.of)
      elseif numbering.is_listing(block) then
        local file = a.file or stem .. '.cu'
        shown[#shown + 1] = {'code/' .. file, a.region or ''}
        needs['code/' .. file] = true
        if a.since then needs[since_file(a.since)] = true end
      end
    end,
    Div = function(div)
      local plot = div.classes:includes 'figure' and div.attributes.plot
      if plot then
        if not source.exists('plots/' .. plot .. '.gp') then
          chapter_source:complain('plot=' .. plot, ('there is no plots/%s.gp'):format(plot))
        end
        needs['build/figures/' .. plot .. '.svg'] = true
        needs['build/figures/' .. plot .. '-narrow.svg'] = true
        needs['build/tables/' .. plot .. '.tsv'] = true
      elseif div.classes:includes 'records' then
        require 'tabulate'.touch(filler, div)
      elseif div.classes:includes 'lens' or div.classes:includes 'compare' then
        lens.touch(R, stem, div)
      end
    end,
  }
  pcall(lens.touch, R, stem)                      -- every chapter that was counted shows it
  chapter_source:finish()
  for file in pairs(R.files) do needs[file] = true end
  source.write('build/labels/' .. stem .. '.tsv', lines_of(items, shown), true)
  source.write('build/deps/' .. stem .. '.d', rule(stem, needs))
  os.exit(0)
end
