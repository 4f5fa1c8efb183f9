-- hatched.lua: a drawing -> the drawing with its hatches as shapes.
-- A drawing's hatches as shapes of their own, for print: Chromium turns what is
-- filled with a <pattern> into a coarse picture.
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

-- {x1, y1, x2, y2} around each part of a path that begins with a move.
local function boxes(d)
  local out, box, x, y, x0, y0 = {}, nil, 0, 0, 0, 0
  for letter, rest in commands(d) do
    local n, small = numbers(rest), letter:lower() == letter
    local dx, dy = small and x or 0, small and y or 0
    local kind = letter:lower()
    if kind == 'm' or kind == 'l' or kind == 'a' then x, y = n[#n - 1] + dx, n[#n] + dy
    elseif kind == 'h' then x = n[1] + dx
    elseif kind == 'v' then y = n[1] + dy
    elseif kind == 'z' then x, y = x0, y0
    else error(('hatched.lua: a path with “%s” is not drawn yet'):format(letter), 0) end
    if kind == 'm' then
      x0, y0, box = x, y, {x, y, x, y}
      out[#out + 1] = box
    end
    local r = kind == 'a' and n[1] or 0                -- more than enough: what is outside is clipped
    box[1], box[2] = math.min(box[1], x - r), math.min(box[2], y - r)
    box[3], box[4] = math.max(box[3], x + r), math.max(box[4], y + r)
  end
  return out
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
      local b = boxes(part)[1]
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

-- All marks of a pattern that touch one of the boxes, as the data of a path. A line that
-- goes through its cell goes on through the next.
local function marks_over(pattern, list)
  local out, size = {}, pattern.size
  local cos, sin = math.cos(pattern.turn), math.sin(pattern.turn)
  local function turned(x, y) return x * cos + y * sin, y * cos - x * sin end
  local function put(x1, y1, x2, y2)
    local corners = {x1, y1, x2, y1, x2, y2, x1, y2}
    for i = 1, 8, 2 do
      local x, y = corners[i], corners[i + 1]
      out[#out + 1] = (i == 1 and 'M' or 'L') .. number(x * cos - y * sin) .. ' ' .. number(y * cos + x * sin)
    end
    out[#out + 1] = 'z'
  end
  for _, b in ipairs(list) do
    local left, top, right, low = math.huge, math.huge, -math.huge, -math.huge
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
  local count = 0
  return (text:gsub('<path[^>]*%sfill="url%(#[^>]*/>', function(tag)
    local id, d = tag:match 'fill="url%(#([^)]*)%)"', attribute(tag, 'd')
    local pattern = patterns[id] or error(('hatched.lua: there is no pattern %s'):format(id), 0)
    local ground = ('fill="currentColor" fill-opacity="%s"'):format(pattern.ground)
    if #pattern.marks == 0 then return (tag:gsub('fill="[^"]*"', ground)) end
    count = count + 1
    return ('<g%s><clipPath id="clip-%d"><path d="%s"/></clipPath><path stroke="none" %s d="%s"/>'):format(
      tag:match '^<path(.*)/>$':gsub('%sfill="[^"]*"', ''):gsub('%sd="[^"]*"', ''), count, d, ground, d)
      .. ('<path stroke="none" %s clip-path="url(#clip-%d)" d="%s"/><path fill="none" d="%s"/></g>'):format(
      pattern.paint, count, marks_over(pattern, boxes(d)), d)
  end))
end

return hatched
