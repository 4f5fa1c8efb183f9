-- Operations in a cycle as an area: how many a tensor core does in a cycle in which it is busy, high,
-- and in how many of the cycles it is, wide; of the library and of the last kernel.
local draw = ...
local PANELS = {{name = 'the library', kernel = 'cublas', role = 'quiet'}, {name = 'pipelined', kernel = 'pipelined', role = 'C'}}
for _, panel in ipairs(PANELS) do
  local of = {kernel = panel.kernel}
  panel.busy = draw.value('tensor_busy', of)
  panel.rate = draw.value('flops_per_busy_cycle', of)
  panel.rate_text = draw.number('flops_per_busy_cycle', {kernel = panel.kernel, digits = 4})
  panel.busy_text = draw.number('tensor_busy', {kernel = panel.kernel, digits = 2})
  panel.all_text = draw.number('flops_per_cycle', {kernel = panel.kernel, digits = 3})
end

return function(d)
  local gap = d.narrow and 16 or 40
  local w = (d.width - gap - 2) / 2
  local top, high = 30, d.narrow and 120 or 150
  local most = PANELS[1].rate
  for i, panel in ipairs(PANELS) do
    local x = 1 + (i - 1) * (w + gap)
    local bottom = top + high
    d:rect(x, top, w, high, {role = 'quiet', tone = 'none', dash = '3 3'})
    local h, wide = high * panel.rate / most, w * panel.busy / 100
    d:rect(x, bottom - h, wide, h, {role = panel.role, weight = 2})
    d:text(x, top - 16, panel.name, {bold = true})
    d:text(x + wide / 2, bottom - h / 2 - 3, panel.all_text, {anchor = 'middle', bold = true})
    d:text(x + wide / 2, bottom - h / 2 + 15, 'in every cycle', {anchor = 'middle', size = 12})
    d:text(x + 8, bottom - h + 14, panel.rate_text .. ' when busy', {size = 12})
    d:brace(x, x + wide, bottom + 3, {label = d.narrow and 'busy ' .. panel.busy_text or 'busy in ' .. panel.busy_text .. ' of the cycles'})
  end
end
