-- What the drawings of `hopper` share: the sizes of a slot, as struct slot_of of code/hopper.cu has them,
-- and numbers as they write them.
local draw = ...

local parts = {}

-- The constants of a kernel that multiplies halves, and what follows from them, in bytes.
function parts.slot_of(kernel)
  local k = draw.constants{of = 'hopper', kernel = kernel}
  k.BK = k.ROW_BYTES // 2
  k.A, k.B = k.BM * k.ROW_BYTES, k.BN * k.ROW_BYTES
  k.SIZE = k.A + k.B
  k.WARPS = 4 * k.GROUPS
  return k
end

-- 65536 -> 65,536
function parts.count(n)
  local text = ('%d'):format(n)
  repeat
    local more
    text, more = text:gsub('^(%d+)(%d%d%d)', '%1,%2')
  until more == 0
  return text
end

function parts.kib(bytes) return ('%d KiB'):format(bytes // 1024) end

return parts
