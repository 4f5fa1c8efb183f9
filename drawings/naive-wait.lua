-- The cycles that a warp spends between two of its instructions, of the naive kernel and of the
-- library, by what it waits for.
local draw = ...
local KERNELS = {{'naive', 'naive'}, {'cublas', 'cuBLAS'}}

local function cycles(what, kernel) return draw.value(("%s '%s'"):format(what, kernel)) end

return function(d)
  local left = d.narrow and 0 or 74
  local longest = cycles('stall_total', 'naive')
  local y, H = d.narrow and 22 or 24, 26
  local function at(t) return left + (d.width - left) * t / longest end
  for _, each in ipairs(KERNELS) do
    local kernel, name = each[1], each[2]
    local total, queue, data = cycles('stall_total', kernel), cycles('stall_lg', kernel), cycles('stall_long', kernel)
    local text = ('%s cycles'):format((draw.number(("stall_total '%s'"):format(kernel), {digits = 3})))
    if d.narrow then d:text(0, y - 11, ('%s: %s'):format(name, text), {bold = true, size = 12})
    else
      d:text(0, y + H / 2, name, {bold = true})
    end
    local x = left
    local function part(t, role, tone, label)
      local w = at(t) - left
      local b = d:rect(x, y, math.max(w, 0.5), H, {role = role, tone = tone, weight = 0.7})
      if label and d:measure(label, {size = 12}) < w then
        local plate = d:measure(label, {size = 12}) + 12
        d:rect(b.cx - plate / 2, b.cy - 9, plate, 18, {tone = 'paper', weight = 0, round = 3})
        d:text(b.cx, b.cy, label, {anchor = 'middle', size = 12})
      end
      x = x + w
    end
    if kernel == 'naive' then
      part(queue, 'wait', 'hatch', ("for a place in L1’s queue: %s"):format((draw.number("stall_lg 'naive'", {digits = 3}))))
      part(data, 'ink', 'tint')
      local to = x
      part(total - queue - data, 'ink', 'solid')
      local label = ('for data: %s'):format((draw.number("stall_long 'naive'", {digits = 3})))
      local rest = ('all else: %s'):format((draw.number("stall_total 'naive' - stall_lg 'naive' - stall_long 'naive'", {digits = 2})))
      d:text(math.max(to, left + d:measure(label, {size = 12})), y + H + 13, label, {anchor = 'end', size = 12})
      d:text(d.width, y + H + 29, rest, {anchor = 'end', size = 12})
    else
      part(total, 'ink', 'solid')
      if not d.narrow then d:text(x + 8, y + H / 2, ('%s in all'):format(text), {size = 12}) end
    end
    if kernel == 'naive' and not d.narrow then d:text(left, y - 11, text, {size = 12, role = 'quiet'}) end
    y = y + H + (d.narrow and 62 or 46)
  end
end
