-- shapes.lua: a canvas, what stands where -> lanes, sectors, tiles and banks drawn on it.
-- The grammar of the drawings. Each shape means one thing, everywhere:
--
--   lane       a disc                          register   a square with a heavy foot
--   warp       lanes in a rounded frame        matrix     a panel with its name
--   word       a cell; 8 in a frame: a sector  tile       block: heavy, square corners
--   line       4 sectors between brackets                 warp: middling, round corners
--   banks      32 columns                                 thread: fine, corners cut off
--   barrier    a double rule with feet         SM         a double frame
--   copy       dashes with parcels on them     conflict   a cross in a disc
--   wait       an hour-glass                   axis, bar  time, and what takes it
--
-- All places are CSS pixels from the top left. Every shape hands back its box. chapters/grammar.md
-- shows them; the drawing of each there is its example.

local Canvas = require 'figures.canvas'

local box, n = Canvas.box, Canvas.number

local function with(o, more) return setmetatable(more, {__index = o}) end

-- f(i) or a value.
local function value(x, ...)
  if type(x) == 'function' then return x(...) end
  return x
end

-- role and tone of the i-th thing; a role that is nil leaves it empty.
local function dressed(o, ...)
  local role = value(o.role, ...)
  return {role = role or 'quiet', tone = value(o.tone, ...) or (role and 'hatch' or 'none'), weight = value(o.weight, ...)}
end

-- A lane: a disc with its number, if it is large enough and has one.
function Canvas:lane(cx, cy, r, o)
  o = o or {}
  local b = self:disc(cx, cy, r, with(o, {tone = o.tone or (o.role and 'hatch') or 'none', role = o.role or 'quiet'}))
  if o.n and r >= 9 then self:text(cx, cy, o.n, {anchor = 'middle', size = 11, over = true, on = o.tone == 'solid'}) end
  return b
end

