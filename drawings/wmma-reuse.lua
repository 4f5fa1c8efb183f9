-- How often a fragment is used once it is loaded: by a warp with one fragment of C, by a warp with
-- several of them, and where the warps of a block share tiles; and how busy the tensor cores get.
local draw = ...
local EDGE = 16

local function panel(kernel, whole)
  local k = draw.constants{of = 'wmma', kernel = kernel}
  local one = whole and whole(k) or {k.BM // EDGE, k.BN // EDGE}
  local warp = whole and one or {k.WM // EDGE, k.WN // EDGE}
  return {name = kernel, rows = one[1], columns = one[2], warp = warp,
    busy = draw.number('tensor_busy', {kernel = kernel, digits = 2})}
end

local PANELS = {
  panel('fragment', function() return {1, 1} end),
  panel('fragments-4x4', function(k) return {k.F, k.F} end),
  panel('staged-padded'),
  panel('pipelined'),
}

local function loads(rows, columns) return ('%d for %d'):format(rows + columns, rows * columns) end

return function(d)
  local columns = d.narrow and 2 or #PANELS
  local gap = d.narrow and 20 or 16
  local w = (d.width - (columns - 1) * gap) / columns
  local widest = 0
  for _, p in ipairs(PANELS) do widest = math.max(widest, p.columns) end
  local cell = math.min(d.narrow and 13 or 15, (w - 30) / widest)
  local y, lowest = 0, 0
  for i, p in ipairs(PANELS) do
    if i > 1 and (i - 1) % columns == 0 then y = lowest + 30 end
    local x = (i - 1) % columns * (w + gap)
    d:text(x, y + 8, p.name, {code = true, bold = true})
    d:text(x, y + 28, 'a warp: ' .. loads(table.unpack(p.warp)), {size = 12})
    local shared = p.rows > p.warp[1]
    if shared then d:text(x, y + 44, 'a block: ' .. loads(p.rows, p.columns), {size = 12}) end
    d:text(x, y + (shared and 60 or 44), 'busy: ' .. p.busy, {size = 12})
    local cx, cy = x + 24, y + 96
    d:rect(x + 4, cy, 15, p.rows * cell, {role = 'A'})
    d:rect(cx, cy - 20, p.columns * cell, 15, {role = 'B'})
    local c = d.box(cx, cy, p.columns * cell, p.rows * cell)
    d:rect(cx, cy, p.warp[2] * cell, p.warp[1] * cell, {role = 'C', weight = 0})
    d:grid(c, p.rows, p.columns)
    d:tile(c, 'block')
    d:tile({x = cx + 2, y = cy + 2, w = p.warp[2] * cell - 4, h = p.warp[1] * cell - 4}, 'warp', {role = 'C', tone = 'none'})
    if i == 1 then d:note(x, c.bottom + 14, w, '2 loaded, 1 mma_sync', {size = 12, role = 'quiet'}) end
    lowest = math.max(lowest, c.bottom)
  end
end
