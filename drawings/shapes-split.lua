-- Parts of two tiles on four blocks each, and what adds them, three ways along time, step by step; all lengths are invented,
-- the order is that of split(), add_up() and add_in_cluster() of code/shapes.cu.
local TILES, PARTS = 2, 4
local COMPUTE, STORE, ADD = 10, 2, 2              -- a part's products, its store, and what one part's loads and additions take
local SMS = TILES * PARTS
local STORED = COMPUTE + STORE                    -- all parts are in memory
local LAST = STORED + 1.5                         -- the counter has told one block that it is the last
local BEGIN = STORED + 2.5                        -- a second launch begins
local MET, APART = COMPUTE + 1, COMPUTE + 2 + ADD -- the blocks of a cluster have met once, and twice
local ENDS = {twice = BEGIN + TILES * PARTS * ADD / SMS, last = LAST + PARTS * ADD, cluster = APART}
local ADDS = {[0] = 2, 1}                         -- the part of a tile whose block is the last

local NAMES = {[4] = 'four', [6] = 'six', [8] = 'eight'}

local STEPS = {
  {now = COMPUTE, says = ('Each of the %s blocks has computed its part of K.'):format(NAMES[SMS])},
  {now = STORED, key = true, says = 'All parts are in memory, or, in a cluster, in shared memory. The blocks of a cluster already add.'},
  {now = APART, says = 'In a cluster each block has added a quarter of the rows of its tile. In split-last-block the last block of each tile has begun to add.'},
  {now = ENDS.twice, says = ('The second launch is complete: all %s SMs have added. The last block of each tile still adds the second part, and %s SMs are idle.')
    :format(NAMES[SMS], NAMES[SMS - TILES])},
  {now = ENDS.last, key = true, open = true, says = ('Each last block has added all %s parts of its tile.'):format(NAMES[PARTS])},
}

return function(d)
  for _, each in ipairs(STEPS) do d:step(each.says, nil, {key = each.key, open = each.open}) end
  local put, draw_all = d:gather()
  local h, between, left = 11, 3, 44
  local unit = (d.width - left - 4) / (ENDS.last + 0.5)
  local function x_of(t) return left + t * unit end

  -- What lasts from begin to finish: as far as it has come at each step, and from its end on.
  local function lasts(begin, finish, row, o)
    for s, each in ipairs(STEPS) do
      local before = s > 1 and STEPS[s - 1].now or 0
      if begin < each.now and before < finish then
        local to = math.min(finish, each.now)
        put(s, finish <= each.now and #STEPS or s, function() d:rect(x_of(begin), row, (to - begin) * unit, h, o) end)
      end
    end
  end
  local function stored(row) lasts(COMPUTE, STORED, row, {tone = 'none', weight = 0.9}) end
  local function added(row, from, to) lasts(from, to, row, {role = 'C', tone = 'solid', weight = 0.7}) end
  local function idle(row, from, to) lasts(from, to, row, {role = 'wait', weight = 0.5}) end
  local function from_step(t)
    for s, each in ipairs(STEPS) do
      if t <= each.now then return s end
    end
  end

  -- Where the parts are now, and whether C is there: frames that fill.
  local function places(y, name, from, to, finish)
    local w = d.narrow and 15 or 26
    d:text(0, y + 6, name, {size = 12})
    local x = d.narrow and 98 or 150
    for part = 0, SMS - 1 do
      local at = d:rect(x, y, w, h, {role = 'quiet', tone = 'none', weight = 0.6})
      put(from_step(from), to and from_step(to) - 1 or #STEPS, function()
        d:rect(at.x, y, w, h, {role = part < PARTS and 'C' or 'quiet', weight = 0.7})
      end)
      x = x + w + (part == PARTS - 1 and 7 or 2)
    end
    x = x + (d.narrow and 10 or 40)
    d:text(x, y + 6, 'C', {size = 12, bold = true, role = 'C'})
    for tile = 0, TILES - 1 do
      local at, wide = x + 14 + tile * (1.6 * w + 3), 1.6 * w
      d:rect(at, y, wide, h, {role = 'quiet', tone = 'none', weight = 0.6})
      put(from_step(finish), #STEPS, function() d:rect(at, y, wide, h, {role = 'C', tone = 'solid', weight = 0.7}) end)
    end
  end

  local function panel(y, head, code, finish, adds)
    d:text(0, y + 8, head, {bold = true})
    d:text(d:measure(head, {bold = true}) + 10, y + 8, code, {code = true, size = 12})
    local top = y + (y == 0 and 34 or 26)
    local bottom = top + SMS * (h + between) - between
    for tile = 0, TILES - 1 do d:text(0, top + (tile + 0.5) * PARTS * (h + between) - between / 2, ('tile %d'):format(tile), {size = 12}) end
    for sm = 0, SMS - 1 do
      local tile, row = sm // PARTS, top + sm * (h + between)
      d:rect(x_of(0), row, COMPUTE * unit, h, {role = tile == 0 and 'C' or 'quiet', weight = 0.7})
      d:rule(x_of(COMPUTE), row + h + 1.5, d.width - 4, row + h + 1.5, {role = 'quiet', weight = 0.4})
      adds(row, tile, sm % PARTS)
    end
    for s, each in ipairs(STEPS) do
      put(s, s, function() d:rule(x_of(each.now), top - 5, x_of(each.now), bottom + 3, {weight = 1.6}) end)
    end
    if from_step(finish) < #STEPS then
      put(from_step(finish) + 1, #STEPS, function() d:rule(x_of(finish), top - 5, x_of(finish), bottom + 3, {weight = 1.4, dash = '3 3'}) end)
    end
    return bottom + 9
  end

  -- A second launch begins when all have stored; every SM adds its share.
  local y = panel(0, 'two launches', 'split-two-launches', ENDS.twice, function(row)
    stored(row)
    idle(row, STORED, BEGIN)
    added(row, BEGIN, ENDS.twice)
  end)
  places(y, 'in memory', STORED, nil, ENDS.twice)
  for s, each in ipairs(STEPS) do
    put(s, s, function() d:text(x_of(each.now), 23, 'now', {size = 12, anchor = s == #STEPS and 'end' or 'middle'}) end)
  end
  -- The last block of each tile reads all parts.
  y = panel(y + h + 16, 'the last block', 'split-last-block', ENDS.last, function(row, tile, part)
    stored(row)
    if part == ADDS[tile] then
      idle(row, STORED, LAST)
      for n = 0, PARTS - 1 do added(row, LAST + n * ADD, LAST + (n + 1) * ADD - 0.1) end
    else idle(row, STORED, ENDS.last) end
  end)
  places(y, 'in memory', STORED, nil, ENDS.last)
  -- All blocks of a cluster meet, and each adds its rows.
  y = panel(y + h + 16, 'in a cluster', 'split-cluster', ENDS.cluster, function(row)
    idle(row, COMPUTE, MET)
    added(row, MET, MET + ADD)
    idle(row, MET + ADD, APART)
  end)
  places(y, d.narrow and 'shared memory' or 'in shared memory', MET, APART, ENDS.cluster)
  draw_all()
  d:key(0, y + h + 16, d.width, {{role = 'C', text = 'computes a part of tile 0'}, {role = 'quiet', text = 'a part of tile 1'}, {tone = 'none', text = 'stores it'},
    {role = 'C', tone = 'solid', text = 'adds parts'}, {role = 'wait', text = 'waits, or is idle'}})
end
