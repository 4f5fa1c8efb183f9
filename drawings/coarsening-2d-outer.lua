-- The outer product of one thread, step by step: a column of its rows of As, a row of its columns
-- of Bs, and each times each. Counts of elements loaded and multiply-adds as they grow.
local draw = ...
local c = draw.constants{of = 'coarsening-2d', kernel = '8x8'}
local LOADS, FMAS = c.TM + c.TN, c.TM * c.TN

-- What stands at one moment: k, and whether A, B and the products of this k are there.
local MOMENTS = {
  {k = 0, a = true, caption = ('k = 0: %d elements of A come from shared memory into registers, one from each of the '
    .. 'thread’s rows.'):format(c.TM)},
  {k = 0, a = true, b = true, caption = ('%d elements of B follow, one from each of the thread’s columns. So k = 0 needs '
    .. '%d elements.'):format(c.TN, LOADS)},
  {k = 0, a = true, b = true, c = true, caption = ('Each element of A is multiplied with each element of B: this makes %d multiply-adds, into %d accumulators that stay '
    .. 'where they are.'):format(FMAS, FMAS)},
}
for _, k in ipairs{1, 2, c.BK - 1} do
  MOMENTS[#MOMENTS + 1] = {k = k, a = true, b = true, c = true,
    caption = ('k = %d takes the next column of A and the next row of B, but the same accumulators. So far there are %d '
      .. 'elements and %d multiply-adds.'):format(k, (k + 1) * LOADS, (k + 1) * FMAS)}
end
MOMENTS[#MOMENTS].caption = ('k = %d ends the tile, which has taken %d elements for %d multiply-adds: one element for every %g multiply-adds.'):format(
  c.BK - 1, c.BK * LOADS, c.BK * FMAS, FMAS / LOADS)

return function(d)
  local room, gap = d.narrow and d.width or d.width * 0.64, d.narrow and 9 or 14
  local s = (room - 2 * gap - 4) / (c.BK + 1 + c.TN)
  local x1, x2 = 2 + c.BK * s + gap, 2 + (c.BK + 1) * s + 2 * gap
  local y0 = 22
  local y1, y2 = y0 + c.BK * s + gap, y0 + (c.BK + 1) * s + 2 * gap
  local a, b = {x = 2, y = y2, w = c.BK * s, h = c.TM * s}, {x = x2, y = y0, w = c.TN * s, h = c.BK * s}
  d:rect(a.x, a.y, a.w, a.h, {role = 'A', tone = 'tint'})
  d:grid(a, c.TM, c.BK)
  d:rect(b.x, b.y, b.w, b.h, {role = 'B', tone = 'tint'})
  d:grid(b, c.BK, c.TN)
  local a_k = d:registers{x = x1, y = y2, rows = c.TM, cols = 1, cell = s}
  local b_k = d:registers{x = x2, y = y1, rows = 1, cols = c.TN, cell = s}
  local acc = d:registers{x = x2, y = y2, rows = c.TM, cols = c.TN, cell = s}
  d:text(2, y2 - 12, d.narrow and 'its rows of As' or 'the thread’s rows of As', {role = 'A', size = 12})
  d:text(x2 + c.TN * s / 2, y0 - 12, 'its columns of Bs', {role = 'B', size = 12, anchor = 'middle'})
  local low = y2 + c.TM * s
  d:text(x1 + s / 2, low + 12, 'a_k', {code = true, size = 12, role = 'A', anchor = 'middle'})
  d:text(x2 + c.TN * s / 2, low + 12, 'acc', {code = true, size = 12, role = 'C', anchor = 'middle'})
  d:text(x1 - 3, y1 + s / 2, 'b_k', {code = true, size = 12, role = 'B', anchor = 'end'})
  d:text(2, low + 12, 'k →', {code = true, size = 12, role = 'quiet'})

  -- Bars as long as what they count.
  local bx, by = d.narrow and 2 or x2 + c.TN * s + 36, d.narrow and low + 34 or y2
  local full, high = d.width - bx - 2, 16
  local function bar(y, label, role, count, most)
    d:text(bx, y, ('%s: %d'):format(label, count), {size = 12, role = role})
    if count > 0 then d:rect(bx, y + 10, math.max(full * count / most, 1), high, {role = role}) end
  end
  local most = c.BK * FMAS
  for _, y in ipairs{by + 10, by + 60} do
    d:rect(bx, y, full, high, {role = 'quiet', tone = 'none', weight = 0.7, dash = '2 3'})
  end
  for step, m in ipairs(MOMENTS) do
    d:step(m.caption, function()
      d:rect(a.x + m.k * s, a.y, s, a.h, {role = 'A', tone = m.a and 'solid' or 'hatch'})
      if m.b then d:rect(b.x, b.y + m.k * s, b.w, s, {role = 'B', tone = 'solid'}) end
      for i = 0, c.TM - 1 do
        local at = a_k.at[i][0]
        d:rect(at.x, at.y, at.w, at.h, {role = 'A', tone = 'solid', weight = 0})
      end
      if m.b then
        for j = 0, c.TN - 1 do
          local at = b_k.at[0][j]
          d:rect(at.x, at.y, at.w, at.h, {role = 'B', tone = 'solid', weight = 0})
        end
        d:arrow({b_k.cx, b.y + (m.k + 1) * s}, {b_k.cx, b_k.y}, {role = 'B', gap = 1})
      end
      d:arrow({a.x + (m.k + 1) * s, a_k.cy}, {a_k.x, a_k.cy}, {role = 'A', gap = 1})
      for i = 0, c.TM - 1 do
        for j = 0, c.TN - 1 do
          local at = acc.at[i][j]
          if m.c then d:rect(at.x, at.y, at.w, at.h, {role = 'C', tone = 'solid', weight = 0}) end
        end
      end
      local loads = m.k * LOADS + (m.a and c.TM or 0) + (m.b and c.TN or 0)
      local fmas = m.k * FMAS + (m.c and FMAS or 0)
      bar(by, 'elements loaded', 'A', loads, most)
      bar(by + 50, 'multiply-adds', 'C', fmas, most)
    end, {key = step == 3 or step == #MOMENTS, open = step == #MOMENTS})
  end
end
