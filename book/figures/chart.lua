-- chart.lua: build/figures/<plot>.svg -> the same drawing as mark-up for a page, half as large.
-- A drawing of gnuplot, as plots/clean.sed left it, to stand inside a page.
--
-- gnuplot says everything at every element. Here an element keeps only what it does not
-- inherit and the style sheet does not say, which leaves half of the bytes: a page may
-- weigh 150 kB with all its drawings in two widths.

local source = require 'page.source'

local chart = {}

-- What the drawing starts from; it stands at its root.
local ROOT = {fill = 'none', stroke = 'currentColor', ['stroke-width'] = '1'}

local function number(x)
  return (('%.1f'):format(x):gsub('%.0$', ''):gsub('^%-0$', '0'):gsub('^(%-?)0%.', '%1.'))
end

-- Numbers side by side; a minus sign parts them as well as a space.
local function join(a, b) return a .. (b:match '^%-' and '' or ' ') .. b end

-- M x,y L x,y … -> the shortest of L, l, H and V for each line.
local function short_path(d)
  if d:find '[^ML%d%s,.-]' then return d end
  local out, x, y, last = {}, 0, 0, nil
  for command, a, b in d:gmatch '([ML])%s*(%-?[%d.]+)[%s,]+(%-?[%d.]+)' do
    local to_x, to_y = tonumber(a), tonumber(b)
    local letter, words
    if command == 'L' and to_y == y then letter, words = 'H', number(to_x)
    elseif command == 'L' and to_x == x then letter, words = 'V', number(to_y)
    else
      letter, words = command, join(number(to_x), number(to_y))
      local relative = join(number(to_x - x), number(to_y - y))
      if #relative < #words then letter, words = letter:lower(), relative end
    end
    out[#out + 1] = letter == last and letter:lower() ~= 'm' and (words:match '^%-' and words or ' ' .. words)
      or letter .. words
    x, y, last = to_x, to_y, letter
  end
  return table.concat(out)
end

local short = {}

function short.path(a) a.d = short_path(a.d or '') end

function short.text(a)
  local x, y = (a.transform or ''):match '^translate%(([%d.-]+),([%d.-]+)%)$'
  if x then a.x, a.y, a.transform = x, y, nil end
  if a.stroke == 'none' then a.stroke = nil end           -- the style sheet says so,
  if a.fill == 'currentColor' then a.fill = nil end       -- and what a rim of paper is
  if a['paint-order'] and a.stroke == 'var(--paper)' and a['stroke-width'] == '4' then
    a.class, a['paint-order'], a.stroke, a['stroke-width'] = 'rim', nil, nil, nil
  end
end

function short.circle(a)
  local x, y, scale = (a.transform or ''):match '^translate%(([%d.-]+),([%d.-]+)%) scale%(([%d.]+)%)$'
  if not x or a.r ~= '1' then return end
  a.cx, a.cy, a.r, a.transform = x, y, scale, nil
  if a['stroke-width'] then a['stroke-width'] = number(a['stroke-width'] * scale) end
end

local function attributes_of(text)
  local a = {}
  for name, _, value in text:gmatch '([%w:-]+)%s*=%s*(["\'])(.-)%2' do
    if name ~= 'color' then a[name] = value:gsub('var%((%-%-[%w-]+),[^)]*%)', 'var(%1)') end
  end
  return a
end

local function without_inherited(a, from)
  for name in pairs(ROOT) do
    if a[name] == from[name] then a[name] = nil end
  end
end

local function written(name, a, close)
  local names = {}
  for key in pairs(a) do names[#names + 1] = key end
  table.sort(names)
  for i, key in ipairs(names) do names[i] = (' %s="%s"'):format(key, a[key]) end
  return '<' .. name .. table.concat(names) .. close
end

-- Labels in a row that are anchored alike are anchored by a group around them.
local function write_all(parts)
  local out, i = {}, 1
  local function anchor(part) return part and part.name == 'text' and part.a['text-anchor'] or nil end
  while i <= #parts do
    local part, after = parts[i], i + 1
    while anchor(part) and anchor(parts[after]) == anchor(part) do after = after + 1 end
    local group = after - i > 2 and anchor(part)
    if group then out[#out + 1] = ('<g text-anchor="%s">'):format(group) end
    for j = i, after - 1 do
      local each = parts[j]
      if group then each.a['text-anchor'] = nil end
      out[#out + 1] = each.name and written(each.name, each.a, each.name == 'text' and '>' or '/>')
        .. each.text or each
    end
    if group then out[#out + 1] = '</g>' end
    i = after
  end
  return table.concat(out)
end

local function lean(body)
  local parts, open = {}, {{style = ROOT}}
  local function add(part) parts[#parts + 1] = part end
  local label                                     -- the text element that is open
  for closing, name, rest, close, text in body:gmatch '<(/?)([%a]+)([^>]-)(/?>)([^<]*)' do
    local from = open[#open].style
    if closing == '/' then
      local element = table.remove(open)
      if name == 'text' then label.text = label.text .. '</text>'; label = nil
      elseif label then label.text = label.text .. '</' .. name .. '>' .. text
      elseif not element.idle then add('</' .. name .. '>') end
    else
      local a = attributes_of(rest)
      if short[name] then short[name](a) end
      local style = setmetatable({fill = a.fill, stroke = a.stroke, ['stroke-width'] = a['stroke-width']},
        {__index = from})
      if name ~= 'text' and name ~= 'tspan' then without_inherited(a, from) end
      local idle = name == 'g' and next(a) == nil
      if label then label.text = label.text .. written(name, a, close) .. text
      elseif name == 'text' then label = {name = name, a = a, text = text}; add(label)
      elseif close == '/>' then add{name = name, a = a, text = ''}
      elseif not idle then add(written(name, a, close)) end
      if close == '>' then open[#open + 1] = {style = style, idle = idle} end
    end
  end
  return write_all(parts)
end

-- The drawing's mark-up, or nil if the file is not there or no drawing. The text around
-- it speaks for it, so it carries no name of its own; `class` goes to the element.
function chart.load(path, class)
  local head, body = (source.read(path) or ''):match '<svg([^>]*)>(.*)</svg>'
  local box = head and head:match 'viewBox="([^"]*)"'
  if not box then return nil end
  local width, height = box:match '^%S+ %S+ (%S+) (%S+)'
  return ('<svg class="%s" viewBox="%s" width="%s" height="%s" fill="none" stroke="currentColor" aria-hidden="true">%s</svg>')
    :format(class, box, width, height, lean(body))
end

return chart
