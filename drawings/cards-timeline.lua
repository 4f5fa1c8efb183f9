-- One of two cards along time: its copies, and its products, in four ways; the order is that of code/cards.cu, and all
-- lengths are invented. A product of all is 8 long, copying all takes 3.
local COPY, ALL = 3, 8

return function(d)
  local narrow = d.narrow
  local left = narrow and 62 or 92
  local span = COPY + ALL + 0.4
  local w = d.width - left - 4
  local h, small = narrow and 17 or 19, narrow and 11 or 12
  local function at(t) return left + t / span * w end
  local function box(y, from, to, o, text)
    d:rect(at(from) + 0.5, y, at(to) - at(from) - 1, h, o)
    if text then d:text((at(from) + at(to)) / 2, y + h / 2, text, {anchor = 'middle', size = 11, on = o.tone == 'solid'}) end
  end
  local copies, products, own = {role = 'B', tone = 'tint'}, {role = 'A', tone = 'hatch'}, {role = 'A', tone = 'solid'}
  local function panel(y, name, copied, made, plain)
    d:text(0, y, name, {code = not plain, size = 12})
    local top = y + 13
    d:text(0, top + h / 2, 'copies', {size = small})
    d:text(0, top + h + 5 + h / 2, 'products', {size = small})
    for _, line in ipairs{top + h + 2, top + 2 * h + 7} do d:rule(left, line, d.width - 4, line, {role = 'quiet', weight = 0.4}) end
    local last = 0
    for _, c in ipairs(copied) do box(top, c[1], c[2], copies, c[3]) end
    for _, m in ipairs(made) do
      box(top + h + 5, m[1], m[2], m.own and own or products, m[3])
      last = m[2]
    end
    d:rule(at(last), top - 3, at(last), top + 2 * h + 9, {weight = 1.4, dash = '3 3'})
    return top + 2 * h + 26
  end
  local y = 8
  y = panel(y, 'gather-1', {{0, COPY}}, {{COPY, COPY + ALL}})
  local copied, made, c, m = {}, {}, COPY / 4, ALL / 4
  for i = 0, 3 do
    copied[#copied + 1] = {i * c, (i + 1) * c}
    made[#made + 1] = {c + i * m, c + (i + 1) * m}
  end
  y = panel(y, narrow and 'in four chunks' or 'in four chunks, if nothing else changes', copied, made, true)
  y = panel(y, 'own-first-1', {{0, COPY}}, {{0, ALL / 2, own = true}, {ALL / 2, ALL}})
  local piece, sent = ALL / 4, COPY / 2
  y = panel(y, 'own-last-2', {{piece, piece + sent}, {2 * piece, 2 * piece + sent}},
    {{0, piece}, {piece, 2 * piece}, {2 * piece, 3 * piece, own = true}, {3 * piece, 4 * piece, own = true}})
  d:text(left, y - 6, 'time', {size = 11, role = 'quiet'})
  d:arrow({left + 30, y - 6}, {left + 90, y - 6}, {role = 'quiet', gap = 0})
  d:key(0, y + 8, d.width, {{role = 'B', tone = 'tint', text = 'copies'}, {role = 'A', tone = 'solid', text = 'products with own rows only'},
    {role = 'A', tone = 'hatch', text = 'other products'}})
end
