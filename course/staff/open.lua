-- open.lua: of a lecturer's page, what all may see: behind weave.lua, so that what is taken out has been checked.
-- What has the class `staff` goes, a heading with all that stands below it; so do the answers in the tables of sessions,
-- which are in italics; and a link to what is not there becomes its words.
local gone, of_staff = {}, {HANDBOOK = true}

local function sections(blocks)
  local kept, below = pandoc.List(), nil
  for _, b in ipairs(blocks) do
    if b.t == 'Header' then
      if below and b.level <= below then below = nil end
      if b.classes:includes 'staff' then below = below or b.level end
      if below then gone['#' .. b.identifier] = true end
    end
    if not below and not (b.t == 'Div' and b.classes:includes 'staff') then kept:insert(b) end
  end
  return kept
end

local function answers(t)
  return t:walk{Emph = function() return pandoc.Str '…' end}
end

function Pandoc(doc)
  doc.blocks = sections(doc.blocks):map(function(b)
    return b.t == 'Div' and pandoc.Div(sections(b.content), b.attr) or b
  end)
  doc = doc:walk{Table = answers}
  return doc:walk{Link = function(l)
    local page = l.target:match '^([A-Z]+)%.%a+'
    if of_staff[page] or gone[l.target:match '#.*$' or ''] then return l.content end
  end}
end
