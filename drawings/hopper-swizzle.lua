-- Eight rows of 128 bytes as the copy engine lays them down for products of groups: in order, which the kernels
-- do not do, and swizzled as map_boxes() of code/kernels/warpgroup.h says, for A and for B. Pieces of 16 bytes.
local draw = ...
local parts = draw.require 'hopper-parts'
local k = parts.slot_of 'hopper'
local HALVES = 8                                   -- of a piece
local ROWS, PIECES, FIRST = 8, k.ROW_BYTES // 16, 0
local DEEP = 16                                    -- k of a product

local function swizzled(r, p) return p ~ r % 8 end

-- What a row and piece p are; which pieces the first product reads of these rows.
local PANELS = {
  {name = 'in order', row = 'row %d', piece = 'for comparison', role = 'conflict',
    place = function(_, p) return p end, reads = function(p) return p == FIRST end},
  {name = 'A, swizzled', row = 'row %d', piece = ('piece p: k = %dp to %dp + %d'):format(HALVES, HALVES, HALVES - 1), role = 'A',
    place = swizzled, reads = function(p) return p < DEEP // HALVES end},
  {name = 'B, swizzled', row = 'k = %d', piece = ('piece p: columns %dp to %dp + %d'):format(HALVES, HALVES, HALVES - 1), role = 'B',
    place = swizzled, reads = function() return true end},
}

return function(d)
  local columns, h, gap = d.narrow and 1 or 3, 22, 18
  local side = 44
  local w = (d.width - (columns - 1) * gap) / columns - side - 2
  local cell = w / PIECES
  local high = 46 + ROWS * h + 66
  for i, panel in ipairs(PANELS) do
    local x = (i - 1) % columns * (w + side + gap) + side
    local y = (i - 1) // columns * high
    local top = y + 46
    local seen, groups = {}, 0
    for r = 0, ROWS - 1 do
      local at = panel.place(r, FIRST)
      if not seen[at] then groups = groups + 1 end
      seen[at] = (seen[at] or 0) + 1
    end
    d:text(x - side, y + 8, panel.name, {bold = true, size = 14, role = i > 1 and panel.role or nil})
    if d.narrow then d:text(d.width, y + 8, panel.piece, {size = 12, anchor = 'end', role = 'quiet'})
    else d:text(x - side, top + ROWS * h + 50, panel.piece, {size = 12, role = 'quiet'}) end
    d:text(x - 6, top - 11, 'bank', {anchor = 'end', size = 11, role = 'quiet'})
    for c = 0, PIECES - 1 do
      d:text(x + (c + 0.5) * cell, top - 11, ('%d'):format(4 * c), {anchor = 'middle', size = 11, role = 'quiet'})
    end
    for r = 0, ROWS - 1 do
      local line = top + r * h
      d:text(x - 6, line + h / 2, panel.row:format(r), {anchor = 'end', size = 11})
      for p = 0, PIECES - 1 do
        local left = x + panel.place(r, p) * cell
        local first, read = p == FIRST, panel.reads(p)
        d:rect(left, line, cell, h, {role = read and panel.role or 'quiet',
          tone = first and (panel.role == 'conflict' and 'hatch' or 'solid') or read and 'tint' or 'none', weight = 0.6})
        if first then d:rect(left + 1, line + 1, cell - 2, h - 2, {role = panel.role, tone = 'none', weight = 2}) end
        d:text(left + cell / 2, line + h / 2, ('%d'):format(p), {anchor = 'middle', size = first and 12 or 11, bold = first,
          on = first and panel.role ~= 'conflict', plain = not first})
      end
      d:rect(x, line, w, h, {tone = 'none', weight = 1.2})
    end
    -- How often the pieces meet each four banks.
    local foot = top + ROWS * h
    for c = 0, PIECES - 1 do
      d:text(x + (c + 0.5) * cell, foot + 12, seen[c] and ('%d×'):format(seen[c]) or '–', {anchor = 'middle', size = 11,
        bold = seen[c] and true, role = not seen[c] and 'quiet' or seen[c] > 1 and 'conflict' or 'ink'})
    end
    d:text(x - side, foot + 31, groups == 1 and ('%d pieces, the same four banks'):format(ROWS) or ('%d pieces, all 32 banks once'):format(ROWS),
      {bold = true, size = 12, role = groups == 1 and 'conflict' or 'ink'})
  end
  local foot = (#PANELS - 1) // columns * high + high + (d.narrow and 0 or 14)
  d:key(0, foot, d.width, {{role = 'A', tone = 'solid', text = 'piece 0 of eight rows, or of eight k'},
    {role = 'A', tone = 'tint', text = 'what the first product reads of these rows besides'}})
end
