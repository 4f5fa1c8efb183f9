-- A product of the chapter on all multiprocessors of the card, step by step: its tiles whole, in waves; smaller tiles; and all
-- steps of all tiles in one line, cut where line_of() of code/shapes.cu cuts it. A column is a multiprocessor, time runs upwards,
-- and a smaller tile is drawn as if its time were in proportion to its size.
local draw = ...
local M, N, K = draw.found('code/shapes.cu', '{"llama%-3%-8b%-up%-512", {(%d+), (%d+), (%d+)}}')
local SMS = draw.value 'multiprocessors'

local function up(a, b) return -(-a // b) end

-- The tiles of a kernel, its waves, and how many tiles the last of them has.
local function in_waves(kernel)
  local k = draw.constants{of = 'shapes', kernel = kernel}
  local high, across = up(M, k.BM), up(N, k.BN)
  local tiles = high * across
  return {BM = k.BM, BN = k.BN, high = high, across = across, tiles = tiles, waves = up(tiles, SMS), last = (tiles - 1) % SMS + 1,
    rate = draw.found('code/shapes.cu', ('"%s", %d, %d, WHOLE, (%%d+)'):format(kernel:gsub('%p', '%%%0'), k.BM, k.BN))}
end
local large, small = in_waves 'lasting-128x128', in_waves 'lasting-64x128'
local equal = draw.constants{of = 'shapes', kernel = 'equal-shares'}
if equal.BM ~= large.BM or equal.BN ~= large.BN then
  error({message = 'drawings/shapes-waves.lua: equal-shares has another tile than lasting-128x128'}, 0)
end
local STEPS_OF = up(K, equal.STEP)                -- steps of a tile
local ALL = large.tiles * STEPS_OF
local SMALLER = (small.BM * small.BN) / (large.BM * large.BN)

-- Work share n: its steps, and how many of the first and of the last are a part of a tile. After PERIOD shares, one begins
-- with a tile again, and all is as at first.
local shares, most, least, cut, PERIOD = {}, 0, ALL, 0, SMS
for n = 0, SMS - 1 do
  local from, to = ALL * n // SMS, ALL * (n + 1) // SMS
  shares[n] = {long = to - from, rest = -from % STEPS_OF, begun = to % STEPS_OF}
  most, least = math.max(most, to - from), math.min(least, to - from)
  if shares[n].rest > 0 then cut = cut + 1
  elseif n > 0 then PERIOD = math.min(PERIOD, n) end
end
local COUNTS = {'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'}
local function in_words(n) return COUNTS[n] or ('%d'):format(n) end
local function thousands(x) return x < 10000 and ('%d'):format(x) or ('%d'):format(x):gsub('(%d%d%d)$', ',%1') end
local full = large.waves - 1
local STEPS = {
  {says = ('C has %d · %d = %d tiles of %s. In the first wave each of %d SMs has computed one of them, in %d steps of K.')
    :format(large.high, large.across, large.tiles, draw.times(large.BM, large.BN), SMS, STEPS_OF)},
  {says = ('After %s waves %d tiles are complete, and all SMs have always been busy. %d tiles are left.')
    :format(in_words(full), full * SMS, large.last)},
  {says = ('In the last wave %d SMs have had a tile, and the other %d have been idle for %d of %d steps.')
    :format(large.last, SMS - large.last, STEPS_OF, large.waves * STEPS_OF)},
  {key = true, says = ('With tiles of %s the last of %s waves leaves only %d SMs idle. The picture gives such a tile half the time of a large one, but in the model of our chooser it takes %.0f %%.')
    :format(draw.times(small.BM, small.BN), in_words(small.waves), SMS - small.last, SMALLER * large.rate / small.rate * 100)},
  {says = ('All %s steps of the %d large tiles are now one line, cut into %d equal shares. %d blocks began inside a tile: they have computed its end, and have stored this part.')
    :format(thousands(ALL), large.tiles, SMS, cut)},
  {key = true, open = true, says = ('All SMs have finished after %d or %d steps, in place of %d. But %d tiles were computed in two parts, which are stored, and added by the block that comes last.')
    :format(least, most, large.waves * STEPS_OF, cut)},
}

return function(d)
  for _, each in ipairs(STEPS) do d:step(each.says, nil, {key = each.key, open = each.open}) end
  local column, unit = (d.width - 2) * 10 // SMS / 10, d.narrow and 0.36 or 0.42
  local width, left = column * SMS, (d.width - column * SMS) / 2
  local ends = #STEPS
  local put, draw_all = d:gather()

  local function head(y, text, after, step)
    d:text(left, y + 7, text, {bold = true})
    put(step, ends, function() d:text(left + width, y + 7, after, {bold = true, anchor = 'end'}) end)
  end
  local function floor(base, last)
    d:rule(left, base, left + width, base, {weight = 1.5})
    d:text(left, base + 9, 'SM 0', {size = 11})
    d:text(left + width, base + 9, ('SM %d'):format(last or SMS - 1), {size = 11, anchor = 'end'})
  end
  local function idle(w, base, h, step)
    local count, y, text = w.last, base - w.waves * h, ('%d SMs are idle'):format(SMS - w.last)
    put(step, ends, function()
      local at = d:rect(left + count * column, y, (SMS - count) * column, h, {role = 'wait', weight = 0.6})
      if at.w > d:measure(text, {size = 12}) + 8 and h > 18 then d:text(at.cx, at.cy, text, {size = 12, anchor = 'middle'})
      else d:text(at.right, y - 9, text, {size = 12, anchor = 'end'}) end
    end)
  end
  -- Waves from … to of tiles as high as h, from one step on.
  local function waves(w, base, h, from, to, step)
    local count, y = from == w.waves and w.last or SMS, base - to * h
    local high = (to - from + 1) * h
    put(step, ends, function()
      d:rect(left, y, count * column, high, {role = 'C', tone = 'tint', weight = 0.8})
      for wave = 1, to - from do d:rule(left, y + wave * h, left + count * column, y + wave * h, {role = 'C', weight = 0.5}) end
      -- Upright lines between columns: the dashes of one thick rule, for so many lines by themselves would be heavy.
      d:rule(left + column - 0.2, y + high / 2, left + count * column - 1, y + high / 2,
        {role = 'C', weight = high, dash = ('.4 %g'):format(column - 0.4)})
    end)
  end

  -- Whole tiles.
  local h = STEPS_OF * unit
  local base = 22 + large.waves * h
  head(0, ('whole tiles of %s'):format(draw.times(large.BM, large.BN)), ('%d steps'):format(large.waves * STEPS_OF), 3)
  waves(large, base, h, 1, 1, 1)
  waves(large, base, h, 2, full, 2)
  waves(large, base, h, large.waves, large.waves, 3)
  idle(large, base, h, 3)
  floor(base)

  -- Smaller tiles.
  local y = base + 26
  h = h * SMALLER
  base = y + 36 + small.waves * h
  head(y, ('tiles of %s'):format(draw.times(small.BM, small.BN)), ('%g steps or more'):format(small.waves * STEPS_OF * SMALLER), 4)
  waves(small, base, h, 1, small.waves - 1, 4)
  waves(small, base, h, small.waves, small.waves, 4)
  idle(small, base, h, 4)
  floor(base)

  -- Equal shares: those of the first SMs, until a share ends with a tile; from there on all is the same again.
  y = base + 26
  base = y + 22 + most * unit
  head(y, d.narrow and 'equal shares' or ('equal shares of the steps of all tiles of %s'):format(draw.times(large.BM, large.BN)),
    ('%d or %d steps'):format(least, most), ends)
  local wide, longest = width / PERIOD, 0
  for n = 0, PERIOD - 1 do longest = math.max(longest, shares[n].rest) end
  local function piece(n, from, to, tone)
    if to > from then d:rect(left + n * wide + 0.5, base - to * unit, wide - 1, (to - from) * unit, {role = 'C', tone = tone, weight = 0.7}) end
  end
  put(5, 5, function() d:rect(left, base - longest * unit, width, longest * unit, {role = 'C', tone = 'tint', weight = 0.7}) end)
  put(5, ends, function()
    for n = 0, PERIOD - 1 do piece(n, 0, shares[n].rest, 'solid') end
  end)
  put(ends, ends, function()
    for n = 0, PERIOD - 1 do
      for from = shares[n].rest, shares[n].long - shares[n].begun - 1, STEPS_OF do piece(n, from, from + STEPS_OF, 'tint') end
    end
    for n = 0, PERIOD - 1 do piece(n, shares[n].long - shares[n].begun, shares[n].long, 'solid') end
  end)
  floor(base, PERIOD - 1)
  if PERIOD < SMS then
    d:text(left + width / 2, base + 9, d.narrow and 'then the same again' or ('then the same again, up to SM %d'):format(SMS - 1),
      {size = 11, anchor = 'middle'})
  end
  draw_all()
  d:key(0, base + 22, d.width, {{role = 'C', tone = 'tint', text = 'a whole tile'}, {role = 'C', tone = 'solid', text = 'a part of a tile'}, {role = 'wait', text = 'idle'}})
end