-- A warp: 32 lanes in a rounded frame, in one row or in `rows`. x y w; role and tone of lane i
-- (0 to 31) by functions; numbers: 'ends' writes 0 and 31 beneath. Hands back .lanes[i].
function Canvas:warp(o)
  local rows = o.rows or 1
  local across = 32 // rows
  local pitch = (o.w - 6) / across
  local r, h = pitch / 2 - (pitch > 9 and 1 or 0.5), pitch * rows + 6
  local b = self:rect(o.x, o.y, o.w, h, {role = 'quiet', tone = 'none', weight = 1.5, round = 6})
  b.lanes = {}
  for i = 0, 31 do
    local d = dressed(o, i)
    b.lanes[i] = self:lane(o.x + 3 + (i % across + 0.5) * pitch, o.y + 3 + (i // across + 0.5) * pitch, r,
      with(d, {n = r >= 9 and i or nil}))
  end
  if o.numbers == 'ends' and r < 9 then
    self:text(b.lanes[0].x, b.bottom + 9, 'lane 0', {size = 11, role = 'quiet'})
    self:text(b.lanes[31].right, b.bottom + 9, '31', {size = 11, role = 'quiet', anchor = 'end'})
  end
  if o.label then self:text(o.x, o.y - 9, o.label) end
  return b
end

-- Words of memory in a row: cells, a frame around each 8 (a sector), brackets around each 32
-- (a line) if o.lines. x y n cell; h: height of a cell. role(i), tone(i) of word i from 0;
-- moved(s): is sector s moved? then it is washed, in role moves.
-- bare: only words and sectors that have a role, to lay over others. Hands back .word[i], .sector[s].
function Canvas:words(o)
  local h, cell = o.h or o.cell, o.cell
  local b = box(o.x, o.y, o.n * cell, h)
  b.word, b.sector = {}, {}
  for s = 0, (o.n - 1) // 8 do
    local count = math.min(8, o.n - 8 * s)
    b.sector[s] = box(o.x + 8 * s * cell, o.y, count * cell, h)
    if o.moved and o.moved(s) then
      local at = b.sector[s]
      self:rect(at.x, at.y, at.w, at.h, {role = value(o.moves or 'ink', s), tone = 'tint', weight = 0})
    end
  end
  for i = 0, o.n - 1 do
    b.word[i] = box(o.x + i * cell, o.y, cell, h)
    if i % 8 > 0 and not o.bare then self:rule(o.x + i * cell, o.y, o.x + i * cell, o.y + h, {role = 'quiet', weight = 0.5}) end
  end
  for i = 0, o.n - 1 do
    if value(o.role, i) then
      local at = b.word[i]
      self:rect(at.x, at.y, at.w, at.h, dressed(o, i))
    end
  end
  for s = 0, o.bare and -1 or #b.sector do
    local at = b.sector[s]
    self:rect(at.x, at.y, at.w, at.h, {tone = 'none'})
  end
  if o.lines then
    for l = 0, (o.n - 1) // 32 do
      local left, right = o.x + 32 * l * cell, o.x + math.min(32 * l + 32, o.n) * cell
      for _, x in ipairs{left, right} do self:rule(x, o.y - 4, x, o.y + h + 4, {weight = 2.5}) end
    end
  end
  return b
end

-- A sector: 8 words.
function Canvas:sector(o) return self:words(with(o, {n = 8})) end

-- The 32 banks of shared memory, as columns that the words asked for pile up in: x y w, h of a
-- word, levels. pile(b) is how many words bank b must deliver; each after the first is a
-- conflict. role: of the first. Hands back .bank[b].
function Canvas:banks(o)
  local w, h = o.w / 32, o.h
  local b = box(o.x, o.y, o.w, h * o.levels)
  b.bank = {}
  for i = 0, 31 do
    b.bank[i] = box(o.x + i * w, o.y, w, h * o.levels)
    self:rule(o.x + i * w, o.y, o.x + i * w, b.bottom, {role = 'quiet', weight = 0.5})
  end
  self:rule(b.right, o.y, b.right, b.bottom, {role = 'quiet', weight = 0.5})
  for level = 1, o.levels do
    for i = 0, 31 do
      if (o.pile and o.pile(i) or 0) >= level then
        self:rect(o.x + i * w, b.bottom - level * h, w, h, {role = level > 1 and 'conflict' or value(o.role, i) or 'B'})
      end
    end
  end
  self:rule(o.x, b.bottom, b.right, b.bottom, {weight = 2})
  if o.numbers ~= false then
    self:text(o.x, b.bottom + 9, 'bank 0', {size = 11, role = 'quiet'})
    self:text(b.right, b.bottom + 9, '31', {size = 11, role = 'quiet', anchor = 'end'})
  end
  return b
end

-- Registers of a thread: cells with a heavy foot. x y rows cols cell; role(r, c), tone(r, c) from
-- 0; name: written above. Hands back .at[r][c].
function Canvas:registers(o)
  local b = box(o.x, o.y, o.cols * o.cell, o.rows * o.cell)
  b.at = {}
  for r = 0, o.rows - 1 do
    b.at[r] = {}
    for c = 0, o.cols - 1 do
      b.at[r][c] = self:rect(o.x + c * o.cell + 1, o.y + r * o.cell + 1, o.cell - 2, o.cell - 2, dressed(o, r, c))
    end
  end
  for r = 0, o.rows - 1 do
    for c = 0, o.cols - 1 do
      local at = b.at[r][c]
      self:rule(at.x, at.bottom, at.right, at.bottom, {weight = o.cell < 12 and 1.2 or 2})
    end
  end
  if o.name then self:text(o.x, o.y - 9, o.name, {code = true, size = 12}) end
  return b
end

-- A matrix of rows x cols elements: x y w h, name, role. box.at(r, c, rows, cols) is a part of it.
function Canvas:matrix(o)
  local b = self:rect(o.x, o.y, o.w, o.h, {role = o.role or 'quiet', tone = 'none', weight = 1})
  function b.at(r, c, rows, cols)
    return box(o.x + c * o.w / o.cols, o.y + r * o.h / o.rows, (cols or 1) * o.w / o.cols, (rows or 1) * o.h / o.rows)
  end
  if o.name then
    self:text(o.x + 1, o.y - 10, o.name, {bold = true, role = o.role, size = 14})
  end
  return b
end

local TILES = {block = {weight = 3}, warp = {weight = 2, round = 5}, thread = {weight = 1.2, cut = 3}}

-- The tile of a block, a warp or a thread, at a box. o: role, tone, dash, label (inside, at the top).
function Canvas:tile(at, kind, o)
  o = o or {}
  local style = TILES[kind] or self:fail('there is no tile %s; there are block, warp and thread', kind)
  local b = self:rect(at.x, at.y, at.w, at.h, with(o, {weight = style.weight, round = style.round, cut = style.cut,
    tone = o.tone or (o.role and 'hatch') or 'none', role = o.role or 'ink'}))
  if o.label then self:text(at.x + at.w / 2, at.y + 11, o.label, {anchor = 'middle', size = o.size}) end
  return b
end

-- Fine lines that part a box into rows and columns.
function Canvas:grid(at, rows, cols, o)
  o = with(o or {}, {role = o and o.role or 'quiet', weight = o and o.weight or 0.5})
  for r = 1, rows - 1 do self:rule(at.x, at.y + r * at.h / rows, at.x + at.w, at.y + r * at.h / rows, o) end
  for c = 1, cols - 1 do self:rule(at.x + c * at.w / cols, at.y, at.x + c * at.w / cols, at.y + at.h, o) end
  return box(at.x, at.y, at.w, at.h)
end

-- Where a straight line from the middle of a box to a point leaves the box.
local function edge(b, x, y, gap)
  if not b.w then return b[1] or b.x, b[2] or b.y end
  local cx, cy = b.x + b.w / 2, b.y + b.h / 2
  local dx, dy = x - cx, y - cy
  if dx == 0 and dy == 0 then return cx, cy end
  local t = math.min(dx ~= 0 and (b.w / 2 + gap) / math.abs(dx) or math.huge, dy ~= 0 and (b.h / 2 + gap) / math.abs(dy) or math.huge)
  return cx + t * dx, cy + t * dy
end

local function middle(b) return b.w and b.x + b.w / 2 or b[1] or b.x, b.w and b.y + b.h / 2 or b[2] or b.y end

local function ends(from, to, gap)
  local fx, fy = middle(from)
  local tx, ty = middle(to)
  local x1, y1 = edge(from, tx, ty, gap)
  local x2, y2 = edge(to, fx, fy, gap)
  return x1, y1, x2, y2
end

local function label_at(self, x1, y1, x2, y2, o)
  if not o.label then return end
  local level = math.abs(x2 - x1) > math.abs(y2 - y1)
  self:text((x1 + x2) / 2 + (level and 0 or 7), (y1 + y2) / 2 - (level and 10 or 0), o.label,
    {anchor = level and 'middle' or 'start', size = o.size or 12, role = o.role})
end

-- An arrow between boxes or points {x, y}. o: role, weight, dash, label, gap.
function Canvas:arrow(from, to, o)
  o = o or {}
  local x1, y1, x2, y2 = ends(from, to, o.gap or 2)
  local length = math.max(math.sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2), 0.1)
  local ux, uy, a = (x2 - x1) / length, (y2 - y1) / length, math.min(o.head or 7, length)
  self:rule(x1, y1, x2 - ux * a * 0.7, y2 - uy * a * 0.7, with(o, {weight = o.weight or 1.5}))
  local hx, hy = x2 - ux * a, y2 - uy * a
  self:path(('M%s %sL%s %sL%s %sz'):format(n(x2), n(y2), n(hx - uy * a * 0.45), n(hy + ux * a * 0.45),
    n(hx + uy * a * 0.45), n(hy - ux * a * 0.45)), math.min(x2, hx), math.min(y2, hy), math.abs(x2 - hx), math.abs(y2 - hy),
    {role = o.role, tone = 'solid', weight = 0})
  label_at(self, x1, y1, x2, y2, o)
  return box(math.min(x1, x2), math.min(y1, y2), math.abs(x2 - x1), math.abs(y2 - y1))
