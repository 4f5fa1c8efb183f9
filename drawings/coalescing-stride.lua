-- A warp whose lanes are a stride apart, over memory laid out so that each row is a line and each
-- column a bank: the words, sectors and lines that it touches, and the queue before each bank. Where
-- lines lie further apart than the drawing is high, only those that it touches are drawn.
-- Beside it what a request took, by the probe of coalescing.cu.
local draw = ...

local BANKS, SECTOR, LANES = 32, 8, 32
local TAGS = 4                                   -- lines that the tag stage looks up at a time
local POWERS, ODD, ROW = 'coalescing.power-of-two', 'coalescing.a-float-more', 'coalescing.a-row'
local STEPS = {{1, POWERS}, {2, POWERS}, {3, ODD}, {4, POWERS}, {8, POWERS}, {16, POWERS}, {32, POWERS}, {33, ODD}, {4092, ROW}}
local KEYS, OPENS = {[1] = true, [2] = true, [32] = true, [33] = true, [4092] = true}, 32

-- What 32 lanes touch: words by place, the queue of each bank and how many banks have one, sectors and
-- lines. A line's place is its number or, where some are left out, its place among those touched.
local function touched(stride)
  local t = {words = {}, queue = {}, sectors = {}, lines = {}, sector_count = 0, line_count = 0, bank_count = 0, most = 0}
  t.sparse = (LANES - 1) * stride // BANKS >= LANES
  for lane = 0, LANES - 1 do
    local at = lane * stride
    local bank, sector, line = at % BANKS, at // SECTOR, at // BANKS
    if not t.queue[bank] then t.queue[bank] = 0; t.bank_count = t.bank_count + 1 end
    t.queue[bank] = t.queue[bank] + 1
    if not t.lines[line] then
      t.lines[line] = t.sparse and t.line_count or line
      t.line_count = t.line_count + 1
    end
    t.words[#t.words + 1] = {line = t.lines[line], bank = bank, place = t.queue[bank]}
    t.most = math.max(t.most, t.queue[bank])
    if not t.sectors[sector] then
      t.sectors[sector] = {line = t.lines[line], first = sector * SECTOR % BANKS}
      t.sector_count = t.sector_count + 1
    end
  end
  t.tags = (t.line_count + TAGS - 1) // TAGS
  return t
end

local function many(n, one) return ('%d %s%s'):format(n, one, n == 1 and '' or 's') end

local function caption(stride, t, measured)
  local queue = t.most == 1 and 'each bank has one lane to serve'
    or t.bank_count == 1 and ('all %d lanes want one bank'):format(LANES)
    or ('each of %d banks has %d lanes to serve'):format(t.bank_count, t.most)
  local verdict = t.most >= t.tags and ('the data stage takes %s'):format(many(t.most, 'wavefront'))
    or ('the tag stage needs at least %s for %s'):format(many(t.tags, 'tag wavefront'), many(t.line_count, 'line'))
  return ('Stride %d%s: %s in %s; %s, and %s. Measured: %s a request.'):format(stride,
    t.sparse and ', from row to row of the naive A (lines between are left out)' or '', many(t.sector_count, 'sector'),
    many(t.line_count, 'line'), queue, verdict, measured)
end

return function(d)
  local rows, cell_h, per_word = LANES, d.narrow and 7 or 8, 2
  local left = d.narrow and 13 or 15
  local cell = d.narrow and 10.4 or 14
  local top = 46
  local grid = {x = left, y = top, w = BANKS * cell, h = rows * cell_h}
  local right, bottom = grid.x + grid.w, grid.y + grid.h
  d:text(left, 7, 'memory: a row is a line, a column is a bank', {size = d.narrow and 12 or 13})
  d:text(left, top - 11, 'bank 0', {size = 11, role = 'quiet'})
  d:text(right, top - 11, '31', {size = 11, role = 'quiet', anchor = 'end'})
  d:brace(left + SECTOR * cell, left + 2 * SECTOR * cell, top - 4, {side = 'above'})
  d:text(left + 1.5 * SECTOR * cell, top - 20, 'a sector', {size = 11, anchor = 'middle', role = 'quiet', over = true})
  d:grid(grid, rows, 1, {weight = 0.4})
  d:grid(grid, 1, BANKS // SECTOR, {weight = 1.2})
  d:rect(grid.x, grid.y, grid.w, grid.h, {role = 'quiet', tone = 'none', weight = 1.2})
  local queue = bottom + 24
  d:text(left, bottom + 13, 'lanes that want each bank', {size = d.narrow and 12 or 13})
  d:rule(left, queue, right, queue, {weight = 2})
  d:height(queue + LANES * per_word + (d.narrow and 84 or 4))

  for _, step in ipairs(STEPS) do
    local stride, t = step[1], touched(step[1])
    local measured = draw.number(("probe '%s' {size=%d}"):format(step[2], 4 * stride))
    d:step(caption(stride, t, measured), function()
      for _, sector in pairs(t.sectors) do
        d:rect(left + sector.first * cell, top + sector.line * cell_h, SECTOR * cell, cell_h, {role = 'B', tone = 'tint', weight = 0})
      end
      for _, w in ipairs(t.words) do
        d:rect(left + w.bank * cell + 1, top + w.line * cell_h + 1, cell - 2, cell_h - 2,
          {role = w.place == 1 and 'B' or 'conflict', tone = w.place == 1 and 'solid' or 'hatch'})
      end
      for bank = 0, BANKS - 1 do
        local n = t.queue[bank] or 0
        if n > 0 then d:rect(left + bank * cell + 1.5, queue, cell - 3, per_word, {role = 'B', tone = 'solid'}) end
        if n > 1 then
          d:rect(left + bank * cell + 1.5, queue + per_word, cell - 3, (n - 1) * per_word, {role = 'conflict'})
        end
      end
      local lines = {many(t.sector_count, 'sector'), many(t.line_count, 'line'),
        'data: ' .. many(t.most, 'wavefront'), ('tags: at least %d'):format(t.tags)}
      if d.narrow then
        local y = queue + LANES * per_word + 18
        d:text(left, y, ('stride %d'):format(stride), {bold = true})
        d:text(left + 96, y, lines[1] .. ', ' .. lines[2], {size = 12})
        d:text(left + 96, y + 20, lines[3], {size = 12})
        d:text(left + 96, y + 38, lines[4], {size = 12})
        d:text(left + 96, y + 56, 'measured: ' .. measured, {size = 12, bold = true})
      else
        local x = right + 24
        d:text(x, top + 14, ('stride %d'):format(stride), {bold = true, size = 16})
        for i, line in ipairs(lines) do d:text(x, top + 22 + 24 * i, line) end
        d:text(x, top + 22 + 24 * 5 + 8, 'measured:', {})
        d:text(x, top + 22 + 24 * 6 + 8, measured, {bold = true, size = 16})
      end
    end, {key = KEYS[stride], open = stride == OPENS})
  end
end
