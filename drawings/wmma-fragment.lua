-- Who holds what of a fragment: the 16 x 16 elements of an accumulator, in pairs, each with its
-- lane, and what one lane has in its registers, for some lanes, one after another; from the map that was
-- recorded on the card.
local draw = ...
local EDGE, SQUARE, PLACES = 16, 8, 8
local LANES, OPEN = {0, 1, 4, 5, 31}, 5            -- the lanes that are shown, and the first to be seen
local shown = {}
for _, lane in ipairs(LANES) do shown[lane] = true end

-- The elements, 16 * row + column, of all lanes of a fragment, each lane's first PLACES of `places`.
local function held(fragment, places)
  local sizes = {}
  for i = 0, 32 * PLACES - 1 do sizes[i + 1] = ('%d'):format(1 + i // PLACES * places + i % PLACES) end
  return draw.value(("probe{'%s', size={%s}}"):format(fragment, table.concat(sizes, ',')))
end

local values, of_a = held('accumulator', PLACES), held('a', 2 * PLACES)
-- What the caption says of all lanes: a pair of neighbours in each square, and A as the accumulator.
for i, element in ipairs(values) do
  local place = (i - 1) % PLACES
  if of_a[i] ~= element or place % 2 == 1 and element ~= values[i - 1] + 1
    or place % 4 == 2 and element ~= values[i - 2] + SQUARE * EDGE or place == 4 and element ~= values[i - 4] + SQUARE then
    error({message = 'drawings/wmma-fragment.lua: fragments are held in another way than its caption says'}, 0)
  end
end
local lane_of, mine = {}, {}
for i, element in ipairs(values) do
  local lane, place = (i - 1) // PLACES, (i - 1) % PLACES
  lane_of[math.tointeger(element)] = lane
  mine[lane] = mine[lane] or {}
  mine[lane][place] = math.tointeger(element)
end

local function row(element) return element // EDGE end
local function column(element) return element % EDGE end
local function name(element) return ('(%d, %d)'):format(row(element), column(element)) end

-- '1 and 9': what f says of a lane's elements, each once, in order.
local function list(lane, f)
  local seen, values_of = {}, {}
  for place = 0, PLACES - 1 do
    local value = f(mine[lane][place])
    if not seen[value] then values_of[#values_of + 1] = value end
    seen[value] = true
  end
  table.sort(values_of)
  local last = table.remove(values_of)
  return ('%s and %d'):format(table.concat(values_of, ', '), last)
end

-- Elements that stand side by side with one lane, from column 0 on: a piece of a row.
local function pieces(r)
  local list, c = {}, 0
  while c < EDGE do
    local n = 1
    while c + n < EDGE and (c + n) % SQUARE > 0 and lane_of[r * EDGE + c + n] == lane_of[r * EDGE + c] do n = n + 1 end
    list[#list + 1] = {column = c, n = n, lane = lane_of[r * EDGE + c]}
    c = c + n
  end
  return list
end

-- In how many rows a piece begins at a column.
local every = {}
for r = 0, EDGE - 1 do
  for _, piece in ipairs(pieces(r)) do every[piece.column] = (every[piece.column] or 0) + 1 end
end

return function(d)
  local cell, x, y = d.narrow and 20 or 21, 20, 38
  d:text(x, 8, 'an accumulator: 16 × 16 elements in four squares', {size = d.narrow and 12 or 13})
  local m = d:matrix{x = x, y = y, w = EDGE * cell, h = EDGE * cell, rows = EDGE, cols = EDGE}
  for i = 0, EDGE - 1, SQUARE do
    for _, each in ipairs{i, i + SQUARE - 1} do
      d:text(x - 5, y + (each + 0.5) * cell, each, {size = 11, anchor = 'end', role = 'quiet'})
      d:text(x + (each + 0.5) * cell, y - 9, each, {size = 11, anchor = 'middle', role = 'quiet'})
    end
  end
  for r = 1, EDGE - 1 do d:rule(x, y + r * cell, m.right, y + r * cell, {role = 'quiet', weight = 0.7}) end
  for c = 1, EDGE - 1 do
    local at = m.at(0, c, EDGE, 1)
    if every[c] == EDGE then d:rule(at.x, at.y, at.x, at.bottom, {role = 'quiet', weight = 0.7}) end
  end
  for r = 0, EDGE - 1 do
    for _, piece in ipairs(pieces(r)) do
      local at = m.at(r, piece.column, 1, piece.n)
      if every[piece.column] < EDGE then d:rule(at.x, at.y, at.x, at.bottom, {role = 'quiet', weight = 0.7}) end
      if r < SQUARE and piece.column < SQUARE and not shown[piece.lane] then
        d:text(at.cx, at.cy, piece.lane, {size = 11, anchor = 'middle', plain = true})
      end
    end
  end
  for r = 0, EDGE - 1, SQUARE do
    for c = 0, EDGE - 1, SQUARE do
      local at = m.at(r, c, SQUARE, SQUARE)
      d:rect(at.x, at.y, at.w, at.h, {weight = 2})
    end
  end

  -- A lane: where its elements are, and what it has in its registers.
  local rx, ry = d.narrow and x or 430, d.narrow and m.bottom + 40 or y + 4 * cell
  d:text(rx + 26, ry - 18, ('holds, in places 0 to %d:'):format(PLACES - 1), {size = 12})
  for _, lane in ipairs(LANES) do
    d:step(('Lane %d holds elements of rows %s, in columns %s: two adjacent ones in each square.'):format(lane, list(lane, row), list(lane, column)),
      function()
        for r = 0, EDGE - 1 do
          for _, piece in ipairs(pieces(r)) do
            if piece.lane == lane then
              local at = m.at(r, piece.column, 1, piece.n)
              d:rect(at.x, at.y, at.w, at.h, {role = 'C', tone = 'solid', weight = 0.7})
              d:text(at.cx, at.cy, lane, {size = 11, anchor = 'middle', on = true})
            elseif shown[piece.lane] and r < SQUARE and piece.column < SQUARE then
              local at = m.at(r, piece.column, 1, piece.n)
              d:text(at.cx, at.cy, piece.lane, {size = 11, anchor = 'middle', plain = true})
            end
          end
        end
        d:lane(rx + 10, ry - 18, 10, {n = lane, role = 'C', tone = 'solid'})
        local registers = d:registers{x = rx, y = ry, rows = PLACES // 2, cols = 2, cell = 24, role = function() return 'C' end,
          tone = function() return 'solid' end}
        for place = 0, PLACES - 1 do
          local at = registers.at[place // 2][place % 2]
          d:text(at.cx, at.cy, place, {size = 11, anchor = 'middle', on = true})
          if place % 2 == 0 then
            d:text(registers.right + 8, at.cy, name(mine[lane][place]) .. ' ' .. name(mine[lane][place + 1]), {size = 12})
          end
        end
      end, {key = lane == OPEN, open = lane == OPEN})
  end
end