end

-- A copy in flight: an arrow of dashes with parcels on it. o: role, label, parcels (2).
function Canvas:copy(from, to, o)
  o = o or {}
  local x1, y1, x2, y2 = ends(from, to, o.gap or 2)
  local b = self:arrow(from, to, with(o, {dash = '3 3'}))
  local count = o.parcels or 2
  for i = 1, count do
    local t = i / (count + 1)
    self:rect(x1 + t * (x2 - x1) - 4, y1 + t * (y2 - y1) - 4, 8, 8, {role = o.role or 'quiet', tone = 'solid', weight = 0})
  end
  return b
end

-- A brace along x1 … x2 at y, opening upwards (side 'below', the default) or downwards ('above').
function Canvas:brace(x1, x2, y, o)
  o = o or {}
  local s, q = o.side == 'above' and -1 or 1, math.min(6, (x2 - x1) / 4)
  local m = (x1 + x2) / 2
  self:path(('M%s %sq0 %s %s %sH%sq%s 0 %s %sq0 %s %s %sH%sq%s 0 %s %s'):format(n(x1), n(y), n(s * q), n(q), n(s * q),
    n(m - q), n(q), n(q), n(s * q), n(-s * q), n(q), n(-s * q), n(x2 - q), n(q), n(q), n(-s * q)),
    x1, s > 0 and y or y - 2 * q, x2 - x1, 2 * q, {role = o.role, tone = 'none', weight = 1.2})
  if o.label then
    self:text(m, y + s * (2 * q + 9), o.label, {anchor = 'middle', size = o.size or 12, role = o.role, bold = o.bold})
  end
  return box(x1, s > 0 and y or y - 2 * q, x2 - x1, 2 * q + (o.label and 16 or 0))
