-- Rows of A as the copy engine lays them into shared memory, two to a line of the banks, in order and
-- swizzled as map_tiles() of code/kernels/tma.h says; where the first float4s of eight rows lie, and
-- what it takes to load some, by the rule of the lens.
local draw = ...
local k = draw.constants{of = 'async', kernel = 'tma-unpacked'}
local BANKS, FOUR, LANES = 32, 4, 32
local FOURS, ROWS = k.BK // FOUR, 8                -- float4s of a row; rows that are drawn

local PANELS = {
  {name = 'in order', says = 'float4 c at c', place = function(_, c) return c end},
  {name = 'swizzled', says = 'float4 c at c ^ r / 2 % 4', place = function(r, c) return c ~ r // 2 % 4 end},
}

-- Wavefronts of some lanes' float4s, whose first floats are at[lane]: four quarters, or two halves if
-- lanes side by side agree or else those two apart do; the busiest bank counts. level[lane]: from 0.
local function wavefronts(at)
  local lanes, sum = #at + 1, 0
  local group, level = 8, {}
  for _, by in ipairs{1, 2} do
    local agree = lanes == LANES
    for lane = 0, lanes - 1 do agree = agree and at[lane] == at[lane ~ by] end
    if agree then group = 16 end
  end
  for first = 0, lanes - 1, group do
    local depth, seen, most = {}, {}, 0
    for lane = first, first + group - 1 do
      local bank = at[lane] % BANKS                -- of the first of four; a float4 begins at a multiple of four
      if not seen[at[lane]] then
        seen[at[lane]] = true
        level[lane] = depth[bank] or 0
        depth[bank] = level[lane] + 1
        most = math.max(most, depth[bank])
      end
    end
    sum = sum + most
  end
  return sum, level
end

-- The rows that lanes of a warp ask for, by place_lane() of code/kernels/placement.h, so far apart.
local function warp(apart)
  local across, rows = k.WN // k.TN, {}
  for lane = 0, LANES - 1 do rows[lane] = (lane % 2 + lane // 2 // across * 2) * apart end
  return rows
end
local eight = {}
for r = 0, ROWS - 1 do eight[r] = r end
local LOADS = {{'eight lanes, rows 0 to 7', eight}, {'a warp, rows 0, 4, 8, 12', warp(FOUR)}, {'a warp, rows 0, 1, 2, 3', warp(1)}}

return function(d)
  local gap, columns, h = 28, d.narrow and 1 or 2, 22
  local w = (d.width - (columns - 1) * gap - 1) / columns
  local four = w / BANKS * FOUR
  local y = 0
  for i, panel in ipairs(PANELS) do
    local x = (i - 1) % columns * (w + gap) + 0.5
    local function at(row) return row * k.BK + panel.place(row, 0) * FOUR end
    d:text(x, y + 7, panel.name, {bold = true})
    d:text(x + w, y + 7, panel.says, {code = true, size = 12, anchor = 'end'})
    local top = y + 22
    for row = 0, ROWS - 1 do
      local left, line = x + row * k.BK % BANKS * w / BANKS, top + row * k.BK // BANKS * h
      for c = 0, FOURS - 1 do
        local cell = left + panel.place(row, c) * four
        d:rect(cell, line, four, h, {role = c == 0 and 'A' or 'quiet', tone = c > 0 and 'none' or 'solid', weight = c > 0 and 0.5 or 0})
        d:text(cell + four / 2, line + h / 2, c == 0 and 'row ' .. row or ('%d–%d'):format(FOUR * c, FOUR * c + 3),
          {anchor = 'middle', size = 11, role = c > 0 and 'quiet' or nil, bold = c == 0, on = c == 0})
      end
      d:rect(left, line, FOURS * four, h, {tone = 'none', weight = 1.2})
    end
    local lines = ROWS * k.BK // BANKS
    local pile = {}
    for row = 0, ROWS - 1 do pile[row] = at(row) end
    local all, level = wavefronts(pile)
    local high = d.narrow and all or lines
    local b = d:banks{x = x, y = top + lines * h + 16, w = w, h = 18, levels = high}
    for row = 0, ROWS - 1 do
      local cell, up = x + at(row) % BANKS * w / BANKS, b.bottom - (level[row] + 1) * 18
      d:rect(cell, up, four, 18, {role = level[row] > 0 and 'conflict' or 'A', tone = 'tint', weight = 1.4})
      d:text(cell + four / 2, up + 9, 'row ' .. row, {anchor = 'middle', size = 11, over = true})
    end
    local down = b.bottom + 32
    for _, load in ipairs(LOADS) do
      local starts = {}
      for lane = 0, #load[2] do starts[lane] = at(load[2][lane]) end
      local count = wavefronts(starts)
      d:text(x, down, load[1], {size = 12})
      d:text(x + w, down, count == 1 and '1 wavefront' or ('%d wavefronts'):format(count), {size = 12, anchor = 'end', bold = true})
      down = down + 19
    end
    if columns == 1 or i == columns then y = down + 12 end
  end
end
