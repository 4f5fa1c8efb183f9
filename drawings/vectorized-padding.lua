-- One store of a warp into the transposed tile of A: the banks that its 32 lanes write to, with
-- rows of 128 floats and with four floats of padding.
-- trace unpadded: vectorized kernel=unpadded
-- trace padded: vectorized kernel=vectorized
local draw = ...
local PANELS = {{'unpadded', 'unpadded'}, {'padded', 'vectorized'}}

return function(d)
  local y, h = 0, 20
  for _, each in ipairs(PANELS) do
    local c = draw.constants{of = 'vectorized', kernel = each[2]}
    local rows = draw.lanes(draw.trace(each[1]), {array = 'As', op = 'store'})
    local banks, levels = {}, 0
    for _, row in ipairs(rows) do
      banks[row.unit] = banks[row.unit] or {}
      table.insert(banks[row.unit], row.lane)
      levels = math.max(levels, #banks[row.unit])
    end
    d:text(0, y + 8, c.PITCH > c.BM and ('rows of %d + %d floats'):format(c.BM, c.PITCH - c.BM) or ('%srows of %d floats'):format(
      d.narrow and '' or 'a store into the transposed tile of A, ', c.BM), {bold = true})
    d:text(d.width, y + 8, ('%d wavefronts%s'):format(levels, d.narrow and '' or ', 1 would be the least'), {anchor = 'end', role = 'conflict', bold = true})
    local b = d:banks{x = 0, y = y + 22, w = d.width - 0.5, h = h, levels = levels, role = 'A',
      pile = function(bank) return banks[bank] and #banks[bank] or 0 end}
    local w = b.w / 32
    for level = 1, levels do
      local run = {}                              -- the lanes of banks side by side
      for bank = 0, 32 do
        local lane = (banks[bank] or {})[level]
        local middle = b.bottom - (level - 0.5) * h
        if lane and w > 15 then
          d:text((bank + 0.5) * w, middle, lane, {anchor = 'middle', size = 11})
        elseif lane then run[#run + 1] = lane
        elseif #run > 0 then                      -- cells too narrow for numbers: beside them
          d:text(bank * w + 5, middle, ('%d, %d, … %d'):format(run[1], run[2], run[#run]), {size = 11})
          run = {}
        end
      end
    end
    y = b.bottom + 34
  end
  d:note(0, y - 8, d.width, (d.narrow
    and 'One store into the transposed tile of A; beside each row of cells, the lanes that write there.'
    or 'The number in a cell is the lane that writes there.') .. ' Those in one bank come one after another.',
    {size = 12, role = 'quiet'})
end
