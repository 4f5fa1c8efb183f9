-- citation.lua: CITATION.cff -> authors, title, version and date, and how to cite them.
-- What CITATION.cff says of the book, for those who cite it.

local source, units = require 'page.source', require 'records.units'

local citation = {}

-- What CITATION.cff says: title, version, date, authors.
function citation.read()
  local text = source.read 'CITATION.cff' or ''
  local function field(name) return text:match('\n' .. name .. ':%s*"?([^"\n]*)"?') end
  return {title = field 'title' or 'Tiles All the Way Down', date = field 'date%-released', version = field 'version',
    authors = text:match '\nauthors:%s*\n%s*%-%s*name:%s*"?([^"\n]*)"?' or ''}
end

-- The edition in words: 'Edition 2026.11 of 21 November 2026.', and whether CHANGES.md tells of more than that edition has.
function citation.edition()
  local cff = citation.read()
  if not cff.date then return '' end
  local newest = (source.read 'CHANGES.md' or ''):match '\n## ([^\n{]*)'
  local later = newest and cff.version and not newest:find('Edition ' .. cff.version, 1, true)
  return ('Edition %sof %s%s.'):format(cff.version and cff.version .. ' ' or '', units:day(cff.date), later and ', with later changes' or '')
end

return citation
