-- The blocks of a product, poured over the multiprocessors in the order of their numbers: a column
-- for each multiprocessor, a box for each block, as high as its tile is large. draw=autotuning-waves:1024
-- has the tiles that chapter and prediction speak of at 1024, :4096 two at 4096.
local draw = ...

-- Of each size, the fastest configuration of the first round with the tile.
local SHOWN = {
  ['1024'] = {unit = 13, '128x256x16-8x16', '128x128x16-16x4', '64x128x16-8x4', '64x64x16-8x4'},
  ['4096'] = {unit = 3, '128x256x16-8x16', '192x192x8-12x8'},
}
local UNIT = 64 * 64                              -- results that `unit` pixels stand for

local function tile_of(config, n)
  local function ask(metric) return (draw.value(("%s{config='%s', n=%d}"):format(metric, config, n))) end
  return {bm = ask 'bm', bn = ask 'bn', speed = ask 'gflops'}
end

-- Results of block i of a row-major grid that lie in C.
local function useful(tile, n, i)
  local across = -(-n // tile.bn)
  local rows = math.min(tile.bm, n - i // across * tile.bm)
  return rows * math.min(tile.bn, n - i % across * tile.bn)
end

local function panel(d, y, tile, n, sms, unit, best, first)
  local blocks = -(-n // tile.bm) * -(-n // tile.bn)
  local step, h = d.width / sms, tile.bm * tile.bn / UNIT * unit
  local rounds, last = -(-blocks // sms), (blocks - 1) % sms + 1
  local base = y + 18 + rounds * h
  d:text(0, y + 6, draw.times(tile.bm, tile.bn) .. (': %d blocks'):format(blocks), {bold = true})
  d:text(d.width, y + 6, tile.speed == best and 'the fastest' or ('speed %.0f %%'):format(tile.speed / best * 100),
    {anchor = 'end', role = 'quiet'})
  for round = 1, rounds do
    local count, top, from = round == rounds and last or sms, base - round * h, 0
    local tone = rounds > 2 and round == rounds and 'solid' or 'tint'
    local function whole(to)                       -- blocks from … to - 1, all of whose tile lies in C
      if to > from then d:rect(from * step, top, (to - from) * step, h, {role = 'C', tone = tone, weight = 0.8}) end
      from = to + 1
    end
    for i = 0, count - 1 do
      local lost = (1 - useful(tile, n, (round - 1) * sms + i) / (tile.bm * tile.bn)) * h
      if lost > 0 then
        whole(i)
        d:rect(i * step, top, step, lost, {role = 'wait', weight = 0})
        d:rect(i * step, top + lost, step, h - lost, {role = 'C', tone = tone, weight = 0})
      end
    end
    whole(count)
  end
  if rounds > 1 then d:grid(d.box(0, base - (rounds - 1) * h, d.width, (rounds - 1) * h), rounds - 1, sms, {role = 'C', weight = 0.6}) end
  d:grid(d.box(0, base - rounds * h, last * step, h), 1, last, {role = 'C', weight = 0.7})
  d:rule(0, base, d.width, base, {weight = 1.5})
  local even = base - n * n / sms / UNIT * unit
  d:rule(0, even, d.width, even, {dash = '5 3', weight = 1.2})
  if first and last < sms // 2 then
    d:text(d.width, even - 9, 'if the work were spread evenly', {anchor = 'end', size = 12})
  end
  if last < sms then
    d:brace(last * step, d.width, base + 3)
    d:text(d.width, base + 22, ('%d SMs get %s'):format(sms - last, rounds == 1 and 'no block'
      or ('%d %s, not %d'):format(rounds - 1, rounds == 2 and 'block' or 'blocks', rounds)), {anchor = 'end', size = 12})
  end
  return base + 44
end

return function(d, size)
  local shown = SHOWN[size] or d:fail('there are no tiles for %s', size or 'no size')
  local n, sms, y = tonumber(size), draw.value 'multiprocessors', 0
  local tiles, best = {}, 0
  for i, config in ipairs(shown) do
    tiles[i] = tile_of(config, n)
    best = math.max(best, tiles[i].speed)
  end
  for i, tile in ipairs(tiles) do y = panel(d, y, tile, n, sms, shown.unit, best, i == 1) end
end
