-- posters.lua: build/pages/*.html -> build/edition/posters/<stem>.svg, what links to each page show.
--
--   pandoc --lua-filter book/edition/posters.lua -o /dev/null /dev/null

package.path = PANDOC_SCRIPT_FILE:match '^(.*/)edition/' .. '?.lua;' .. package.path
local source, carry, cover = require 'page.source', require 'edition.carry', require 'edition.cover'

carry.run(function()
  local title = require 'page.citation'.read().title:match '^[^:]*'
  for _, part in ipairs(carry.parts{'devices', 'records', 'changes', 'lists', 'terms', 'questions', 'ledger', 'bibliography'}) do
    source.write('build/edition/posters/' .. part.stem .. '.svg', cover.poster(part, title))
  end
end)
