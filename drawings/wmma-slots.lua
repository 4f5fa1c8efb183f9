-- The slots of shared memory over the life of a block: which tile is being copied into which slot, and from
-- which slot the warps multiply, in the order of one warp's requests. Step by step.
-- trace: wmma kernel=async size=128 lane=0 step=0..31
local draw = ...
local k = draw.constants{of = 'wmma', kernel = 'async'}
local SLOT = (k.BM * (k.BK + k.PAD_A) + k.BK * (k.BN + k.PAD_B)) * 2

-- Tiles in the order of their copies: their slot, the iteration of the loop in which the copy was
-- started (0: before the loop), the iteration in which they are read, and whether they are only zeros.
local tiles, iterations = {}, 0
do
  local last, fetched = nil, false
  local function read(slot)
    for i = #tiles, 1, -1 do
      local tile = tiles[i]
      if tile.slot == slot and tile.started < math.max(iterations, 1) then return tile end
    end
  end
  for _, row in ipairs(draw.trace().rows) do
    if row.space == 'global' then fetched = fetched or row.op == 'load'
    else
      local slot = row.offset // SLOT
      local event = row.op .. slot
      if row.op == 'store' and event ~= last then
        tiles[#tiles + 1] = {n = #tiles, slot = slot, started = iterations, zeros = not fetched}
      elseif row.op == 'load' and not (read(slot) and read(slot).read) then
        iterations = iterations + 1
        read(slot).read = iterations
      end
      last, fetched = event, false
    end
  end
end

local function list(words)
  if #words == 1 then return words[1] end
  return table.concat(words, ', ', 1, #words - 1) .. ' and ' .. words[#words]
end

-- The tile that iteration t reads, the tile that it starts, and the tiles still being copied when it ends.
local function at_iteration(t)
  local reads, starts, under_way
  under_way = {}
  for _, tile in ipairs(tiles) do
    if tile.read == t then reads = tile end
    if tile.started == t then starts = tile end
    if tile.started <= t and not (tile.read and tile.read <= t) then under_way[#under_way + 1] = tile end
  end
  return reads, starts, under_way
end

local function numbers(of, key)
  local words = {}
  for i, tile in ipairs(of) do words[i] = ('%d'):format(tile[key]) end
  return list(words)
end

local function caption(t)
  local reads, starts, under_way = at_iteration(t)
  if t == 0 then
    return ('Before the loop: the copies of tiles %s are started, into slots %s. No thread waits for them yet.'):format(
      numbers(under_way, 'n'), numbers(under_way, 'slot'))
  elseif not reads then
    return ('The loop has ended. Tiles %s, all zeros, are still being copied. Without a last wait they could overwrite what is stored next.')
      :format(numbers(under_way, 'n'))
  end
  return ('Tile %d has arrived for all threads. The warps multiply from slot %d. %s%s, and %s are written into it.')
    :format(reads.n, reads.slot, starts.zeros and 'No tile along K is left. ' or '', (starts.n < k.STAGES and 'Slot %d is still empty' or 'No warp reads slot %d any more'):format(starts.slot), starts.zeros and 'zeros' or ('the copies of tile %d'):format(starts.n))
end

return function(d)
  local columns = iterations + 2
  local left = d.narrow and 42 or 104
  local small = d.narrow and 11 or 12
  -- Above: where things are now.
  local gap = d.narrow and 10 or 40
  local w = (d.width - 4 - (k.STAGES - 1) * gap) / k.STAGES
  local memory = d:rect(2, 2, d.width - 4, 24, {role = 'quiet', tone = 'tint', weight = 1})
  d:text(d.width / 2, 14, 'A and B in global memory', {anchor = 'middle', size = small, plain = true})
  local units = d:sm{x = 2, y = 168, w = d.width - 4, h = 28}
  d:text(d.width / 2, units.cy, 'the warps and their tensor cores', {anchor = 'middle', size = small})
  local slot = {}
  for s = 0, k.STAGES - 1 do
    local x = 2 + s * (w + gap)
    slot[s] = d:tile({x = x, y = 78, w = w, h = 46}, 'block')
    d:text(x, 64, 'slot ' .. s, {size = small})
  end
  -- Below: the same over time.
  local top, high, step = 232, 26, 34
  local column = (d.width - left - 4) / columns
  local function x_of(t) return left + t * column end
  for s = 0, k.STAGES - 1 do
    d:text(0, top + s * step + high / 2, 'slot ' .. s, {size = small})
    d:rule(left, top + s * step + high + 4, d.width - 4, top + s * step + high + 4, {role = 'quiet', weight = 0.5})
  end
  local last = top + k.STAGES * step
  d:text(0, last + high / 2, d.narrow and 'HMMA' or 'tensor cores', {size = small})
  for t = 1, iterations + 1 do
    local x = t <= iterations and x_of(t) or d.width - 9
    d:barrier(x, top - 4, x, last + high + 4)
  end
  d:arrow({left, last + high + 18}, {d.width - 2, last + high + 18}, {role = 'quiet', gap = 0})
  d:text(d.width - 2, last + high + 31, d.narrow and 'time; a barrier before each iteration' or 'time, not to scale; a barrier before each iteration of the loop, and one after it',
    {anchor = 'end', size = 11, role = 'quiet'})

  local function halves(at, tone, dash)
    d:rect(at.x + 4, at.y + 4, (at.w - 8) / 2, at.h - 8, {role = 'A', tone = tone, dash = dash})
    d:rect(at.x + at.w / 2, at.y + 4, (at.w - 8) / 2, at.h - 8, {role = 'B', tone = tone, dash = dash})
  end
  local steps = iterations + 2
  for t = 0, iterations + 1 do d:step(caption(t), nil, {key = t == 2 or t == iterations + 1, open = t == 2}) end
  -- What is seen at the same steps is drawn together.
  local at, draw = d:gather()
  for t = 0, iterations + 1 do
    at(t + 1, t + 1, function()
      d:rect(x_of(t) + 2, top - 10, column - 4, last + high - top + 18, {role = 'ink', tone = 'tint', weight = 0})
    end)
  end
  for _, tile in ipairs(tiles) do
    local box = slot[tile.slot]
    at(tile.started + 1, tile.read or steps, function()
      halves(box, tile.zeros and 'none' or 'hatch', '3 3')
      d:text(box.cx, box.cy, tile.zeros and 'zeros' or 'tile ' .. tile.n, {anchor = 'middle', size = small})
      d:copy({box.cx, memory.bottom}, {box.cx, box.y - 2}, {role = tile.zeros and 'quiet' or 'ink'})
    end)
    if tile.read then
      at(tile.read + 1, tile.read + 1, function()
        halves(box, 'solid')
        d:text(box.cx, box.cy, 'tile ' .. tile.n, {anchor = 'middle', size = small, bold = true, on = true})
        d:arrow({box.cx, box.bottom + 2}, {box.cx, units.y}, {role = 'C', weight = 2.5})
        if not d.narrow then d:text(box.cx + 10, (box.bottom + units.y) / 2, 'fragments', {size = small}) end
      end)
    end
  end
  -- Below, what has begun is seen from then on.
  for _, tile in ipairs(tiles) do
    local y = top + tile.slot * step
    local from = x_of(tile.started) + (tile.started > 0 and column * 0.3 or 4)
    local role = tile.zeros and 'quiet' or 'ink'
    at(tile.started + 1, steps, function()
      d:text(x_of(tile.started) + (tile.started > 0 and 7 or 4), y + 1, tile.zeros and 'zeros' or 'copy ' .. tile.n, {size = 11, role = 'quiet', over = true})
    end)
    for t = tile.started, math.min((tile.read or iterations + 2) - 1, iterations + 1) do
      local to = math.min(x_of(t + 1), d.width - 9) - 4
      at(t + 1, tile.read == t + 1 and steps or t + 1, function()
        d:copy({from, y + high / 2}, {to, y + high / 2}, {role = role, parcels = math.max(1, math.min(3, (to - from) // 15))})
      end)
    end
    if tile.read then
      local x, wide = x_of(tile.read) + 5, column - 10
      at(tile.read + 1, steps, function()
        halves({x = x - 4, y = y - 4, w = wide + 8, h = high + 8}, 'solid')
        d:rect(x, last, wide, high, {role = 'C'})
        d:text(x + wide / 2, y + high / 2, 'tile ' .. tile.n, {anchor = 'middle', size = 11, on = true})
        d:text(x + wide / 2, last + high / 2, 'tile ' .. tile.n, {anchor = 'middle', size = 11})
      end)
    end
  end
  draw()
end
