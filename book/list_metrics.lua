-- list_metrics.lua: prints all names that prose may ask records for, each with its unit and its meaning, in groups. Pandoc runs it
-- as a filter on nothing, for `make metrics`.

package.path = PANDOC_SCRIPT_FILE:match '^(.*/)' .. '?.lua;' .. package.path
local catalogue = require 'records.catalogue'

for g, group in ipairs(catalogue.groups) do
  io.write(g > 1 and '\n' or '', group.title, ':\n')
  for _, entry in ipairs(group.names) do
    if not entry.narrower then
      io.write(('  %-30s  %-7s  %s\n'):format(entry.name, entry.unit ~= 'count' and entry.unit or '', entry.meaning))
    end
  end
end
