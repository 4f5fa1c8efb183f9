-- The slots of shared memory, step by step along time, with one, two and three of them and one block on an
-- SM. The order is the program's; work and copy are as long as in an iteration of the kernel with one slot,
-- which begins to wait as soon as its copies have left.
local draw = ...
local KERNELS, TILES = {'lone-1', 'lone-2', 'lone-3'}, 3

local function of(metric) return (draw.value(("%s '%s'"):format(metric, KERNELS[1]))) end
local copy = of 'stall_long' * of 'loop_all'
local work = of 'stall_total' * of 'loop_all' - copy
local last = TILES * (copy + work)
-- Whether two copies take no longer than the work on a tile, as on the card that the book is committed with.
local quick = 2 * copy <= work

-- Tiles {slot, start, there, from, to} and the times of barriers, as `async_copies` has them.
local function run(stages)
  local tiles, barriers, now = {}, {}, 0
  local function start(n, at) tiles[n] = {slot = n % stages, start = at, there = at + copy} end
  for n = 0, stages - 2 do start(n, 0) end
  for iteration = 0, math.huge do
    if stages > 1 then now = math.max(now, tiles[iteration].there) end
    if now >= last - 1 then return tiles, barriers end
    barriers[#barriers + 1] = now
    start(iteration + stages - 1, now)
    local tile = tiles[iteration]
    if stages == 1 then
      now = tile.there
      barriers[#barriers + 1] = now
    end
    tile.from, tile.to = now, now + work
    now = tile.to
  end
end

local ways = {}
for i, kernel in ipairs(KERNELS) do
  local stages = draw.constants{of = 'async', kernel = kernel}.STAGES
  ways[i] = {kernel = kernel, stages = stages}
  ways[i].tiles, ways[i].barriers = run(stages)
end

-- What has happened until `now`.
local STEPS = {
  {now = copy,
    says = 'No tile has arrived yet, and all warps wait. With three slots, two tiles are being copied.'},
  {now = copy + work,
    says = 'The warps have finished tile 0. With two or three slots '
      .. (quick and 'tile 1 arrived long ago.' or 'the copies of another tile started when this work began.')},
  {now = 2 * copy + work, key = true,
    says = 'With one slot the copies of tile 1 start only after the work on tile 0, and all warps wait for them.'
      .. (quick and ' With two or three slots the warps multiply.' or '')},
  {now = last, key = true, open = true,
    says = 'With one slot the warps have waited before each tile'
      .. (quick and ', with two or three slots only before the first tile. With a third slot a tile only waits longer in shared memory.' or '.')},
}
if quick then
  table.insert(STEPS, 2, {now = 2 * copy, key = true,
    says = 'Tile 0 has arrived, and the warps multiply. With two or three slots another tile has arrived since then.'})
end

return function(d)
  local left, h, top_of = 46, 22, {}
  local function at(t) return left + math.min(t, last) / last * (d.width - left - 4) end
  for _, step in ipairs(STEPS) do d:step(step.says, nil, {key = step.key, open = step.open}) end

  local y = 20
  for i, way in ipairs(ways) do
    d:text(0, y + 7, ({'one slot', 'two slots', 'three slots'})[way.stages], {bold = true})
    d:text(d.width - 10, y + 7, way.kernel, {code = true, size = 12, anchor = 'end'})
    top_of[i] = y + 28
    for s = 0, way.stages - 1 do
      local line = top_of[i] + s * (h + 7)
      d:text(0, line + h / 2, ('slot %d'):format(s), {size = 12})
      d:rule(left, line + h + 3, d.width - 4, line + h + 3, {role = 'quiet', weight = 0.5})
    end
    y = top_of[i] + way.stages * (h + 7) + 16
  end

  -- What begins at a time and ends at another: drawn with its end so far in each step that it lasts, and
  -- from then on. f(now, over) draws it.
  local put, draw = d:gather()
  local function lasts(begin, finish, f)
    for i, step in ipairs(STEPS) do
      local before = i > 1 and STEPS[i - 1].now or 0
      if begin < step.now - 1 and before < finish - 1 then
        local over = finish <= step.now + 1
        put(i, over and #STEPS or i, function() f(math.min(finish, step.now)) end)
      end
    end
  end
  local function step_of(t)
    for i, step in ipairs(STEPS) do
      if t < step.now - 1 then return i end
    end
  end

  for i, way in ipairs(ways) do
    local top = top_of[i]
    for n = 0, #way.tiles do
      local tile = way.tiles[n]
      local line = top + tile.slot * (h + 7)
      lasts(tile.start, tile.there, function(to)
        d:copy({at(tile.start) + 3, line + h / 2}, {at(to) - 2, line + h / 2}, {role = 'A', gap = 0, parcels = 1})
      end)
      lasts(tile.there, math.min(tile.from or last, last), function(to)
        d:rect(at(tile.there), line, at(to) - at(tile.there) - 2, h, {role = 'A', tone = 'tint', weight = 0.6})
      end)
      if tile.from then
        lasts(tile.from, math.min(tile.to, last), function(to)
          d:rect(at(tile.from) + 2, line, at(to) - at(tile.from) - 4, h, {role = 'C', round = 3})
          if at(to) - at(tile.from) > 60 then
            d:text((at(tile.from) + at(to)) / 2, line + h / 2, ('tile %d'):format(n), {anchor = 'middle', size = 12})
          end
        end)
      end
    end
    for _, t in ipairs(way.barriers) do
      local from = step_of(t)
      if from then
        put(from, #STEPS, function() d:barrier(at(t), top - 5, at(t), top + way.stages * (h + 7)) end)
      end
    end
  end
  for i, step in ipairs(STEPS) do
    put(i, i, function()
      d:rule(at(step.now), 12, at(step.now), y - 12, {weight = 1.2, dash = '2 3'})
      d:text(math.min(at(step.now), d.width - 14), 5, 'now', {anchor = 'middle', size = 11})
    end)
  end
  draw()
  d:key(0, y, d.width, {{role = 'A', tone = 'tint', text = 'arrived, not needed yet'},
    {role = 'C', text = 'multiply'}})
  d:copy({2, y + 34}, {46, y + 34}, {role = 'A', gap = 0, parcels = 1})
  d:text(54, y + 34, 'copies on their way', {size = 12})
end
