-- The loop of a tiled kernel in steps, as it is and with one of its barriers missing: which words of
-- the tiles a warp reads that are not there yet, or not there any more.
-- trace: tiling kernel=tile-8 size=16 warp=0,1 step=0..31
local draw = ...
local parts = draw.require 'tiling-parts'
local T = parts.T

local FIRST, SECOND, NEXT = 0, 1, 1               -- two warps; the next turn of the loop
local ARRAYS = {{'As', 'A'}, {'Bs', 'B'}}

local stored, loaded, reads = {}, {}, {}
for warp = FIRST, SECOND do
  stored[warp], loaded[warp], reads[warp] = {}, {}, 0
  for _, array in ipairs(ARRAYS) do
    local name = array[1]
    local count
    stored[warp][name] = {[0] = parts.words(name, 'store', warp, 0), parts.words(name, 'store', warp, NEXT)}
    loaded[warp][name], count = parts.words(name, 'load', warp, 0)
    reads[warp] = reads[warp] + count
  end
end

-- Loads of the warp that find what they should not, and the words of whom: 'rows 4 to 7 of Bs'.
local function wrong(at_fault)
  local sets, total, where = {}, 0, {}
  for _, array in ipairs(ARRAYS) do
    local set, count = at_fault(array[1])
    sets[array[1]] = set
    total = total + count
    if count > 0 then where[#where + 1] = ('rows %d to %d of %s'):format(select(1, parts.rows(set)), select(2, parts.rows(set)), array[1]) end
  end
  return sets, total, table.concat(where, ' and ')
end

local early, early_count, early_where = wrong(function(name)
  return parts.shared(loaded[FIRST][name], stored[FIRST][name][0], true)
end)
local late, late_count, late_where = wrong(function(name)
  return parts.shared(loaded[SECOND][name], stored[FIRST][name][NEXT])
end)

-- Where each warp is: how far it has come (1 fills, 2 computes, 3 fills again), whether it waits
-- there, which barrier is missing (in which of the cases); what stands in the tiles; what is read wrongly.
local STEPS = {
  {case = 1, caption = 'Both barriers are there. Warp 0 has stored its half of both tiles, and waits for warp 1.',
    at = {1, 0}, wait = FIRST, has = {[FIRST] = 0}, key = true},
  {case = 1, caption = ('Warp 1 has stored the other half, and the barrier opens. All %d elements that a warp reads are there.'):format(reads[FIRST]),
    at = {2, 2}, has = {[FIRST] = 0, [SECOND] = 0}, key = true},
  {case = 1, caption = 'Warp 0 waits at the second barrier, because warp 1 still reads.',
    at = {2, 2}, wait = FIRST, second = true, has = {[FIRST] = 0, [SECOND] = 0}},
  {case = 2, caption = ('The first barrier is missing, so warp 0 goes on alone. Of the %d elements that it reads, %d are not there yet: %s, which warp 1 stores.')
    :format(reads[FIRST], early_count, early_where),
    at = {2, 0}, missing = 1, has = {[FIRST] = 0}, wrong = early, key = true},
  {case = 3, caption = ('The second barrier is missing, so warp 0 stores its half of the next tiles while warp 1 still reads. Of the %d elements of warp 1, %d are already overwritten: %s.')
    :format(reads[SECOND], late_count, late_where),
    at = {3, 2}, missing = 2, has = {[FIRST] = NEXT, [SECOND] = 0}, wrong = late, key = true},
}

local CASES = {'both barriers', 'without the first', 'without the second'}

-- The way of one warp through the loop: three bars with a barrier between two.
local function way(d, y, h, warp, step)
  local label = d.narrow and 50 or 62
  local gap = d.narrow and 27 or 30
  local w = (d.width - label - 2 * gap - 4) / 4
  local widths, names, x = {w, 2 * w, w}, {'fill', 'compute', 'fill'}, label
  d:text(0, y + h / 2, ('warp %d'):format(warp))
  for i, wide in ipairs(widths) do
    local reached = step.at[warp + 1] >= i
    local now = step.at[warp + 1] == i
    d:rect(x, y, wide, h, {role = reached and 'C' or 'quiet', tone = now and 'hatch' or reached and 'tint' or 'none', round = 3})
    d:text(x + wide / 2, y + h / 2, names[i], {anchor = 'middle', size = 12, role = reached and 'ink' or 'quiet'})
    x = x + wide
    if i < #widths then
      if step.wait == warp and (step.second and 2 or 1) == i then d:wait(x + gap / 2 - 7, y + h / 2, {r = 6}) end
      x = x + gap
    end
  end
  return label + w + gap / 2, label + 3 * w + 1.5 * gap
end

return function(d)
  local h, between = 26, 10
  local cell = d.narrow and 15 or 18
  local top = 50
  local bottom = top + 2 * h + between
  local grid_y = bottom + 46
  local side = T * cell
  local left = d.narrow and 40 or 62
  local gap = d.narrow and 56 or 70
  local step_count = #STEPS
  for _, step in ipairs(STEPS) do
    d:step(step.caption, function()
      d:text(0, 8, ('Case %d of %d: %s'):format(step.case, #CASES, CASES[step.case]), {bold = true})
      local first, second
      for warp = FIRST, SECOND do
        first, second = way(d, top + warp * (h + between), h, warp, step)
      end
      for i, x in ipairs{first, second} do
        if step.missing == i then
          d:text(x, top - 14, 'missing', {anchor = 'middle', size = 12, role = 'conflict', bold = true})
          d:rule(x, top - 4, x, bottom + 4, {role = 'conflict', dash = '2 4', weight = 1.5})
        else
          d:barrier(x + 5, top - 2, x + 5, bottom + 2, {})
          d:text(x + 5, top - 14, 'barrier', {anchor = 'middle', size = 12})
        end
      end
      for i, array in ipairs(ARRAYS) do
        local name, role = array[1], array[2]
        parts.tile(d, left + (i - 1) * (side + gap), grid_y, cell, function(word)
          if step.wrong and step.wrong[name][word] then return 'conflict', 'hatch' end
          for warp, turn in pairs(step.has) do
            if stored[warp][name][turn][word] then return role, turn == NEXT and 'solid' or 'hatch' end
          end
        end)
      end
    end, {key = step.key})
  end
  for i, array in ipairs(ARRAYS) do
    local x = left + (i - 1) * (side + gap)
    d:text(x, grid_y - 12, array[1], {code = true, bold = true})
    d:text(x - 6, grid_y + 0.5 * cell, 'row 0', {size = 11, role = 'quiet', anchor = 'end'})
    d:text(x - 6, grid_y + (T - 0.5) * cell, ('row %d'):format(T - 1), {size = 11, role = 'quiet', anchor = 'end'})
  end
  local key = {{role = 'A', tone = 'hatch', text = 'of A, this tile'}, {role = 'A', tone = 'solid', text = 'of A, the next'},
    {role = 'B', tone = 'hatch', text = 'of B, this tile'}, {role = 'B', tone = 'solid', text = 'of B, the next'},
    {role = 'conflict', tone = 'hatch', text = 'read, and wrong'}, {glyph = 'wait', text = 'waits'}}
  if d.narrow then d:key(0, grid_y + side + 14, d.width, key)
  else
    for i, item in ipairs(key) do d:key(left + 2 * side + gap + 40, grid_y + 2 + 24 * (i - 1), 200, {item}) end
  end
  d:height(step_count > 0 and grid_y + side + 8 or 0)
end
