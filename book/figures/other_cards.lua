-- other_cards.lua: a figure's table, CARDS= -> the same table with columns of other cards.
-- Other cards in a figure's table, those that CARDS= names (records.lua), where
-- they have the same kernels at the same sizes.

local other_cards = {}

-- What the column of another card is called.
function other_cards.column(name, card) return name .. ' @ ' .. card end

-- A card's name as charts have room for it.
function other_cards.short(card) return (card:gsub('^NVIDIA ', ''):gsub('^GeForce ', ''):gsub("'", '')) end

-- What another card is asked for, kind by kind: the first kernel, which is what the figure is
-- about, the first metric, or what `beside=` names; the first that the card has of several wants.
-- Rows are the same if their first `same` cells are; `take` are the columns to set beside. Kinds
-- that are not here are of one card, but for the ladder, which has all.
local function first(list) return list and list:match '^[^,]*' end
local ASKED = {
  series = {same = 1, take = {2}, wants = function(want) return {{kernels = first(want.kernels), ceiling = false}} end},
  metrics = {same = 1, take = {2}, wants = function(want) return {{columns = want.beside or first(want.columns)}} end},
  probes = {same = 1, take = {2}, wants = function(want) return want.beside and {{only = want.beside}} or {} end},
  steps = {same = 2, take = {3}, wants = function() return {{ceilings = '', library = ''}} end},
  roofline = {same = 2, take = {3, 4, 5},
    wants = function(want) return {{kernels = want.beside or first(want.kernels), library = ''}, {kernels = '', library = ''}} end},
}

-- What the other card has: column names and rows, or nil.
local function theirs_of(R, want, make, asked, other)
  for _, keys in ipairs(asked.wants(want)) do
    local ok, names, rows = pcall(make, R, setmetatable(keys, {__index = want}), other)
    if ok then return names, rows end
    if not (type(names) == 'table' and names.missing) then error(names, 0) end
  end
end

-- Sets columns for each other card into a table that `make` (of chart_tables.lua) made of the card
-- slug, if the figure's script draws them, and returns the cards' names.
function other_cards.set(R, want, make, slug, columns, rows)
  local cards, asked = {}, want.several and ASKED[want.kind]
  local function key(row) return table.concat(row, '\t', 1, asked.same) end
  for _, other in ipairs(asked and R.beside or {}) do
    local files = R.files
    R.files = {}
    local names, theirs
    if other ~= slug then names, theirs = theirs_of(R, want, make, asked, other) end
    local of, shared = {}, false
    for _, row in ipairs(theirs or {}) do of[key(row)] = row end
    for _, row in ipairs(rows) do shared = shared or of[key(row)] ~= nil end
    if shared then
      cards[#cards + 1] = other_cards.short(R.cards[other])
      for _, c in ipairs(asked.take) do
        columns[#columns + 1] = other_cards.column(names[c], cards[#cards])
        for _, row in ipairs(rows) do row[#columns] = of[key(row)] and of[key(row)][c] or '' end
      end
      for file in pairs(R.files) do files[file] = true end
    end
    R.files = files
  end
  return cards
end

return other_cards
