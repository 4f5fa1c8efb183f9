-- Who has which results of a tile of C, by the store of a warp's first results and the
-- constants of its kernel.
local draw = ...
local parts = {}

-- kernel of the chapter, its trace -> constants, with their results, and each(lane): a list of the places {row, col},
-- from 0, of the lane's results in the tile.
function parts.results(kernel, trace)
  local c = draw.constants{of = 'coarsening-1d', kernel = kernel}
  local _, lanes = draw.lanes(trace, {op = 'store', array = 'C'})
  local tm, tn = rawget(c, 'TM'), rawget(c, 'TN') -- of a column, of a row: a kernel has one of them
  local down, across = tm and 1 or 0, tn and c.BN // tn or 0
  c.results = tm or tn
  return c, function(lane)
    local places = {}
    for i = 0, c.results - 1 do
      places[i + 1] = {row = lanes[lane].row + i * down, col = lanes[lane].col + i * across}
    end
    return places
  end
end

-- The rows and the columns of some lanes' results, as sorted lists.
function parts.needs(each, first, last)
  local rows, cols = {}, {}
  for lane = first, last do
    for _, at in ipairs(each(lane)) do rows[at.row], cols[at.col] = true, true end
  end
  local function sorted(set)
    local list = {}
    for key in pairs(set) do list[#list + 1] = key end
    table.sort(list)
    return list
  end
  return sorted(rows), sorted(cols)
end

return parts
