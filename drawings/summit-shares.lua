-- Tiles of so many iterations on so few blocks: whole, in waves; and all their iterations in one line, cut where
-- share() of code/summit.cu cuts it, with the parts that blocks store. The numbers are small ones.
local TILES, COUNT, BLOCKS = 7, 6, 4              -- a tile is COUNT iterations
local total = TILES * COUNT

local function share(n) return total * n // BLOCKS end

-- What a work share has, in order: {tile, from, to} in iterations of the line, and which piece of the tile that is.
local function pieces(n)
  local list, u, last = {}, share(n), share(n + 1)
  while u < last do
    local tile = u // COUNT
    local to = math.min(last, (tile + 1) * COUNT)
    list[#list + 1] = {tile = tile, from = u, to = to,
      kind = u % COUNT > 0 and 'rest' or to % COUNT > 0 and 'begun' or 'whole'}
    u = to
  end
  return list
end

local TONES = {whole = 'tint', begun = 'none', rest = 'hatch'}

return function(d)
  local left, h = 56, 24
  local longest = -(-TILES // BLOCKS) * COUNT
  local step = (d.width - left - 4) / longest
  local function x_of(t) return left + t * step end

  local function piece(x, y, w, p)
    d:rect(x + 1, y, w - 2, h, {role = 'C', tone = TONES[p.kind]})
    local name = ('tile %d'):format(p.tile)
    if d:measure(name, {size = 12}) > w - 6 then name = ('%d'):format(p.tile) end
    if w > 12 then
      d:text(x + w / 2, y + h / 2, name, {anchor = 'middle', size = 12, plain = p.kind ~= 'rest'})
    end
  end
  local function head(y, text, steps)
    d:text(0, y + 7, text, {bold = true})
    if steps then d:text(d.width, y + 7, ('%d iterations'):format(steps), {anchor = 'end', bold = true}) end
    return y + 24
  end
  local function lane(y, name)
    d:text(0, y + h / 2, name, {size = 12})
    d:rule(left, y + h + 3, d.width - 4, y + h + 3, {role = 'quiet', weight = 0.5})
  end

  local y = head(0, 'whole tiles, in waves', longest)
  for sm = 0, BLOCKS - 1 do
    lane(y, ('SM %d'):format(sm))
    for wave = 0, -(-TILES // BLOCKS) - 1 do
      local tile, x = wave * BLOCKS + sm, x_of(wave * COUNT)
      if tile < TILES then piece(x, y, COUNT * step, {tile = tile, kind = 'whole'})
      else
        d:rect(x + 1, y, COUNT * step - 2, h, {role = 'wait'})
        d:text(x + COUNT * step / 2, y + h / 2, 'idle', {anchor = 'middle', size = 12})
      end
    end
    y = y + h + 7
  end

  y = head(y + 14, 'all iterations in one line, in equal work shares')
  local small = (d.width - 2) / total
  for n = 0, BLOCKS - 1 do
    for _, p in ipairs(pieces(n)) do
      piece(1 + p.from * small, y, (p.to - p.from) * small, p)
    end
    d:brace(1 + share(n) * small + 2, 1 + share(n + 1) * small - 2, y + h + 5, {label = ('%d'):format(share(n + 1) - share(n))})
  end
  for n = 1, BLOCKS - 1 do d:rule(1 + share(n) * small, y - 6, 1 + share(n) * small, y + h + 8, {weight = 2.5}) end

  local most = 0
  for n = 0, BLOCKS - 1 do most = math.max(most, share(n + 1) - share(n)) end
  y = head(y + h + 46, 'one work share for each block', most)
  local between = 20
  for n = 0, BLOCKS - 1 do
    local mine = pieces(n)
    lane(y, ('block %d'):format(BLOCKS - 1 - n))   -- backwards, as in `dealt`
    for _, p in ipairs(mine) do piece(x_of(p.from - share(n)), y, (p.to - p.from) * step, p) end
    if n < BLOCKS - 1 and mine[#mine].kind == 'begun' then
      local there, taken = x_of(pieces(n + 1)[1].to - share(n + 1)) - 6, x_of(share(n + 1) - share(n)) - 8
      local level = y + h + 3 + between / 2
      d:rule(there, y + h + between + 7, there, level, {weight = 1.5})
      d:rule(there, level, taken, level, {weight = 1.5, dash = '3 3'})
      d:arrow({taken, level}, {taken, y + h}, {gap = 0})
      d:rect(there - 4, level - 4, 8, 8, {tone = 'solid', weight = 0})
      if n == 0 then d:text((there + taken) / 2, level, 'stored in memory', {anchor = 'middle', size = 11}) end
    end
    y = y + h + between + 7
  end
  d:text(left, y - 10, 'time', {size = 12, role = 'quiet'})
  d:arrow({left + 34, y - 10}, {left + 94, y - 10}, {role = 'quiet', gap = 0})
  d:key(0, y + 6, d.width, {{role = 'C', tone = TONES.whole, text = 'a whole tile'},
    {role = 'C', tone = TONES.rest, text = 'the end of a tile, stored in memory'},
    {role = 'C', tone = TONES.begun, text = 'its beginning: adds the end, stores the tile'}})
end
