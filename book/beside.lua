-- beside.lua: other cards in a figure's table, those that CARDS= names (records.lua), where
-- they have the same kernels at the same sizes.

local beside = {}

-- What the column of another card is called.
function beside.column(name, card) return name .. ' @ ' .. card end

-- A card's name as charts have room for it.
function beside.short(card) return (card:gsub('^NVIDIA ', ''):gsub('^GeForce ', ''):gsub("'", '')) end

-- What another card is asked for: the first kernel or the first metric, which is what the
-- figure is about. Kinds that are not here are of one card, but for the ladder, which has all.
local ASKED = {
  series = function(want) return {kernels = want.kernels:match '^[^,]*', ceiling = false} end,
  metrics = function(want) return {columns = want.columns:match '^[^,]*'} end,
}

-- Sets a column for each other card into a table that `make` (of kinds.lua) made of the card
-- slug, and returns the cards' names. Rows are the same if their first cells are.
function beside.set(R, want, make, slug, columns, rows)
  local cards, asked = {}, ASKED[want.kind]
  for _, other in ipairs(asked and R.beside or {}) do
    local files = R.files
    R.files = {}
    local ok, names, theirs = true, nil, nil
    if other ~= slug then ok, names, theirs = pcall(make, R, setmetatable(asked(want), {__index = want}), other) end
    if not ok and not (type(names) == 'table' and names.missing) then error(names, 0) end
    local value, shared = {}, false
    for _, row in ipairs(ok and theirs or {}) do value[row[1]] = row[2] end
    for _, row in ipairs(rows) do shared = shared or value[row[1]] ~= nil end
    if shared then
      cards[#cards + 1] = beside.short(R.cards[other])
      columns[#columns + 1] = beside.column(names[2], cards[#cards])
      for _, row in ipairs(rows) do row[#columns] = value[row[1]] or '' end
      for file in pairs(R.files) do files[file] = true end
    end
    R.files = files
  end
  return cards
end

return beside
