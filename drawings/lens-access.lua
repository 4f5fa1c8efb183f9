-- One access, 2 * t of lane t, from the lanes to the row of a table: the words it wants, the sectors
-- that hold them in global memory, and the banks that hold them in shared memory.
-- trace global: lens kernel=load_every_second
-- trace shared: lens kernel=shared_every_second
local draw = ...

local GLOBAL, SHARED = 'load_every_second', 'shared_every_second'
local N = 128
local loads, by_lane = draw.lanes(draw.trace 'global', {array = 'A', op = 'load'})
local shared = draw.lanes(draw.trace 'shared', {space = 'shared', op = 'load'})

local sectors, touched = draw.sectors(loads)
local last = 0
for _, row in ipairs(loads) do last = math.max(last, row.offset // 4) end
local words = (last // 8 + 1) * 8

local queue, wavefronts = {}, 0
for _, row in ipairs(shared) do
  queue[row.unit] = (queue[row.unit] or 0) + 1
  wavefronts = math.max(wavefronts, row.pass + 1)
end

local function many(n, one) return ('%d %s%s'):format(n, one, n == 1 and '' or 's') end

local function counted(metric, kernel)
  return draw.number(("%s{'lens.%s', n=%d}"):format(metric, kernel, N))
end

return function(d)
  local left, w = 2, d.width - 4
  local size = d.narrow and 12 or 13
  local y = 8
  local function head(number, text)
    d:text(left, y, ('%d'):format(number), {bold = true, size = size})
    local box = d:note(left + 18, y - size * 0.65, w - 18, text, {size = size})
    y = box.bottom + 8
  end

  head(1, 'Thread t is about to load element 2 * t. Its call before the load:')
  d:text(left + 18, y + 5, '__tsan_read4(address)', {code = true, size = 12})
  y = y + 30
  head(2, 'The 32 lanes of a warp, at the same load: one request.')
  local warp = d:warp{x = left, y = y, w = w, role = 'A', tone = 'tint', }
  y = warp.bottom

  local cell = w / words
  local low = y + 54
  for lane = 0, 31 do
    local at = by_lane[lane].offset // 4
    d:rule(warp.lanes[lane].cx, warp.lanes[lane].bottom, left + (at + 0.5) * cell, low, {role = 'A', weight = 0.6})
  end
  d:words{x = left, y = low, n = words, cell = cell, h = 14, lines = true, tone = 'solid',
    role = function(i)
      for _, row in ipairs(loads) do if row.offset // 4 == i then return 'A' end end
    end,
    moved = function(s) return touched[s] end, moves = 'A'}
  y = low + 32
  head(3, ('In global memory: %s hold all 32 elements.'):format(many(#sectors, 'sector')))

  y = y + 8
  head(4, ('In shared memory: the busiest bank holds %d of the elements, so %s.'):format(wavefronts, many(wavefronts, 'wavefront')))
  local per, levels = 10, wavefronts
  local banks = d:banks{x = left, y = y + 2, w = w, h = per, levels = levels, role = 'A', pile = function(b) return queue[b] or 0 end}
  y = banks.bottom + 36

  head(5, 'The tables add up the counts of all requests. The card counts the same:')
  local x = {left + 18, left + (d.narrow and 158 or 250), left + (d.narrow and 232 or 360), left + (d.narrow and 300 or 470)}
  local heads = {'', 'lens', 'card'}
  for i, text in ipairs(heads) do d:text(x[i], y + 2, text, {size = 12, role = 'quiet', bold = true}) end
  for _, row in ipairs{{'requests', 'load_requests', GLOBAL}, {'sectors', 'load_sectors', GLOBAL},
    {'wavefronts', 'shared_load_wavefronts', SHARED}} do
    y = y + 20
    d:rule(left + 18, y - 8, x[3] + 50, y - 8, {role = 'quiet', weight = 0.6})
    d:text(x[1], y + 2, row[1], {size = 12})
    d:text(x[2], y + 2, counted('lens_' .. row[2], row[3]), {size = 12, bold = true})
    d:text(x[3], y + 2, counted(row[2], row[3]), {size = 12, bold = true})
  end
  d:height(y + 12)
end
