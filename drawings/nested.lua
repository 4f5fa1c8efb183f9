-- The nested picture: C, a tile of it for each block, in that one for each warp, in that one
-- for each thread, and in that the instructions; with the sizes of warptiling's kernel.
-- draw=nested shows all storeys, draw=nested:warp lights one: grid, block, warp, thread, instruction;
-- Then only what is lit has numbers, and they are those of the chapter's own kernel.
-- draw=nested:spiral is the cover of the book: no words, each storey in a square of a golden rectangle.
-- draw=nested:cover says which chapters build each.
local draw = ...
local N, KERNEL = 4096, '8x8-warp-4x8'
local k = draw.constants{of = 'warptiling', kernel = KERNEL}

-- Elements that one float4 holds: a thread's tile stands in the warp's in squares of this edge.
local QUAD = 4

local function tiles(rows, columns) return draw.times(rows, columns) end

-- What every storey is called, how large it is and what it holds.
local STOREYS = {
  {name = 'grid', title = 'C', size = tiles(N, N), holds = ('%d blocks'):format(N // k.BM * (N // k.BN)), where = 'A, B, C in DRAM'},
  {name = 'block', title = 'block tile', size = tiles(k.BM, k.BN),
    holds = ('%d warps'):format(k.BM // k.WM * (k.BN // k.WN)), where = 'A, B in shared memory'},
  {name = 'warp', title = 'warp tile', size = tiles(k.WM, k.WN), holds = '32 lanes', where = 'one scheduler'},
  {name = 'thread', title = 'thread tile', size = tiles(k.TM, k.TN), holds = ('%d accumulators'):format(k.TM * k.TN),
    where = 'a, b in registers'},
  {name = 'instruction', title = 'instruction', size = tiles(1, 1), holds = 'one FFMA', where = 'one multiply-add'},
}

-- Which storeys a chapter's kernel adds, or works on.
local BUILDS = {naive = 'grid', coalescing = 'grid', summit = 'grid block', tiling = 'block', autotuning = 'block', warptiling = 'warp',
  ['coarsening-1d'] = 'thread', ['coarsening-2d'] = 'thread', vectorized = 'thread', registers = 'instruction', wmma = 'instruction', mma = 'instruction',
  hopper = 'instruction'}

local function rungs_of(storey)
  local list = {}
  for _, chapter in ipairs(draw.chapters()) do
    if chapter.rung and BUILDS[chapter.stem]:find(storey.name, 1, true) then list[#list + 1] = chapter end
  end
  return list
end

local RUNG = 18
local function chapters(d, storey, x, y, anchor)
  for i, chapter in ipairs(rungs_of(storey)) do
    d:text(x, y + (i - 1) * RUNG, ('%s\u{2002}%s'):format(chapter.number, chapter.short), {size = 12, anchor = anchor})
  end
end

-- The numbers of the chapter's own kernel in place of those of warptiling's: size and holds; of a
-- block with a thread for each result, its edge too.
local function own_numbers(storey)
  local kernel = draw.rung()
  if not kernel or draw.stem == 'warptiling' then return storey.size, storey.holds end
  local c = draw.constants{of = draw.stem, kernel = kernel}
  local function first(...)
    for _, key in ipairs{...} do
      if rawget(c, key) then return rawget(c, key) end
    end
  end
  local bm, bn = first('BM', 'T'), first('BN', 'T')
  local tm = first 'TM' or rawget(c, 'BM') and first 'T' or 1
  local tn = first 'TN' or 1
  if not bm then return '', '' end
  if storey.name == 'block' then
    return tiles(bm, bn), ('%d warps'):format(bm * bn // (tm * tn) // 32), tm * tn == 1 and bm == bn and bm or nil
  end
  if storey.name == 'thread' then return tiles(tm, tn), ('%d accumulators'):format(tm * tn) end
  return storey.name == 'grid' and storey.size or '', ''
end

-- A tile of h x w elements as large as fits into the square.
local function fitted(box, rows, columns)
  local scale = math.min(box.w / columns, box.h / rows)
  local w, h = columns * scale, rows * scale
  return {x = box.x + (box.w - w) / 2, y = box.y + (box.h - h) / 2, w = w, h = h, scale = scale}
end

local function part(at, row, column, rows, columns)
  return {x = at.x + column * at.scale, y = at.y + row * at.scale, w = columns * at.scale, h = rows * at.scale}
end

-- Each paints its panel, lit or not, and hands back what the next storey enlarges.
local paint = {}

-- row: of the block that is enlarged.
function paint.grid(d, box, lit, row)
  local at = fitted(box, N, N)
  d:rect(at.x, at.y, at.w, at.h, {role = lit and 'C' or 'quiet', tone = lit and 'hatch' or 'none', weight = 1.5})
  if box.w > 80 then d:grid(at, N // k.BM, N // k.BN, {role = 'quiet'}) end
  return at, d:tile(part(at, k.BM * (row or N // k.BM // 4), k.BN * (N // k.BN - 12), k.BM, k.BN), 'block', {role = 'C', tone = 'solid'})
end

-- edge: where a thread has one result, and a warp 32 neighbours in a row.
function paint.block(d, box, lit, edge)
  if edge then
    local at, rows = fitted(box, edge, edge), math.max(1, 32 // edge)
    d:rect(at.x, at.y, at.w, at.h, {role = 'C', tone = 'hatch', weight = 0})
    d:grid(at, edge // rows, math.max(1, edge // 32), {role = 'C'})
    d:tile(at, 'block', {role = 'C', tone = 'none'})
    return at, d:rect(at.x, at.y + at.h * 0.375, at.w, rows * at.scale, {role = 'C', tone = 'solid', weight = 0})
  end
  local at = fitted(box, k.BM, k.BN)
  for r = 0, k.BM - 1, k.WM do
    for c = 0, k.BN - 1, k.WN do
      d:tile(part(at, r + 1, c + 1, k.WM - 2, k.WN - 2), 'warp', {role = lit and 'C' or 'quiet', tone = lit and 'hatch' or 'none'})
    end
  end
  d:tile(at, 'block', {role = lit and 'C' or 'quiet', tone = 'none'})
  return at, d:tile(part(at, k.WM + 1, k.BN - k.WN + 1, k.WM - 2, k.WN - 2), 'warp', {role = 'C', tone = 'solid'})
end

-- The squares of lane `lane`, first row and column of each.
local function squares(lane)
  local across, down, list = k.WN // k.TN, k.WM // k.TM, {}
  for r = 0, k.TM // QUAD - 1 do
    for c = 0, k.TN // QUAD - 1 do
      list[#list + 1] = {r * down * QUAD + lane // across * QUAD, c * across * QUAD + lane % across * QUAD}
    end
  end
  return list
end

function paint.warp(d, box, lit)
  local at, last = fitted(box, k.WM, k.WN), nil
  for lane = 0, 31 do
    for _, s in ipairs(squares(lane)) do
      d:rect(at.x + s[2] * at.scale, at.y + s[1] * at.scale, QUAD * at.scale, QUAD * at.scale,
        {role = lit and 'C' or 'quiet', tone = lit and 'hatch' or 'none', weight = 0.7})
    end
  end
  local mine = squares(k.WN // k.TN + 5)
  for _, s in ipairs(mine) do
    last = d:tile(part(at, s[1], s[2], QUAD, QUAD), 'thread', {role = 'C', tone = 'solid'})
  end
  d:tile(at, 'warp', {role = lit and 'C' or 'quiet', tone = 'none'})
  return at, last
end

function paint.thread(d, box, lit)
  local cell = box.w / (k.TN + 1.6)
  local x, y = box.x + 1.6 * cell, box.y + 1.6 * cell
  d:registers{x = x, y = y, rows = k.TM, cols = k.TN, cell = cell, role = lit and 'C' or nil}
  d:registers{x = box.x, y = y, rows = k.TM, cols = 1, cell = cell, role = lit and 'A' or nil}
  d:registers{x = x, y = box.y, rows = 1, cols = k.TN, cell = cell, role = lit and 'B' or nil}
  local r, c = 2, k.TN - 2
  d:rect(box.x + 1, y + r * cell + 1, cell - 2, cell - 2, {role = 'A', tone = 'solid'})
  d:rect(x + c * cell + 1, box.y + 1, cell - 2, cell - 2, {role = 'B', tone = 'solid'})
  return {x = box.x, y = box.y, w = box.w, h = box.h},
    d:rect(x + c * cell + 1, y + r * cell + 1, cell - 2, cell - 2, {role = 'C', tone = 'solid'})
end

function paint.instruction(d, box, lit)
  local cell = box.w / 4.6
  local y, tone = box.y + box.h / 2 - cell / 2, lit and 'hatch' or 'none'
  for i, each in ipairs{{'C', '+='}, {'A', '·'}, {'B'}} do
    local x = box.x + (i - 1) * 1.8 * cell
    d:registers{x = x, y = y, rows = 1, cols = 1, cell = cell, role = each[1], tone = tone}
    d:text(x + cell / 2, y + cell / 2, each[1]:lower(), {anchor = 'middle', code = true, size = box.w > 80 and 13 or 11, plain = box.w <= 80})
    if box.w > 80 and each[2] then d:text(x + 1.4 * cell, y + cell / 2, each[2], {anchor = 'middle', code = true, size = 12}) end
  end
  return {x = box.x, y = y, w = box.w, h = cell}
end

-- Lines of words, those that are empty left out.
local function words(d, storey, x, y, lit, size, holds, anchor)
  local role = lit and 'ink' or 'quiet'
  d:text(x, y, storey.title, {bold = true, size = 14, anchor = anchor, role = role})
  y = y + 19
  for _, line in ipairs{{size, role}, {holds, role}, {storey.where, 'quiet'}} do
    if line[1] ~= '' then
      d:text(x, y, line[1], {size = 12, anchor = anchor, role = line[2]})
      y = y + 17
    end
  end
end

-- Text about the middle x, moved so that it stays on the sheet.
local function within(d, x, y, text, o)
  local w = d:measure(text, o)
  d:text(math.max(0, math.min(x - w / 2, d.width - w)), y, text, o)
end

-- The name beneath a narrow panel, and of the one that is lit what it is and what it holds.
local function short(d, storey, x, y, lit, size, holds)
  within(d, x, y, storey.title, {size = 11, bold = lit, role = lit and 'ink' or 'quiet'})
  if not lit then return end
  local said = {}
  for _, what in ipairs{size, holds, storey.where} do
    if what ~= '' then said[#said + 1] = what end
  end
  within(d, x, y + 19, table.concat(said, '; '), {size = 12})
end

-- The squares of a golden rectangle as wide as the sheet, each beside what is left of it: at the top, right, bottom and left.
local function spiral(d)
  local x, y, w, h = 0, 0, d.width, d.width * (1 + math.sqrt(5)) / 2
  local gap, before = d.width / 40, nil
  for i, storey in ipairs(STOREYS) do
    local side, turn = math.min(w, h), (i - 1) % 4
    local left = turn == 1 and x + w - side or x
    local top = turn == 2 and y + h - side or y
    local inset = i == 1 and 2 or gap
    local at, next_one = paint[storey.name](d, {x = left + inset, y = top + inset, w = side - 2 * inset, h = side - 2 * inset}, true, i == 1 and N // k.BM * 3 // 4 or nil)
    local o = {role = 'quiet', dash = '2 3'}
    if turn == 1 then
      d:rule(before.x, before.bottom, at.x, at.y, o)
      d:rule(before.right, before.bottom, at.x + at.w, at.y, o)
    elseif turn == 2 then
      d:rule(before.x, before.y, at.x + at.w, at.y, o)
      d:rule(before.x, before.bottom, at.x + at.w, at.y + at.h, o)
    elseif turn == 3 then
      d:rule(before.x, before.y, at.x, at.y + at.h, o)
      d:rule(before.right, before.y, at.x + at.w, at.y + at.h, o)
    elseif before then
      d:rule(before.right, before.y, at.x, at.y, o)
      d:rule(before.right, before.bottom, at.x, at.y + at.h, o)
    end
    before = next_one
    if turn == 0 then y, h = y + side, h - side
    elseif turn == 1 then w = w - side
    elseif turn == 2 then h = h - side
    else x, w = x + side, w - side end
  end
end

return function(d, only)
  if only == 'spiral' then return spiral(d) end
  local cover = only == 'cover'
  local known = {}
  for _, storey in ipairs(STOREYS) do known[storey.name] = true end
  if only and not cover and not known[only] then d:fail('there is no storey %s', only) end
  local column = d.narrow and (cover or not only)          -- one below the other, or a row
  local side, gap, before, below
  if column then side, gap = 110, 34 else gap = d.width * 0.05; side = (d.width - 4 * gap - 4) / 5 end
  local x, y = 2, 3
  for _, storey in ipairs(STOREYS) do
    local box = {x = x, y = y, w = side, h = side}
    local all = not only or cover
    local lit = all or only == storey.name
    local size, holds, edge = '', '', nil
    if all then size, holds = storey.size, storey.holds
    elseif lit then size, holds, edge = own_numbers(storey) end
    local at, part_of = paint[storey.name](d, box, lit, edge)
    if before then
      local o = {role = 'quiet', dash = '2 3'}
      if column then
        d:rule(before.x, before.bottom, at.x, at.y, o)
        d:rule(before.right, before.bottom, at.x + at.w, at.y, o)
      else
        d:rule(before.right, before.y, at.x, at.y, o)
        d:rule(before.right, before.bottom, at.x, at.y + at.h, o)
      end
    end
    before, below = part_of, side + gap
    if column then
      words(d, storey, side + 40, y + 28, lit, size, holds)
      if cover then
        chapters(d, storey, side + 40, y + 112)
        below = math.max(below, 112 + #rungs_of(storey) * RUNG + 16)
      end
    elseif d.narrow then
      short(d, storey, x + side / 2, side + 18, lit, size, holds)
    else
      words(d, storey, x + side / 2, side + 22, lit, size, holds, 'middle')
      if cover then chapters(d, storey, x + side / 2, side + 108, 'middle') end
    end
    if column then y = y + below else x = x + side + gap end
  end
end
