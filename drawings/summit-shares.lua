-- Tiles of so many iterations on so few blocks, step by step: whole, in waves; and all their iterations in one
-- line, cut where first_iteration() of code/summit.cu cuts it, with the partial sums that blocks store. The numbers are small ones.
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

local longest = -(-TILES // BLOCKS) * COUNT
local most, least, whole, ends = 0, longest, 0, {}
for n = 0, BLOCKS - 1 do
  most, least = math.max(most, share(n + 1) - share(n)), math.min(least, share(n + 1) - share(n))
  for _, p in ipairs(pieces(n)) do
    if p.kind == 'rest' then ends[#ends + 1] = p end
    if p.kind == 'whole' then whole = whole + 1 end
  end
end

-- The tile that the text follows: the first that is cut.
local giver, taker = pieces(1)[1], 0
if giver.kind ~= 'rest' then error({message = 'drawings/summit-shares.lua: the first cut is not inside a tile'}, 0) end
local stored_at = giver.to - share(1)
local taken_at = pieces(taker)[#pieces(taker)].from - share(taker)
local longest_end = 0
for _, p in ipairs(ends) do longest_end = math.max(longest_end, p.to - p.from) end

-- What stands there, up to which iteration of a block, and what it says.
local STEPS = {
  {says = ('Whole tiles: %d SMs compute %d tiles in two waves. The second wave is not full, and one SM is idle for %d of %d iterations.')
    :format(BLOCKS, TILES, COUNT, longest)},
  {says = ('All %d iterations stand in one line, tile after tile. The line is cut into %d work shares of %d or %d iterations, and %d cuts fall inside a tile.')
    :format(total, BLOCKS, least, most, #ends)},
  {upto = longest_end, key = true,
    says = ('The %d blocks that began inside a tile have stored the end of this tile in memory. Work share %d began with the end of tile %d.')
      :format(#ends, taker + 1, giver.tile)},
  {upto = taken_at,
    says = ('Each block computes its whole tiles. The block with work share %d now reaches tile %d. The end of this tile has been in memory since iteration %d.')
      :format(taker, giver.tile, stored_at)},
  {upto = most, key = true, open = true,
    says = ('The block with work share %d adds the stored end of tile %d, and stores the tile. All blocks finish after %d or %d iterations instead of %d.')
      :format(taker, giver.tile, least, most, longest)},
}

return function(d)
  local left, h = 56, 24
  local step = (d.width - left - 4) / longest
  local function x_of(t) return left + t * step end
  for _, each in ipairs(STEPS) do d:step(each.says, nil, {key = each.key, open = each.open}) end

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
  d:at(1, 1, function()
    for tile = 0, TILES - 1 do piece(1 + tile * COUNT * small, y, COUNT * small, {tile = tile, kind = 'whole'}) end
  end)
  d:at(2, #STEPS, function()
    for n = 0, BLOCKS - 1 do
      for _, p in ipairs(pieces(n)) do
        piece(1 + p.from * small, y, (p.to - p.from) * small, p)
      end
      d:brace(1 + share(n) * small + 2, 1 + share(n + 1) * small - 2, y + h + 5, {label = ('%d'):format(share(n + 1) - share(n))})
    end
    for n = 1, BLOCKS - 1 do d:rule(1 + share(n) * small, y - 6, 1 + share(n) * small, y + h + 8, {weight = 2.5}) end
  end)

  local top, between = y + h + 46 + 24, 20
  d:at(1, #STEPS - 1, function() d:text(0, top - 17, 'one work share for each block', {bold = true}) end)
  d:at(#STEPS, #STEPS, function() head(top - 24, 'one work share for each block', most) end)
  local function y_of(n) return top + n * (h + between + 7) end
  local bottom = y_of(BLOCKS)
  for n = 0, BLOCKS - 1 do lane(y_of(n), ('share %d'):format(n)) end
  for s, each in ipairs(STEPS) do
    local before = s > 1 and STEPS[s - 1].upto or 0
    if each.upto then
      for n = 0, BLOCKS - 1 do
        for _, p in ipairs(pieces(n)) do
          local from, to = p.from - share(n), p.to - share(n)
          if from < each.upto and before < to then
            local over = to <= each.upto
            d:at(s, over and #STEPS or s, function()
              piece(x_of(from), y_of(n), (math.min(to, each.upto) - from) * step, p)
            end)
          end
        end
      end
      if s < #STEPS then
        d:at(s, s, function()
          d:rule(x_of(each.upto), top - 8, x_of(each.upto), bottom - between, {weight = 1.2, dash = '2 3'})
          d:text(x_of(each.upto) + 4, bottom - 12, 'now', {size = 11})
        end)
      end
    end
  end
  for n = 0, BLOCKS - 2 do
    local mine = pieces(n)
    if mine[#mine].kind == 'begun' then
      local there, taken = x_of(pieces(n + 1)[1].to - share(n + 1)) - 6, x_of(share(n + 1) - share(n)) - 8
      local level = y_of(n) + h + 3 + between / 2
      d:at(3, #STEPS, function()
        d:rule(there, y_of(n + 1), there, level, {weight = 1.5})
        d:rect(there - 4, level - 4, 8, 8, {tone = 'solid', weight = 0})
      end)
      if n == 0 then
        d:at(3, #STEPS, function() d:text(there + 12, level, 'stored in memory', {size = 11}) end)
      end
      d:at(#STEPS, #STEPS, function()
        local from = n == 0 and there + 18 + d:measure('stored in memory', {size = 11}) or there
        d:rule(from, level, taken, level, {weight = 1.5, dash = '3 3'})
        d:arrow({taken, level}, {taken, y_of(n) + h}, {gap = 0})
      end)
    end
  end
  y = bottom
  d:text(left, y - 10, 'time', {size = 12, role = 'quiet'})
  d:arrow({left + 34, y - 10}, {left + 94, y - 10}, {role = 'quiet', gap = 0})
  d:key(0, y + 6, d.width, {{role = 'C', tone = TONES.whole, text = 'a whole tile'},
    {role = 'C', tone = TONES.rest, text = 'the end of a tile, stored in memory'},
    {role = 'C', tone = TONES.begun, text = 'its beginning: adds the end, stores the tile'}})
end
