-- hatched.lua: a drawing -> the drawing with its hatches as shapes.
-- A drawing's hatches as shapes of their own: Chromium prints what is filled with a
-- <pattern> as a coarse picture, and some readers of EPUBs leave it black. Each mark is cut
-- to the shape that it lies in, because some of these readers cannot clip either.
--
--   local hatched = require 'edition.hatched'
--   local patterns = hatched.patterns(hatches)      of the <svg class="hatches"> of a page
--   text = hatched.drawn(text, patterns)            each path filled with one of them, drawn

local hatched = {}

local function attribute(tag, name) return tag:match('%s' .. name .. '="([^"]*)"') end

-- The numbers of a path's data with the letter before them: ('h', '10'), ('a', '2 2 0 …').
local function commands(d) return d:gmatch '(%a)([^%a]*)' end

local function numbers(text)
  local list = {}
  for number in text:gmatch '%-?%d*%.?%d+' do list[#list + 1] = tonumber(number) end
  return list
end

-- Points on the way along an arc of a circle, the last one included; as many as make its
-- chords hardly differ from it.
local function arc(x1, y1, r, large, sweep, x2, y2, put)
  local dx, dy = x2 - x1, y2 - y1
  local chord = math.sqrt(dx * dx + dy * dy)
  local off = math.sqrt(math.max(0, r * r - chord * chord / 4)) * (large == sweep and -1 or 1) / chord
  local cx, cy = (x1 + x2) / 2 - dy * off, (y1 + y2) / 2 + dx * off
  local from, by = math.atan(y1 - cy, x1 - cx), math.atan(y2 - cy, x2 - cx) - math.atan(y1 - cy, x1 - cx)
  if sweep == 1 and by < 0 then by = by + 2 * math.pi elseif sweep == 0 and by > 0 then by = by - 2 * math.pi end
  local steps = math.max(1, math.ceil(math.abs(by) * 3))
  for i = 1, steps do put(cx + r * math.cos(from + by * i / steps), cy + r * math.sin(from + by * i / steps)) end
end

-- The corners of each part of a path that begins with a move, {x1, y1, x2, y2, …}.
local function outlines(d)
  local out, part, x, y, x0, y0 = {}, nil, 0, 0, 0, 0
  local function put(to_x, to_y) part[#part + 1], part[#part + 2] = to_x, to_y end
  for letter, rest in commands(d) do
    local n, small = numbers(rest), letter:lower() == letter
    local dx, dy = small and x or 0, small and y or 0
    local kind = letter:lower()
    if kind == 'm' then
      x, y, part = n[1] + dx, n[2] + dy, {}
      x0, y0, out[#out + 1] = x, y, part
    elseif kind == 'l' then x, y = n[1] + dx, n[2] + dy
    elseif kind == 'h' then x = n[1] + dx
    elseif kind == 'v' then y = n[1] + dy
    elseif kind == 'a' then
      arc(x, y, n[1], n[4], n[5], n[6] + dx, n[7] + dy, put)
      x, y = n[6] + dx, n[7] + dy
    elseif kind == 'z' then x, y = x0, y0
    else error(('hatched.lua: a path with “%s” is not drawn yet'):format(letter), 0) end
    if kind ~= 'z' and kind ~= 'a' then put(x, y) end
  end
  return out
end

-- {x1, y1, x2, y2} around an outline.
local function box(outline)
  local b = {math.huge, math.huge, -math.huge, -math.huge}
  for i = 1, #outline, 2 do
    local x, y = outline[i], outline[i + 1]
    b[1], b[2], b[3], b[4] = math.min(b[1], x), math.min(b[2], y), math.max(b[3], x), math.max(b[4], y)
  end
  return b
end

-- What of a mark lies inside an outline without dents: the mark is cut along each side.
local function cut(mark, outline)
  local area, n = 0, #outline
  for i = 1, n, 2 do
    local j = i + 2 > n and 1 or i + 2
    area = area + outline[i] * outline[j + 1] - outline[j] * outline[i + 1]
  end
  for i = 1, n, 2 do
    local j = i + 2 > n and 1 or i + 2
    local x1, y1, x2, y2 = outline[i], outline[i + 1], outline[j], outline[j + 1]
    local function side(x, y) return ((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) * (area < 0 and -1 or 1) end
    local kept = {}
    for k = 1, #mark, 2 do
      local l = k + 2 > #mark and 1 or k + 2
      local ax, ay, bx, by = mark[k], mark[k + 1], mark[l], mark[l + 1]
      local a, b = side(ax, ay), side(bx, by)
      if a >= 0 then kept[#kept + 1], kept[#kept + 2] = ax, ay end
      if a * b < 0 then
        kept[#kept + 1], kept[#kept + 2] = ax + (bx - ax) * a / (a - b), ay + (by - ay) * a / (a - b)
      end
    end
    mark = kept
  end
  return mark
end

-- The marks of a pattern's cell as boxes: lines are as wide as they are where the cell ends.
local function marks_of(inner, size)
  local out = {}
  local function add(x1, y1, x2, y2)
    out[#out + 1] = {math.max(x1, 0), math.max(y1, 0), math.min(x2, size), math.min(y2, size)}
  end
  for tag in inner:gmatch '<path[^>]*>' do
    local half = attribute(tag, 'stroke') ~= 'none' and (tonumber(attribute(tag, 'stroke%-width')) or 1) / 2 or nil
    for part in attribute(tag, 'd'):gmatch 'M[^M]*' do
      local b = box(outlines(part)[1])
      local along, down = half and b[2] == b[4] and half or 0, half and b[1] == b[3] and half or 0
      add(b[1] - down, b[2] - along, b[3] + down, b[4] + along)
    end
  end
  return out
end

-- id -> {class, size, turn, ground, marks, paint}
function hatched.patterns(hatches)
  local out = {}
  for tag, inner in hatches:gmatch '(<pattern[^>]*>)(.-)</pattern>' do
    local ground, rest = inner:match '^(<path[^>]*>)(.*)$'
    local size = tonumber(attribute(tag, 'width'))
    local group = rest:match '<g[^>]*>'
    out[attribute(tag, 'id')] = {class = attribute(tag, 'class'), size = size, ground = attribute(ground, 'fill%-opacity'),
      turn = math.rad(tonumber((tag:match 'rotate%((%-?%d+)%)')) or 0), marks = marks_of(rest, size),
      paint = group and ('fill="%s" opacity="%s"'):format(attribute(group, 'fill'), attribute(group, 'opacity'))
        or ('fill="currentColor" opacity="%s"'):format(attribute(rest, 'fill%-opacity') or '1')}
  end
  return out
end

local function number(x) return (('%.2f'):format(x):gsub('%.?0+$', '')) end

-- All marks of a pattern inside the outlines, as the data of a path. A line that goes
-- through its cell goes on through the next.
local function marks_in(pattern, list)
  local out, size = {}, pattern.size
  local cos, sin = math.cos(pattern.turn), math.sin(pattern.turn)
  local function turned(x, y) return x * cos + y * sin, y * cos - x * sin end
  for _, outline in ipairs(list) do
    local function put(x1, y1, x2, y2)
      local mark, corners = {}, {x1, y1, x2, y1, x2, y2, x1, y2}
      for i = 1, 8, 2 do
        local x, y = corners[i], corners[i + 1]
        mark[i], mark[i + 1] = x * cos - y * sin, y * cos + x * sin
      end
      mark = cut(mark, outline)
      for i = 1, #mark, 2 do
        out[#out + 1] = (i == 1 and 'M' or 'L') .. number(mark[i]) .. ' ' .. number(mark[i + 1])
      end
      if #mark > 0 then out[#out + 1] = 'z' end
    end
    local left, top, right, low = math.huge, math.huge, -math.huge, -math.huge
    local b = box(outline)
    for i = 0, 3 do
      local x, y = turned(b[i % 2 * 2 + 1], b[i // 2 * 2 + 2])
      left, top, right, low = math.min(left, x), math.min(top, y), math.max(right, x), math.max(low, y)
    end
    local i1, j1, i2, j2 = left // size, top // size, right // size, low // size
    for _, m in ipairs(pattern.marks) do
      if m[2] == 0 and m[4] == size then
        for i = i1, i2 do put(i * size + m[1], j1 * size, i * size + m[3], (j2 + 1) * size) end
      elseif m[1] == 0 and m[3] == size then
        for j = j1, j2 do put(i1 * size, j * size + m[2], (i2 + 1) * size, j * size + m[4]) end
      else
        for i = i1, i2 do
          for j = j1, j2 do put(i * size + m[1], j * size + m[2], i * size + m[3], j * size + m[4]) end
        end
      end
    end
  end
  return table.concat(out)
end

-- What has no marks is tinted; else a group in the path's place has its ground, its marks
-- and its outline.
function hatched.drawn(text, patterns)
  return (text:gsub('<path[^>]*%sfill="url%(#[^>]*/>', function(tag)
    local id, d = tag:match 'fill="url%(#([^)]*)%)"', attribute(tag, 'd')
    local pattern = patterns[id] or error(('hatched.lua: there is no pattern %s'):format(id), 0)
    local ground = ('fill="currentColor" fill-opacity="%s"'):format(pattern.ground)
    if #pattern.marks == 0 then return (tag:gsub('fill="[^"]*"', ground)) end
    return ('<g%s><path stroke="none" %s d="%s"/><path stroke="none" %s d="%s"/><path fill="none" d="%s"/></g>'):format(
      tag:match '^<path(.*)/>$':gsub('%sfill="[^"]*"', ''):gsub('%sd="[^"]*"', ''), ground, d,
      pattern.paint, marks_in(pattern, outlines(d)), d)
  end))
end

return hatched