end

-- The same along y1 … y2 at x; side 'right' (the default) or 'left' of x.
function Canvas:brace_down(y1, y2, x, o)
  o = o or {}
  local s, q = o.side == 'left' and -1 or 1, math.min(6, (y2 - y1) / 4)
  local m = (y1 + y2) / 2
  self:path(('M%s %sq%s 0 %s %sV%sq0 %s %s %sq%s 0 %s %sV%sq0 %s %s %s'):format(n(x), n(y1), n(s * q), n(s * q), n(q),
    n(m - q), n(q), n(s * q), n(q), n(-s * q), n(-s * q), n(q), n(y2 - q), n(q), n(-s * q), n(q)),
    s > 0 and x or x - 2 * q, y1, 2 * q, y2 - y1, {role = o.role, tone = 'none', weight = 1.2})
  if o.label then
    self:text(x + s * (2 * q + 5), m, o.label, {anchor = s > 0 and 'start' or 'end', size = o.size or 12, role = o.role})
  end
  return box(s > 0 and x or x - 2 * q, y1, 2 * q, y2 - y1)
end

-- A barrier from one point to another, level or upright: nobody passes before all are there.
function Canvas:barrier(x1, y1, x2, y2, o)
  o = o or {}
  local role = o.role or 'ink'
  local upright = x1 == x2
  for _, d in ipairs{-1.8, 1.8} do
    if upright then self:rule(x1 + d, y1, x1 + d, y2, {role = role, weight = 1.6})
    else self:rule(x1, y1 + d, x2, y1 + d, {role = role, weight = 1.6}) end
  end
  for _, at in ipairs{{x1, y1}, {x2, y2}} do
    if upright then self:rule(at[1] - 6, at[2], at[1] + 6, at[2], {role = role, weight = 1.6})
    else self:rule(at[1], at[2] - 6, at[1], at[2] + 6, {role = role, weight = 1.6}) end
  end
  if o.label and upright then self:text(x1, y1 - 9, o.label, {anchor = 'middle', size = 12})
  elseif o.label then self:text(x2, y1 - 12, o.label, {anchor = 'end', size = 12}) end
  return box(math.min(x1, x2) - 2, math.min(y1, y2) - 2, math.abs(x2 - x1) + 4, math.abs(y2 - y1) + 4)
end

