-- One step of the naive kernel's loop, as its warp asks for it: which sectors its loads of A and
-- B touch, and which lanes the data stage of L1 serves in which wavefront.
local draw = ...
local trace = draw.trace 'naive-access'
local BANKS = 32

-- A load: its lanes, and in which wavefront each gets its float. Of one bank, a wavefront has one
-- float, for all lanes that want that float.
local function load_of(array)
  local _, lanes = draw.lanes(trace, {array = array, op = 'load'})
  local load, floats, used = {array = array, lanes = lanes, turn = {}, fronts = {}}, {}, {}
  for lane = 0, 31 do
    local float = lanes[lane].offset // 4
    local bank = float % BANKS
    if not floats[float] then
      used[bank] = (used[bank] or 0) + 1
      floats[float] = used[bank]
    end
    local turn = floats[float]
    load.turn[lane] = turn
    load.fronts[turn] = load.fronts[turn] or {}
    table.insert(load.fronts[turn], lane)
  end
  load.sectors = draw.sectors((draw.lanes(trace, {array = array, op = 'load'})))
  return load
end

local A, B = load_of 'A', load_of 'B'
local WAVEFRONTS = #A.fronts + #B.fronts

-- 1, 2, 3 -> ‘lane 0’, ‘lanes 0 to 2’
local function lanes_until(load, turn)
  local n = 0
  for lane = 0, 31 do
    if load.turn[lane] <= turn then n = n + 1 end
  end
  return n
end

local function count(n, what) return ('%d %s%s'):format(n, what, n == 1 and '' or 's') end

