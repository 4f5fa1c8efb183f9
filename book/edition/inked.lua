-- inked.lua: XHTML -> the same with the looks of its drawings on their elements.
-- A page's style sheet dresses its drawings: `class="rA"` says what a shape is about. Some
-- readers of EPUBs know no style sheet and no currentColor in a drawing, and let labels
-- inherit nothing but their size.
--
--   text = require 'edition.inked'(text)

local source, cover = require 'page.source', require 'edition.cover'

local css = cover.coloured(source.read 'book/style.css' or '')
local inks = {on = cover.coloured 'var(--paper)'}
for names, colour in css:gmatch '(%.r%u[^{}]*){ color: (#%x+); }' do
  for name in names:gmatch 'r%u' do inks[name] = colour end
end
local FACES = {b = {'font-weight', 'bold'}, m = {'font-family', 'monospace'}}
local LETTERS = {'font-family', 'font-weight', 'text-anchor'}
local PAGE = {ink = cover.coloured 'var(--ink)', fill = 'black', stroke = 'none', ['font-family'] = 'sans-serif'}

local function colour(state, name) return state[name] == 'currentColor' and state.ink or state[name] end

local function inked(svg)
  local stack = {PAGE}
  return (svg:gsub('<(/?)(%a+)([^>]-)(/?)>', function(closing, tag, attributes, empty)
    if closing == '/' then
      stack[#stack] = nil
      return nil
    end
    local from, here, label = stack[#stack], {}, tag == 'text'
    for name, value in pairs(from) do here[name] = value end
    if label then here.fill, here.stroke = 'currentColor', 'none' end
    local kept = attributes:gsub('%s([%w:-]+)="([^"]*)"', function(name, value)
      if name == 'class' then
        for class in value:gmatch '%S+' do
          here.ink = inks[class] or here.ink
          if FACES[class] then here[FACES[class][1]] = FACES[class][2] end
        end
      elseif PAGE[name] or name == 'font-weight' or name == 'text-anchor' then here[name] = value
      else return nil end
      return ''
    end)
    local function say(name, value) kept = (' %s="%s"%s'):format(name, value, kept) end
    for _, name in ipairs{'fill', 'stroke'} do
      if colour(here, name) ~= colour(from, name) then say(name, colour(here, name)) end
    end
    for _, name in ipairs(LETTERS) do
      if here[name] and (label or tag == 'tspan' and here[name] ~= from[name]) then say(name, here[name]) end
    end
    if empty == '' then stack[#stack + 1] = here end
    return '<' .. tag .. kept .. empty .. '>'
  end))
end

return function(text) return (text:gsub('<svg.-</svg>', inked)) end
