-- A, B and C of a product on two cards, by the two ways to divide them; proportions are invented, the places are
-- those of new_gather() and new_scatter() of code/cards.cu.
local CARDS = {{role = 'A', tone = 'hatch'}, {role = 'B', tone = 'tint'}}

return function(d)
  local narrow = d.narrow
  local side = narrow and 66 or 74
  local gap = narrow and 30 or 30
  local wide = 3 * side + 2 * gap
  -- A square in two halves, each one card's: `across` cuts rows, else columns.
  local function halves(x, y, name, across, o)
    o = o or {}
    d:text(x, y - 10, name, {bold = true})
    for p = 0, 1 do
      local c = CARDS[p + 1]
      local from = p * side / 2
      if across then d:rect(x, y + from, side, side / 2, {role = c.role, tone = c.tone})
      else d:rect(x + from, y, side / 2, side, {role = c.role, tone = c.tone}) end
    end
    if o.note then d:text(x + side / 2, y + side + 12, o.note, {anchor = 'middle', size = 11}) end
  end
  local function panel(x, y, head, cuts, notes)
    d:text(x, y + 6, head, {bold = true})
    local top = y + 40
    for i, name in ipairs{'A', 'B', 'C'} do
      local at = x + (i - 1) * (side + gap)
      halves(at, top, name, cuts[i], {note = notes[i]})
      if i < 3 then d:text(at + side + gap / 2, top + side / 2, i == 1 and '×' or '=', {anchor = 'middle', size = 15}) end
    end
    return top + side + 20
  end
  local x2, y2 = narrow and 0 or d.width - wide - 6, 0
  local bottom = panel(4, 0, 'gather', {true, false, false}, {'rows', 'columns', 'columns'})
  if narrow then y2 = bottom + 14 end
  bottom = panel(narrow and 4 or x2, y2, 'scatter', {false, true, true}, {'values of k', 'values of k', 'rows'})
  d:key(0, bottom + 12, d.width, {{role = 'A', tone = 'hatch', text = 'card 0'}, {role = 'B', tone = 'tint', text = 'card 1'}})
end
