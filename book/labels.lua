-- labels.lua: chapters/<stem>.md -> build/labels/<stem>.tsv and .front, build/deps/<stem>.d.
-- The first pass. Reads one chapter and writes
--
--   build/labels/<stem>.tsv   what the page numbers, names and shows: lines of kind, id,
--                             number, title; replaced only if its bytes change
--   build/labels/<stem>.front its front matter, likewise
--   build/deps/<stem>.d       what build/pages/<stem>.html is made of, for make; of which
--                             records, the second pass says in build/deps/<stem>.records.d
--
--   pandoc --lua-filter book/labels.lua -o /dev/null chapters/naive.md
--
-- It complains of nothing but figures without a script; the second pass does the rest.

package.path = PANDOC_SCRIPT_FILE:match '^(.*/)' .. '?.lua;' .. package.path
local source, numbering, contents = require 'page.source', require 'page.numbering', require 'records.contents'

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

-- The page, other than this one, whose source defines the label.
local function home_of(id, name, pages)
  for _, page in ipairs(pages) do
    local text = page.stem ~= name and source.read('chapters/' .. page.stem .. '.md')
    if text and text:find('#' .. id, 1, true) then return page.stem end
  end
end

function Pandoc(doc)
  local path = PANDOC_STATE.input_files[1]
  local name, page_source = path:match '([^/]+)%.md$', source.open(path)
  local ok, pages = pcall(contents.pages, contents.open())
  if not ok then
    page_source:complain(1, pages)
    page_source:finish()
  end
  local needs, shown, entry = {[path] = true}, {}, {}
  for _, page in ipairs(pages) do
    if page.stem == name then entry = page end
  end
  local stem = entry.of or name                    -- the chapter's
  for _, owner in ipairs{name, stem} do
    local facts = ('chapters/%s.facts'):format(owner)
    if source.exists(facts) then needs[facts] = true end
  end
  local items
  doc, items = numbering.count(doc, entry.number)
  local own = {}
  for _, item in ipairs(items) do own[item.id] = true end

  doc:walk{
    Cite = function(cite)
      for _, citation in ipairs(cite.citations) do
        local kind = numbering.reference_kind(citation.id)
        if kind and kind ~= 'ch' and not own[citation.id] then
          local home = home_of(citation.id, name, pages)
          if home then needs['build/labels/' .. home .. '.tsv'] = true end
        end
      end
    end,
    CodeBlock = function(block)
      local a = block.attributes
      if numbering.is_listing(block) then
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
          page_source:complain('plot=' .. plot, ('there is no plots/%s.gp'):format(plot))
        end
        needs['build/figures/' .. plot .. '.svg'] = true
        needs['build/figures/' .. plot .. '-narrow.svg'] = true
        needs['build/tables/' .. plot .. '.tsv'] = true
      end
      local drawing = div.classes:includes 'figure' and div.attributes.draw
      if drawing then
        local script = ('drawings/%s.lua'):format(drawing:match '^[^:]*')
        if not source.exists(script) then
          page_source:complain('draw=' .. drawing, ('there is no %s'):format(script))
        end
        needs[script] = true
      end
    end,
  }
  page_source:finish()
  source.write('build/labels/' .. name .. '.tsv', lines_of(items, shown), true)
  source.write('build/labels/' .. name .. '.front', (source.read(path) or ''):match '^%-%-%-.-\n%-%-%-' or '', true)
  source.write('build/deps/' .. name .. '.d', source.rule(name, needs))
  os.exit(0)
end
