-- Parts of two tiles on four blocks each, and who adds them, three ways along time; all lengths are made up, the order is that of
-- split() and add_up() of code/shapes.cu.
local TILES, PARTS = 2, 4
local COMPUTE, STORE, ADD = 10, 2, 2              -- a part's products, its store, and what one part's loads and additions take

return function(d)
  local SMS = TILES * PARTS
  local h, between = d.narrow and 11 or 13, 3
  local span = COMPUTE + STORE + 1.5 + PARTS * ADD + 0.5
  local unit = (d.width - 8) / span
  local function x_of(t) return 2 + t * unit end

  local function panel(y, head, code, finish, adds)
    d:text(0, y + 8, head, {bold = true})
    d:text(d:measure(head, {bold = true}) + 10, y + 8, code, {code = true, size = 12})
    local top = y + 24
    for sm = 0, SMS - 1 do
      local tile, row = sm // PARTS, top + sm * (h + between)
      d:rect(x_of(0), row, COMPUTE * unit, h, {role = tile == 0 and 'C' or 'quiet', weight = 0.7})
      adds(sm, tile, sm % PARTS, row)
      d:rule(x_of(0), row + h + 1.5, d.width - 4, row + h + 1.5, {role = 'quiet', weight = 0.4})
    end
    local bottom = top + SMS * (h + between)
    d:rule(x_of(finish), top - 5, x_of(finish), bottom, {weight = 1.4, dash = '3 3'})
    return bottom + 12
  end
  local function stored(row, tile) d:rect(x_of(COMPUTE), row, STORE * unit, h, {tone = 'tint', weight = 0.7}) end
  local function added(row, from, long) d:rect(x_of(from), row, long * unit, h, {role = 'C', tone = 'solid', weight = 0.7}) end
  local function idle(row, from, to) d:rect(x_of(from), row, (to - from) * unit, h, {role = 'wait', weight = 0.5}) end

  -- A second launch begins when all have stored; every SM adds its share.
  local begin = COMPUTE + STORE + 2.5
  local short = TILES * PARTS * ADD / SMS
  local y = panel(0, 'two launches', 'split-two-launches', begin + short, function(_, tile, _, row)
    stored(row, tile)
    idle(row, COMPUTE + STORE, begin)
    added(row, begin, short)
  end)
  -- The last block of each tile reads all parts.
  local from = COMPUTE + STORE + 1.5
  y = panel(y + 8, 'the last block', 'split-last-block', from + PARTS * ADD, function(_, tile, part, row)
    stored(row, tile)
    if part == (tile == 0 and 2 or 1) then
      idle(row, COMPUTE + STORE, from)
      added(row, from, PARTS * ADD)
    else idle(row, COMPUTE + STORE, from + PARTS * ADD) end
  end)
  -- All blocks of a cluster meet, and each adds its rows.
  local met = COMPUTE + 1
  y = panel(y + 8, 'in a cluster', 'split-cluster', met + ADD + 1, function(_, _, _, row)
    idle(row, COMPUTE, met)
    added(row, met, ADD)
    idle(row, met + ADD, met + ADD + 1)
  end)
  d:key(0, y + 4, d.width, {{role = 'C', text = 'computes a part of tile 0'}, {role = 'quiet', text = 'a part of tile 1'}, {tone = 'tint', text = 'stores it'},
    {role = 'C', tone = 'solid', text = 'adds parts'}, {role = 'wait', text = 'waits, or is idle'}})
end