-- Two things want what only one can have.
function Canvas:conflict(cx, cy, o)
  local r = o and o.r or 7
  local d = r * 0.45
  self:disc(cx, cy, r, {role = 'conflict', tone = 'paper', weight = 1.8})
  return self:path(('M%s %sL%s %sM%s %sL%s %s'):format(n(cx - d), n(cy - d), n(cx + d), n(cy + d), n(cx - d), n(cy + d),
    n(cx + d), n(cy - d)), cx - r, cy - r, 2 * r, 2 * r, {role = 'conflict', tone = 'none', weight = 1.8})
end

-- Somebody waits.
function Canvas:wait(cx, cy, o)
  local r = o and o.r or 7
  local a = r * 0.65
  return self:path(('M%s %sh%sl%s %sh%sz'):format(n(cx - a), n(cy - r), n(2 * a), n(-2 * a), n(2 * r), n(2 * a)), cx - r, cy - r, 2 * r, 2 * r,
    {role = 'wait', tone = 'solid', weight = 1.2})
end

-- A streaming multiprocessor, or another unit of the chip: a double frame. o: x y w h label role.
function Canvas:sm(o)
  self:rect(o.x, o.y, o.w, o.h, {role = o.role or 'ink', tone = 'none', weight = 1, round = 3})
  local b = self:rect(o.x + 3, o.y + 3, o.w - 6, o.h - 6, {role = o.role or 'ink', tone = o.tone or 'none', weight = 1, round = 2})
  if o.label then self:text(o.x + 9, o.y + 14, o.label, {size = o.size or 12, bold = true}) end
  return b
end

-- A block of threads where it stands by itself, not over C: a heavy frame. o: x y w h label role.
function Canvas:block(o)
  local b = self:rect(o.x, o.y, o.w, o.h, {role = o.role or 'ink', tone = o.tone or 'none', weight = 3})
  if o.label then self:text(o.x + 8, o.y + 12, o.label, {size = o.size or 12}) end
  return b
end

-- Time, left to right: x y w, from, to, unit, step. axis.at(t) is its place.
function Canvas:axis(o)
  local from = o.from or 0
  local b = box(o.x, o.y, o.w, 0)
  function b.at(t) return o.x + (t - from) / (o.to - from) * o.w end
  self:arrow({o.x, o.y}, {o.x + o.w, o.y}, {role = 'quiet', gap = 0})
  if o.step then
    local t = from
    while t <= o.to + 1e-9 do
      local x = b.at(t)
      if x < o.x + o.w - 12 or not o.unit then
        self:rule(x, o.y, x, o.y + 4, {role = 'quiet'})
        self:text(x, o.y + 13, ('%g'):format(t), {anchor = x < o.x + 8 and 'start' or 'middle', size = 11, role = 'quiet'})
      end
      t = t + o.step
    end
  end
  if o.unit then self:text(o.x + o.w, o.y + (o.step and 13 or 12), o.unit, {anchor = 'end', size = 11, role = 'quiet'}) end
  return b
end

-- What takes time, from t1 to t2 of an axis, at y, h high. o: role, tone, label.
function Canvas:bar(axis, t1, t2, y, h, o)
  o = o or {}
  local x1, x2 = axis.at(t1), axis.at(t2)
  local b = self:rect(x1, y, x2 - x1, h, with(o, {role = o.role or 'quiet', round = o.round or 2}))
  if o.label then self:text((x1 + x2) / 2, y + h / 2, o.label, {anchor = 'middle', size = o.size or 12}) end
  return b
end

-- What stands for what: items {role, tone, text} or {glyph = 'wait' | 'conflict', text}, flowing from
-- x y in lines no wider than w.
function Canvas:key(x, y, w, items)
  local at_x, at_y = x, y
  for _, item in ipairs(items) do
    local wide = 20 + self:measure(item.text, {size = 12}) + 16
    if at_x > x and at_x + wide - 16 > x + w then at_x, at_y = x, at_y + 20 end
    if item.glyph then self[item.glyph](self, at_x + 7, at_y + 8)
    else self:rect(at_x, at_y + 1, 14, 14, {role = item.role, tone = item.tone}) end
    self:text(at_x + 20, at_y + 8, item.text, {size = 12})
    at_x = at_x + wide
  end
  return box(x, y, w, at_y + 18 - y)
end

return Canvas
