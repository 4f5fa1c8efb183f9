-- The slots of shared memory over time, with one, two and three of them and one block on an SM. The
-- order is the program's; work and copy are as long as in an iteration of the kernel with one slot,
-- which begins to wait as soon as its copies have left.
local draw = ...
local KERNELS, TURNS = {'lone-1', 'lone-2', 'lone-3'}, 3

local function of(metric) return (draw.value(("%s '%s'"):format(metric, KERNELS[1]))) end
local copy = of 'stall_long' * of 'loop_all'
local work = of 'stall_total' * of 'loop_all' - copy
local last = TURNS * (copy + work)

-- Tiles {slot, start, there, from, to} and the times of barriers, as `flow` has them.
local function run(stages)
  local tiles, barriers, now = {}, {}, 0
  local function start(n, at) tiles[n] = {slot = n % stages, start = at, there = at + copy} end
  for n = 0, stages - 2 do start(n, 0) end
  for turn = 0, math.huge do
    if stages > 1 then now = math.max(now, tiles[turn].there) end
    if now >= last - 1 then return tiles, barriers end
    barriers[#barriers + 1] = now
    start(turn + stages - 1, now)
    local tile = tiles[turn]
    if stages == 1 then
      now = tile.there
      barriers[#barriers + 1] = now
    end
    tile.from, tile.to = now, now + work
    now = tile.to
  end
end

return function(d)
  local left, h, y = 46, 22, 0
  local function at(t) return left + math.min(t, last) / last * (d.width - left - 4) end
  for _, kernel in ipairs(KERNELS) do
    local stages = draw.constants{of = 'async', kernel = kernel}.STAGES
    local tiles, barriers = run(stages)
    d:text(0, y + 7, ({'one slot', 'two slots', 'three slots'})[stages], {bold = true})
    d:text(d.narrow and 84 or 100, y + 7, kernel, {code = true, size = 12})
    local top = y + 28
    for s = 0, stages - 1 do
      local line = top + s * (h + 7)
      d:text(0, line + h / 2, ('slot %d'):format(s), {size = 12})
      d:rule(left, line + h + 3, d.width - 4, line + h + 3, {role = 'quiet', weight = 0.5})
    end
    for n = 0, #tiles do
      local tile = tiles[n]
      local line = top + tile.slot * (h + 7)
      if tile.start < last - 1 then
        d:copy({at(tile.start) + 3, line + h / 2}, {at(tile.there) - 2, line + h / 2}, {role = 'A', gap = 0, parcels = 1})
      end
      local needed = math.min(tile.from or last, last)
      if needed - tile.there > 1 then
        d:rect(at(tile.there), line, at(needed) - at(tile.there) - 2, h, {role = 'A', tone = 'tint', weight = 0.6})
      end
      if tile.from and tile.from < last - 1 then
        d:rect(at(tile.from) + 2, line, at(tile.to) - at(tile.from) - 4, h, {role = 'C', round = 3})
        if at(tile.to) - at(tile.from) > 60 then
          d:text((at(tile.from) + at(tile.to)) / 2, line + h / 2, ('tile %d'):format(n), {anchor = 'middle', size = 12})
        end
      end
    end
    for _, t in ipairs(barriers) do d:barrier(at(t), top - 5, at(t), top + stages * (h + 7)) end
    y = top + stages * (h + 7) + 16
  end
  d:key(0, y, d.width, {{role = 'A', tone = 'tint', text = 'there, and not needed yet'},
    {role = 'C', text = 'multiply'}})
  d:copy({2, y + 34}, {46, y + 34}, {role = 'A', gap = 0, parcels = 1})
  d:text(54, y + 34, 'copies on their way', {size = 12})
end
