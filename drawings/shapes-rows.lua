-- A tile's rows, of which a product has so many, in three ways: rows of A as rows of wgmma, as rows of mma.sync, and columns of B as
-- rows of the instruction, as the names of the library's kernels tell. Heights are in scale; widths are not.
local draw = ...
local thin = draw.constants{of = 'shapes', kernel = 'thin'}
local GROUP = 64                                  -- rows of wgmma
local PRODUCTS = {16, 72}

local function up(x, step) return -(-x // step) * step end

local WAYS = {
  {head = 'wgmma', says = 'rows of A as its rows', tile = function(m) return m <= GROUP and GROUP or 2 * GROUP end},
  {head = 'mma.sync', says = 'rows of A as its rows', tile = function(m) return up(m, thin.BM) end, most = thin.BM},
  {head = 'wgmma', says = 'columns of B as its rows', tile = function(m) return up(m, 8) end},
}

return function(d)
  local unit = d.narrow and 0.9 or 1.1             -- pixels of a row
  local small = d.narrow and 11 or 12
  local gap = d.narrow and 12 or 30
  local w = (d.width - 2 * gap - 2) / #WAYS
  local y = 0
  for i, way in ipairs(WAYS) do
    local x = 1 + (i - 1) * (w + gap)
    d:text(x, y + 8, way.head, {bold = true, code = true})
    d:text(x, y + 24, d.narrow and way.says:gsub(' as its rows', '') or way.says, {size = small})
  end
  y = y + 40
  for _, m in ipairs(PRODUCTS) do
    local highest = 0
    for i, way in ipairs(WAYS) do
      local x = 1 + (i - 1) * (w + gap)
      local tile = way.tile(m)
      local wide = d.narrow and w * 0.5 or w * 0.42
      d:rect(x, y, wide, m * unit, {role = 'C', weight = 1})
      if tile > m then d:rect(x, y + m * unit, wide, (tile - m) * unit, {role = 'wait', weight = 0.8}) end
      if way.most and tile > way.most then
        for row = way.most, tile - 1, way.most do d:rule(x, y + row * unit, x + wide, y + row * unit, {weight = 1.2}) end
      end
      d:text(x + wide + 7, y + m * unit / 2, d.narrow and ('%d'):format(m) or ('%d rows'):format(m), {size = small})
      if tile > m then
        d:text(x + wide + 7, y + (m + tile) / 2 * unit, d.narrow and ('%d empty'):format(tile - m) or ('%d empty rows'):format(tile - m), {size = small})
      end
      highest = math.max(highest, tile * unit)
    end
    y = y + highest + 22
  end
end
