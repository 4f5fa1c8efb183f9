-- Two blocks for one slot, each by itself and as a pair of a cluster: what each brings from L2, where it comes to
-- lie, and what the barriers of both count; as bring_tiles() and give_back() of code/hopper.cu do it.
local draw = ...
local parts = draw.require 'hopper-parts'
local k = parts.slot_of 'hopper'
local BLOCKS, BOXES = k.CLUSTER, k.BN // 64
local HALF = k.B // BLOCKS
local kib = parts.kib
local function bare(bytes) return ('%d'):format(bytes // 1024) end

if BLOCKS ~= 2 then error({message = 'drawings/hopper-cluster.lua: it can draw pairs of blocks, and no other clusters'}, 0) end

-- The tone of what a block brings of B.
local TONES = {[0] = 'hatch', 'solid'}

return function(d)
  local small = d.narrow and 11 or 12
  local gap = d.narrow and 18 or 40
  local w = (d.width - gap - 2) / 2

  -- A panel from y down; pair: as a cluster. Hands back where it ends.
  local function panel(y, pair)
    local each = k.A + (pair and HALF or k.B)
    d:text(0, y + 8, pair and 'a pair' or 'each block by itself', {bold = true, size = 14})
    d:text(d.width, y + 8, ('%d × %s = %s from L2'):format(BLOCKS, kib(each), kib(BLOCKS * each)), {bold = true, anchor = 'end', size = d.narrow and 12 or 13})
    local l2 = d:rect(1, y + 24, d.width - 2, 24, {role = 'quiet', tone = 'tint', weight = 1})
    d:text(d.width / 2, l2.cy, 'L2', {anchor = 'middle', size = 12, plain = true})
    local between = pair and 84 or 56
    local top = l2.bottom + between
    local blocks = {}
    for b = 0, BLOCKS - 1 do
      local x = 1 + b * (w + gap)
      local frame = d:block{x = x, y = top, w = w, h = 118}
      d:text(x + 8, top + 106, ('block %d, one slot: %s'):format(b, kib(k.SIZE)), {size = small})
      local aw = (w - 28) * 0.26
      local a = d:rect(x + 8, top + 22, aw, 68, {role = 'A', tone = TONES[b]})
      local bx, bw = a.right + 12, w - 28 - aw
      local one = bw / BOXES
      for i = 0, BOXES - 1 do
        for half = 0, BLOCKS - 1 do
          d:rect(bx + i * one, top + 22 + half * 68 / BLOCKS, one, 68 / BLOCKS, {role = 'B', tone = TONES[pair and half or b], weight = 0.6})
        end
        d:rect(bx + i * one, top + 22, one, 68, {tone = 'none', weight = 1.6})
      end
      if pair then
        for half = 0, BLOCKS - 1 do
          local deep = k.BK // BLOCKS
          local text = (d.narrow and 'k %d–%d' or 'k = %d to %d'):format(half * deep, half * deep + deep - 1)
          local wide, middle = d:measure(text, {size = small, bold = true}), top + 22 + (half + 0.5) * 68 / BLOCKS
          if half == 1 then d:rect(bx + bw / 2 - wide / 2 - 2, middle - 9, wide + 4, 18, {role = 'B', tone = 'solid', weight = 0}) end
          d:text(bx + bw / 2, middle, text, {anchor = 'middle', size = small, bold = true, plain = half == 1, on = half == 1})
        end
      end
      d:text(a.cx, top + 12, 'A', {anchor = 'middle', size = 12, bold = true, role = 'A'})
      d:text(bx + bw / 2, top + 12, d.narrow and 'B' or ('B, in %d boxes'):format(BOXES), {anchor = 'middle', size = 12, bold = true, role = 'B'})
      blocks[b] = {x = x, a = a, bx = bx, bw = bw, frame = frame}
    end
    for b = 0, BLOCKS - 1 do
      local at = blocks[b]
      local foot = top + 3
      d:copy({at.a.cx, l2.bottom}, {at.a.cx, foot}, {role = 'A', parcels = 1, gap = 1})
      d:text(at.a.cx - 7, l2.bottom + 11, bare(k.A), {size = 12, anchor = 'end', bold = true, role = 'A'})
      if not pair then
        local bx = at.bx + at.bw / 2 + 14
        d:copy({bx, l2.bottom}, {bx, foot}, {role = 'B', parcels = 2, gap = 1})
        d:text(bx + 9, l2.bottom + 11, bare(k.B), {size = 12, bold = true, role = 'B'})
      end
    end
    if pair then
      -- Each half comes once from L2, and forks to both blocks.
      for half = 0, 1 do
        local level = l2.bottom + 30 + 22 * half
        local aside = half == 0 and 0.36 or 0.76
        local from = blocks[half].bx + blocks[half].bw * aside
        d:rule(from, l2.bottom + 1, from, level, {role = 'B', weight = half == 0 and 1.5 or 3})
        d:text(from + (half == 0 and 7 or -7), l2.bottom + 11, ('%s, to both'):format(bare(HALF)), {size = 12, bold = true, role = 'B',
          anchor = half == 0 and 'start' or 'end'})
        local to = {}
        for b = 0, 1 do to[b] = blocks[b].bx + blocks[b].bw * aside end
        d:rule(to[0], level, to[1], level, {role = 'B', weight = half == 0 and 1.5 or 3})
        for b = 0, 1 do d:arrow({to[b], level}, {to[b], top + 3}, {role = 'B', weight = half == 0 and 1.5 or 3, gap = 0, head = half == 0 and 7 or 9}) end
      end
    end
    -- What the barriers count.
    local line = top + 118 + 16
    for b = 0, BLOCKS - 1 do
      local x = blocks[b].x
      d:text(x, line, 'full', {code = true, size = 12, bold = true})
      d:text(x, line + 34 + (pair and 16 or 0), 'empty', {code = true, size = 12, bold = true})
      local mine = d.narrow and 44 or 52
      d:text(x + mine, line, ('1 arrival, %s'):format(kib(k.SIZE)), {size = small})
      if pair then
        d:text(x + mine, line + 16, ('%s A, %s + %s B'):format(bare(k.A), bare(HALF), bare(HALF)), {size = small, role = 'quiet'})
        d:text(x + mine, line + 32, d.narrow and ('one %s from block %d'):format(bare(HALF), 1 - b) or ('one %s brought by block %d'):format(bare(HALF), 1 - b),
          {size = small, role = 'quiet'})
        d:text(x + mine, line + 50, ('%d arrivals'):format(k.WARPS * BLOCKS), {size = small})
        d:text(x + mine, line + 66, d.narrow and ('%d warps of each block'):format(k.WARPS) or ('%d warps of block 0, %d of block 1'):format(k.WARPS, k.WARPS),
          {size = small, role = 'quiet'})
      else
        d:text(x + mine, line + 16, ('%s A, %s B'):format(bare(k.A), bare(k.B)), {size = small, role = 'quiet'})
        d:text(x + mine, line + 34, ('%d arrivals'):format(k.WARPS), {size = small})
        d:text(x + mine, line + 50, ('its own %d warps'):format(k.WARPS), {size = small, role = 'quiet'})
      end
    end
    return line + (pair and 74 or 58)
  end
  local y = panel(0, false)
  y = panel(y + 22, true)
  d:key(0, y + 8, d.width, {{role = 'B', tone = TONES[0], text = 'brought by block 0'}, {role = 'B', tone = TONES[1], text = 'brought by block 1'}})
  d:text(0, y + 40, 'Numbers at arrows are KiB.', {size = 12, role = 'quiet'})
end
