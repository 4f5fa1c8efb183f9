-- The cycles of a step of the naive kernel beside the wavefronts that the data stage of L1 counted for
-- it, at three sizes.
local draw = ...
local SIZES = {4096, 4092, 1000}

local function of(what, n, digits) return draw.number(('%s{n=%d}'):format(what, n), {digits = digits}) end

return function(d)
  local left, H = d.narrow and 0 or 84, d.narrow and 17 or 18
  local room = d:measure('00.0 wavefronts', {size = 12}) + 8
  local longest = draw.value(('cycles_per_step{n=%d}'):format(SIZES[1]))
  local per = (d.width - left - room) / longest
  local y = 2
  for _, n in ipairs(SIZES) do
    if d.narrow then
      d:text(0, y + 7, ('n = %d'):format(n), {bold = true, size = 12})
      y = y + 18
    else
      d:text(0, y + H, ('n = %d'):format(n), {bold = true})
    end
    local function bar(what, tone, label, digits)
      local text, value = of(what, n, digits)
      local w = value * per
      d:rect(left, y, w, H - 2, {role = 'ink', tone = tone, weight = 0.7})
      d:text(left + w + 7, y + H / 2 - 1, label:format(text), {size = 12})
      y = y + H
    end
    bar('cycles_per_step', 'solid', '%s cycles', 3)
    bar('data_per_step', 'tint', '%s wavefronts', n == 4096 and 3 or 2)
    y = y + (d.narrow and 8 or 12)
  end
end
