-- One load of A by the naive kernel: each lane asks for a float of another row, and 32 sectors
-- must come. Step by step, eight lanes at a time.
local draw = ...
local _, lanes = draw.lanes(draw.trace 'naive-access', {array = 'A', op = 'load'})
local GROUP = 8

return function(d)
  local label = d.narrow and 0 or 76
  local cell = d.narrow and 9 or 12
  local warp = d:warp{x = label, y = 18, w = d.width - label, role = function() return 'A' end,
    tone = function() return 'none' end, numbers = 'ends', label = d.narrow and 'one warp' or nil}
  if not d.narrow then d:text(0, warp.cy, 'one warp') end
  local columns = d.narrow and 4 or 8
  local top, gap = warp.bottom + 46, 6
  local w = (d.width - label - (columns - 1) * gap) / columns
  local word = w / 8
  local function place(lane)
    return label + (lane % columns) * (w + gap), top + (lane // columns) * (cell + 8)
  end
  d:text(label, top - 14, 'the 32 sectors of A that it touches, a row of A each', {size = d.narrow and 11 or 13})
  for lane = 0, 31 do
    local x, y = place(lane)
    d:sector{x = x, y = y, cell = word, h = cell}
  end
  for first = 0, 31, GROUP do
    local last = first + GROUP - 1
    local sectors = draw.sectors(table.move(lanes, 0, last, 1, {}))
    d:step(('Lanes 0 to %d have asked for %d floats: %d sectors are on their way, %d bytes for %d.'):format(
      last, last + 1, #sectors, 32 * #sectors, 4 * (last + 1)), nil, {key = first == 0 or last == 31})
    d:at(first // GROUP + 1, 32 // GROUP, function()
      for lane = first, last do
        local row = lanes[lane]
        local at = warp.lanes[lane]
        d:lane(at.cx, at.cy, at.w / 2, {role = 'A'})
        local x, y = place(lane)
        d:sector{x = x, y = y, cell = word, h = cell, bare = true, moved = function() return true end, moves = 'A',
          role = function(i) return i == row.offset % 32 // 4 and 'A' or nil end, tone = 'solid'}
      end
    end)
  end
end