return function(d)
  local W, level = math.min(d.width, 640), d.narrow and 4 or 4.5
  local warp = d:warp{x = 0, y = 20, w = W, role = 'quiet', tone = 'none', numbers = 'ends'}
  d:text(0, 9, 'a warp: 32 lanes', {bold = true, size = 12})

  -- The sectors, in the order of the lanes, and the one of B behind them.
  local columns = d.narrow and 4 or 8
  local gap, h, lead = 6, d.narrow and 7 or 9, d.narrow and 5 or 6
  local w = (W - (columns - 1) * gap) / columns
  local top = warp.bottom + 44
  local rows = (#A.sectors + columns - 1) // columns
  d:text(0, top - 11, ('%s of A, of %s'):format(count(#A.sectors, 'sector'), count(#A.sectors, 'row')), {bold = true, size = 12, role = 'A'})
  local place, of_sector = {}, {}
  for i, s in ipairs(A.sectors) do
    place[s] = {x = (i - 1) % columns * (w + gap), y = top + (i - 1) // columns * (h + lead)}
    d:sector{x = place[s].x, y = place[s].y, cell = w / 8, h = h}
  end
  local below = top + rows * (h + lead) + 24
  d:text(0, below - 11, ('%s of B'):format(count(#B.sectors, 'sector')), {bold = true, size = 12, role = 'B'})
  for i, s in ipairs(B.sectors) do
    of_sector[s] = {x = (i - 1) * (w + gap), y = below}
    d:sector{x = of_sector[s].x, y = below, cell = w / 8, h = h}
  end

  -- The data stage: a column for each lane, a level for each wavefront, the first on top.
  local stage = below + h + 34
  d:text(0, stage - 11, 'the data stage of L1: which lanes it serves', {bold = true, size = 12})
  local turns_at = {x = 0, y = stage, w = W, h = WAVEFRONTS * level}
  local foot = turns_at.y + turns_at.h
  d:grid(turns_at, 1, 32, {weight = 0.4})
  d:rect(turns_at.x, turns_at.y, turns_at.w, turns_at.h, {role = 'quiet', tone = 'none', weight = 1.2})
  d:arrow({12, foot - 40}, {12, foot - 8}, {role = 'quiet', gap = 0})
  d:text(20, foot - 24, 'one after another', {size = 11, role = 'quiet'})
  d:text(0, foot + 9, 'lane 0', {size = 11, role = 'quiet'})
  d:text(W, foot + 9, '31', {size = 11, role = 'quiet', anchor = 'end'})

  -- The lanes that ask, their sectors and floats; and those of them that have been served.
  local function words(load, where, tone, wanted)
    local of = {}
    for lane = 0, 31 do
      if wanted(lane) then
        local at, row = warp.lanes[lane], load.lanes[lane]
        d:lane(at.cx, at.cy, at.w / 2, {role = load.array, tone = tone})
        local sector = row.offset // 32
        of[sector] = of[sector] or {}
        of[sector][row.offset % 32 // 4] = true
      end
    end
    for _, sector in ipairs(load.sectors) do
      local p = where[sector]
      if of[sector] then
        d:sector{x = p.x, y = p.y, cell = w / 8, h = h, bare = true, moved = function() return tone == 'hatch' end, moves = load.array,
          role = function(i) return of[sector][i] and load.array or nil end, tone = tone}
      end
    end
  end
  local function asks(load, where, from, to)
    d:at(from, to, function() words(load, where, 'hatch', function() return true end) end)
  end
  local function served(load, where, turn, step)
    d:at(step, function() words(load, where, 'solid', function(lane) return load.turn[lane] <= turn end) end)
  end
  local function pile(load, first, last, before, from, to)
    d:at(from, to, function()
      for front = first, last do
        for _, lane in ipairs(load.fronts[front]) do
          d:rect(lane * W / 32, stage + (before + front - 1) * level, W / 32, level - 0.8,
            {role = load.array, tone = 'solid', weight = 0})
        end
      end
    end)
  end
  local function total(n, step, said)
    d:at(step, function()
      d:text(W - 4, stage + 18, said or count(n, 'wavefront'), {anchor = 'end', bold = true, size = 16})
    end)
  end

  local at_turn = {1, 2, 8, 16, #A.fronts}
  local turns, seen = {}, {}
  for _, t in ipairs(at_turn) do
    t = math.min(t, #A.fronts)
    if not seen[t] then turns[#turns + 1] = t end
    seen[t] = true
  end
  local last_of_A = 1 + #turns
  local all = last_of_A + 2
  d:step(('Each lane asks for one float of A, and the 32 floats lie one below the other. L1 needs %s for them, %d bytes for %d bytes of floats.'):format(
    count(#A.sectors, 'sector'), 32 * #A.sectors, 4 * 32), nil, {key = true})
  asks(A, place, 1, last_of_A)
  for i, t in ipairs(turns) do
    local n = lanes_until(A, t)
    d:step(t == #A.fronts and ('%s have served %d lanes.'):format(count(t, 'wavefront'), n)
      or ('%s: %s %s.'):format(i == 1 and 'The first wavefront' or ('After %d wavefronts'):format(t),
        n == 1 and 'one lane of 32' or ('%d lanes of 32'):format(n), n == 1 and 'has its float' or 'have their floats'),
      nil, {key = t == #A.fronts})
    served(A, place, t, 1 + i)
    pile(A, i == 1 and 1 or turns[i - 1] + 1, t, 0, 1 + i, all)
    total(t, 1 + i)
  end
  d:step(('Now B. All lanes ask for the same float: %s.'):format(count(#B.sectors, 'sector')))
  asks(B, of_sector, last_of_A + 1, all)
  d:at(last_of_A + 1, all, function()
    for lane = 0, 31 do
      local p, word = place[A.lanes[lane].offset // 32], A.lanes[lane].offset % 32 // 4
      d:rect(p.x + word * w / 8, p.y, w / 8, h, {role = 'A', tone = 'solid'})
    end
  end)
  total(#A.fronts, last_of_A + 1)
  d:step(('%s serves all lanes, and the step is over: %s.'):format(#B.fronts == 1 and 'One wavefront' or count(#B.fronts, 'wavefront'),
    count(WAVEFRONTS, 'wavefront')), nil, {key = true, open = true})
  served(B, of_sector, #B.fronts, all)
  pile(B, 1, #B.fronts, #A.fronts, all, all)
  total(WAVEFRONTS, all, ('%d + %d wavefronts'):format(#A.fronts, #B.fronts))
end
