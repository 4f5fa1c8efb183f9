-- covered.lua: build/labels/*.tsv, code/*.cu -> complaints.
-- Every line of a chapter's program stands in some listing of the book, or
-- in a region `omit`. Reads build/labels/*.tsv, where the first pass notes what is shown.
--
--   pandoc --lua-filter book/covered.lua -o /dev/null </dev/null

package.path = PANDOC_SCRIPT_FILE:match '^(.*/)' .. '?.lua;' .. package.path
local source, regions, contents = require 'page.source', require 'page.regions', require 'records.contents'
local numbering = require 'page.numbering'

local function shown_by_all(pages)
  local shown = {}
  for _, page in ipairs(pages) do
    for _, label in ipairs(numbering.read(page.stem)) do
      if label.kind == 'shows' then
        shown[label.id] = shown[label.id] or {}
        shown[label.id][label.number] = true
      end
    end
  end
  return shown
end

local good = true
local function complain(text)
  good = false
  io.stderr:write(text, '\n')
end

local function main()
  local book = contents.open()
  local shown = shown_by_all(book:pages())
  for _, chapter in ipairs(book:chapters()) do
    local path = 'code/' .. chapter.stem .. '.cu'
    local text = source.read(path)
    if text then
      local file = regions.parse(path, text)
      for _, gap in ipairs(regions.uncovered(file, shown[path] or {})) do
        complain(('%s:%d: no chapter shows %s; show the region in chapters/%s.md, or put it in a region omit')
          :format(path, gap.first, gap.last > gap.first
            and ('lines %d to %d'):format(gap.first, gap.last) or 'this line', chapter.stem))
      end
    end
  end
end

local ok, e = pcall(main)
if not ok then complain(type(e) == 'table' and e.message or tostring(e)) end
os.exit(good and 0 or 1)
