-- The shapes of the grammar, each shown by itself: draw=grammar:threads and so on.

-- Specimens in columns: each draws into x, y, w and hands back what stands under its name.
local function gallery(d, columns, high, specimens)
  local gap = 24
  local w = (d.width - (columns - 1) * gap) / columns
  for i, specimen in ipairs(specimens) do
    local x, y = ((i - 1) % columns) * (w + gap), ((i - 1) // columns) * (high + 58)
    specimen[3](x, y, w)
    d:text(x, y + high + 10, specimen[1], {bold = true})
    d:note(x, y + high + 19, w, specimen[2], {size = 12, role = 'quiet'})
  end
end

local shapes = {}

function shapes.threads(d)
  gallery(d, d.narrow and 2 or 4, 92, {
    {'lane', 'a thread’s place in its warp', function(x, y) d:lane(x + 20, y + 40, 12, {n = 7}) end},
    {'warp', '32 lanes, one instruction', function(x, y, w) d:warp{x = x + 1, y = y + 6, w = w - 2, rows = 4} end},
    {'block', 'its warps share memory and barriers', function(x, y, w)
      local b = d:block{x = x + 2, y = y + 8, w = w - 4, h = 62}
      for i = 0, 2 do d:warp{x = b.x + 10, y = b.y + 8 + 17 * i, w = w - 24} end
    end},
    {'SM', 'where blocks run', function(x, y, w)
      local b = d:sm{x = x + 1, y = y + 4, w = w - 2, h = 68, label = 'SM'}
      d:block{x = b.x + 12, y = b.y + 26, w = w / 2 - 18, h = 28}
      d:block{x = b.x + w / 2, y = b.y + 26, w = w / 2 - 18, h = 28}
    end},
  })
end

function shapes.memory(d)
  local w, y = d.width, 22
  local cell = w / 32
  d:text(0, 8, 'a line: 32 words of 4 bytes, 128 bytes')
  local line = d:words{x = 0, y = y, n = 32, cell = cell - 0.05, h = 16, lines = true, moves = 'A',
    moved = function(s) return s == 1 end, role = function(i) return i == 10 and 'A' or nil end, tone = 'solid'}
  local sector = line.sector[1]
  d:brace(sector.x, sector.right, y + 22, {label = d.narrow and 'a sector' or 'a sector: 8 words, 32 bytes, moved whole'})
  if d.narrow then d:text(0, y + 62, 'solid: the word that was asked for', {role = 'A'})
  else d:text(sector.right + 90, y + 42, 'solid: the word that was asked for', {role = 'A'}) end
  local top = y + (d.narrow and 96 or 84)
  d:text(0, top - 8, d.narrow and 'the 32 banks, and what piles up in them' or 'the 32 banks of shared memory, and what piles up in them')
  local piles = {[4] = 2, [5] = 2, [12] = 4}
  d:banks{x = 0, y = top + 6, w = w, h = 12, levels = 4, pile = function(b) return piles[b] or 1 end}
end

function shapes.tiles(d)
  gallery(d, d.narrow and 2 or 5, 84, {
    {'tile of a block', 'heavy, square', function(x, y) d:tile({x = x + 2, y = y + 4, w = 76, h = 76}, 'block', {role = 'C'}) end},
    {'tile of a warp', 'middling, round', function(x, y) d:tile({x = x + 2, y = y + 24, w = 76, h = 44}, 'warp', {role = 'C'}) end},
    {'tile of a thread', 'fine, corners cut', function(x, y) d:tile({x = x + 2, y = y + 34, w = 34, h = 34}, 'thread', {role = 'C'}) end},
    {'registers', 'of one thread', function(x, y)
      d:registers{x = x, y = y + 20, rows = 4, cols = 4, cell = 14, role = function(r, c) return r == 1 and c == 2 and 'C' or nil end}
    end},
    {'matrix', 'with the part that is meant', function(x, y)
      local m = d:matrix{x = x, y = y + 20, w = 62, h = 62, rows = 8, cols = 8, name = 'A', role = 'A'}
      d:tile(m.at(2, 0, 2, 8), 'block', {role = 'A'})
    end},
  })
end

function shapes.events(d)
  gallery(d, d.narrow and 2 or 4, 60, {
    {'barrier', 'no thread passes before all are there', function(x, y, w) d:barrier(x + 8, y + 34, x + w - 30, y + 34) end},
    {'copy', 'in flight; no thread waits for it yet', function(x, y, w) d:copy({x + 4, y + 34}, {x + w - 26, y + 34}, {role = 'A'}) end},
    {'wait', 'a warp can do nothing', function(x, y) d:wait(x + 14, y + 34, {r = 12}) end},
    {'conflict', 'two want what only one can have', function(x, y) d:conflict(x + 14, y + 34, {r = 12}) end},
  })
  local y = (d.narrow and 2 or 1) * 118 + 46
  d:note(0, y - (d.narrow and 42 or 34), d.width, 'time runs to the right; a bar is as long as what it stands for takes')
  local axis = d:axis{x = 2, y = y + 34, w = d.width - 4, from = 0, to = 10, unit = 'time'}
  d:bar(axis, 0, 4, y, 22, {role = 'A', label = d.narrow and 'load' or 'load A'})
  d:bar(axis, 4, 6.4, y, 22, {role = 'wait', label = 'wait'})
  d:bar(axis, 6.4, 9.6, y, 22, {role = 'C', label = 'multiply'})
end

function shapes.roles(d)
  gallery(d, d.narrow and 2 or 5, 44, (function()
    local list = {}
    for i, each in ipairs{{'A', 'A', 'stripes up'}, {'B', 'B', 'stripes down'}, {'C', 'C', 'dots'},
      {'conflict', 'conflict', 'a lattice'}, {'wait', 'wait', 'level lines'}} do
      list[i] = {each[2], each[3], function(x, y)
        d:rect(x, y + 8, 34, 34, {role = each[1]})
        d:rect(x + 42, y + 8, 34, 34, {role = each[1], tone = 'solid'})
      end}
    end
    return list
  end)())
end

-- A lane asks, its sector moves: a drawing in three steps.
function shapes.steps(d)
  local LANE, WORD = 5, 11
  local warp = d:warp{x = 0, y = 18, w = d.width, numbers = 'ends', label = 'a warp'}
  local top = warp.bottom + 76
  local cell = d.width / 32
  local memory = d:words{x = 0, y = top, n = 32, cell = cell - 0.02, h = 16, lines = true}
  d:text(0, top + 34, 'memory')
  local lane, word, sector = warp.lanes[LANE], memory.word[WORD], memory.sector[WORD // 8]
  d:step(('Lane %d is the one to watch.'):format(LANE), function()
    d:lane(lane.cx, lane.cy, lane.w / 2, {role = 'A'})
  end, {key = true})
  d:step('It asks for one word of A.', function()
    d:arrow(lane, word, {role = 'A'})
    d:rect(word.x, word.y, word.w, word.h, {role = 'A', tone = 'solid'})
  end)
  d:at(2, 3, function() d:lane(lane.cx, lane.cy, lane.w / 2, {role = 'A', tone = 'solid'}) end)
  d:step('The whole sector comes: 8 words, of which 7 were not asked for.', function()
    d:words{x = sector.x, y = top, n = 8, cell = cell, h = 16, bare = true, moves = 'A', moved = function() return true end,
      role = function(i) return i == WORD % 8 and 'A' or nil end, tone = 'solid'}
    d:copy(sector, lane, {role = 'A', parcels = 3})
  end, {key = true})
end

return function(d, shape)
  if not shapes[shape or ''] then d:fail('there is no page %s of the grammar', tostring(shape)) end
  shapes[shape](d)
end
