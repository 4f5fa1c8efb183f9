-- Eight rows of a tile of A, eight pieces of 16 bytes each, in order and swizzled as place() of kernels/slices.h says. The pieces that one
-- matrix of ldmatrix reads are full, their neighbours in the sector are hatched.
local draw = ...
local ROWS, PIECES, READ = 8, 8, 2

local PANELS = {
  {name = 'in order', place = function(_, p) return p end},
  {name = 'swizzled', place = function(r, p) return p ~ r end},
}

return function(d)
  local gap, columns, h = 30, d.narrow and 1 or 2, 24
  local side = 46
  local w = (d.width - (columns - 1) * gap) / columns - side - 2
  local cell = w / PIECES
  for i, panel in ipairs(PANELS) do
    local x = (i - 1) % columns * (w + side + gap) + side
    local top = 44 + (columns == 1 and (i - 1) * (ROWS * h + 70) or 0)
    local depth, most = {}, 0
    for r = 0, ROWS - 1 do
      local at = panel.place(r, READ)
      depth[at] = (depth[at] or 0) + 1
      most = math.max(most, depth[at])
    end
    d:text(x, top - 32, panel.name, {bold = true})
    d:text(x + w, top - 32, most == 1 and '1 wavefront' or most .. ' wavefronts', {anchor = 'end', bold = true, role = most > 1 and 'conflict' or 'ink'})
    for c = 0, PIECES - 1 do
      d:text(x + (c + 0.5) * cell, top - 11, ('%d'):format(4 * c), {anchor = 'middle', size = 11, role = 'quiet'})
    end
    d:text(x - 8, top - 11, 'bank', {anchor = 'end', size = 11, role = 'quiet'})
    for r = 0, ROWS - 1 do
      local y = top + r * h
      d:text(x - 8, y + h / 2, 'row ' .. r, {anchor = 'end', size = 11})
      for p = 0, PIECES - 1 do
        local left = x + panel.place(r, p) * cell
        local read = p == READ
        d:rect(left, y, cell, h, {role = read and 'A' or 'quiet', tone = read and 'solid' or p == READ ~ 1 and 'tint' or 'none', weight = 0.6})
        d:text(left + cell / 2, y + h / 2, tostring(p), {anchor = 'middle', size = 11, on = read, bold = read})
      end
      d:rect(x, y, w, h, {tone = 'none', weight = 1.2})
    end
  end
end
