-- html.lua: text, rows -> mark-up that is escaped.
-- The few things that every writer of mark-up needs.

local html = {}

local ENTITIES = {['&'] = '&amp;', ['<'] = '&lt;', ['>'] = '&gt;', ['"'] = '&quot;'}

function html.escape(text) return (text:gsub('[&<>"]', ENTITIES)) end

function html.block(text) return pandoc.RawBlock('html', text) end

function html.inline(text) return pandoc.RawInline('html', text) end

-- The sign behind a numbered thing that links to it. The keyboard passes it by: the page of
-- lists leads to each of them.
function html.permalink(id, words)
  return ('<a class="anchor" href="#%s" tabindex="-1" aria-label="Link to %s">#</a>'):format(html.escape(id), html.escape(words))
end

-- {'a', 'b', 'c'} -> 'a, b and c'
function html.listed(words)
  if #words < 2 then return words[1] or '' end
  return table.concat(words, ', ', 1, #words - 1) .. ' and ' .. words[#words]
end

-- A share of cuBLAS's speed, as a line on which a mark stands for all of it: the style sheet draws it, and a line may pass the mark.
function html.rung(share) return ('<span class="rung" style="--share:%s"></span>'):format(share) end

-- The attribute of what holds rungs, where one of these shares is longer than the style sheet has room for.
function html.rungs(shares)
  local most = math.max(0, table.unpack(shares))
  return most > 110 and (' style="--longest:%d"'):format(10 * math.ceil(most / 10)) or ''
end

-- Heads over several columns; the first column has none.
local function group_line(groups)
  local parts = {}
  for i, group in ipairs(groups) do
    parts[i] = ('<th scope="colgroup" colspan="%d">%s</th>'):format(group.span, html.escape(group.title))
  end
  return '<tr class="groups"><td></td>' .. table.concat(parts) .. '</tr>'
end

-- A table of plain cells; columns of numbers are set flush right by class `n`. groups, if
-- any: {title, span} heads over the columns after the first.
function html.table(columns, rows, groups)
  local function numeric(column)
    for _, row in ipairs(rows) do
      local text = row[column] or ''
      if text ~= '' and text ~= '—' and not text:match '^[−%-]?%d' then return false end
    end
    return true
  end
  local align, out = {}, {}
  for i in ipairs(columns) do align[i] = i > 1 and numeric(i) and ' class="n"' or '' end
  local function line(cells, tag)
    local parts = {}
    for i = 1, #columns do
      local head = tag == 'td' and i == 1
      parts[i] = ('<%s%s%s>%s</%s>'):format(head and 'th' or tag,
        head and ' scope="row"' or tag == 'th' and ' scope="col"' or '',
        align[i], html.escape(cells[i] or ''), head and 'th' or tag)
    end
    return '<tr>' .. table.concat(parts) .. '</tr>'
  end
  local top = groups and #groups > 0 and group_line(groups) or ''
  out[1] = '<thead>' .. top .. line(columns, 'th') .. '</thead><tbody>'
  for _, row in ipairs(rows) do out[#out + 1] = line(row, 'td') end
  return '<table>' .. table.concat(out, '\n') .. '</tbody></table>'
end

-- The name of a region that a page may have several of: no two are alike.
function html.unlike(page, name)
  page.regions = page.regions or {}
  page.regions[name] = (page.regions[name] or 0) + 1
  return page.regions[name] > 1 and ('%s, %d'):format(name, page.regions[name]) or name
end

return html
