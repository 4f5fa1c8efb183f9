-- drawing.lua: a div with draw= -> the drawing as mark-up in each width, the files that it came from.
-- Figures that drawings/<name>.lua draws, from traces of the lens and the constants of
-- the programs, so that what changes there changes here.
--
--   ::: {.figure #fig:naive-step draw=naive-step}
--   Thirty-two lanes ask for 32 sectors. More words may follow.
--   :::
--
-- draw=nested:thread hands 'thread' to the script; class .broad on the figure gives it a third
-- width for the page with a margin. A script is handed this module as `...` and returns a
-- function of a canvas (canvas.lua, with the shapes of shapes.lua), which is called
-- once a width:
--
--   -- trace: naive kernel=naive warp=13 step=11
--   local draw = ...
--   local loads = draw.lanes(draw.trace(), {array = 'A', op = 'load'})
--   return function(d, ...) d:warp{x = 0, y = 20, w = d.width, role = 'A'} end
--
-- Where the function says d:step(caption, f), the figure is a player: its steps are shown one
-- by one, and key steps side by side in print and where no script runs. It opens on the first
-- step, or on the one that says d:step(caption, f, {open = true}).

local source, html = require 'page.source', require 'page.html'
local Canvas, constants = require 'figures.shapes', require 'figures.constants'

local drawing = {widths = {wide = 680, narrow = 350, broad = 900}}

local function fail(text, ...) error({message = text:format(...)}, 0) end

local function path_of(name) return ('drawings/%s.lua'):format(name) end

-- -- trace: words   and   -- trace <suffix>: words
local function traces_of(text)
  local declared = {}
  for suffix, words in ('\n' .. text):gmatch '\n%-%- trace ?([%w-]*): ([^\n]-)[ \t]*%f[\n\0]' do declared[suffix] = words end
  return declared
end
drawing.traces_of = traces_of

-- Lanes of a trace that fit: {array=, op=, space=, kernel=, line=, request=, warp=}, in its order; by lane number
-- too, where they are of one request.
function drawing.lanes(trace, want)
  local rows, by_lane, once = {}, {}, true
  for _, row in ipairs(trace.rows) do
    local fits = true
    for key, value in pairs(want or {}) do fits = fits and row[key] == value end
    if fits then
      rows[#rows + 1] = row
      once = once and not by_lane[row.lane]
      by_lane[row.lane] = row
    end
  end
  if #rows == 0 then
    local words = {}
    for key, value in pairs(want or {}) do words[#words + 1] = key .. '=' .. tostring(value) end
    table.sort(words)
    fail('%s: it has no access with %s', trace.path, table.concat(words, ' '))
  end
  return rows, once and by_lane or nil
end

-- The numbers of the requests that fit, in order.
function drawing.requests(trace, want)
  local seen, list = {}, {}
  for _, row in ipairs((drawing.lanes(trace, want))) do
    if not seen[row.request] then seen[row.request] = true; list[#list + 1] = row.request end
  end
  table.sort(list)
  return list
end

-- The sectors (or with unit=128 lines) that rows of a trace touch, in order of address. What
-- draw.lanes hands back may be handed on as it is.
function drawing.sectors(rows, unit)
  local seen, list = {}, {}
  if type(unit) ~= 'number' then unit = 32 end
  for _, row in ipairs(rows) do
    for at = row.offset, row.offset + row.bytes - 1, 4 do
      local s = at // unit
      if not seen[s] then seen[s] = true; list[#list + 1] = s end
    end
  end
  table.sort(list)
  return list, seen
end

-- 128, 256 -> 128 × 256, which does not break.
function drawing.times(...)
  local parts = {}
  for i, x in ipairs{...} do parts[i] = ('%d'):format(x) end
  return table.concat(parts, '\u{a0}×\u{a0}')
end

-- What a script calls `draw`: this module, and what depends on the page.
local function open_script(page, name)
  local self = {name = name, path = path_of(name), page = page}
  local text = source.read(self.path) or fail('there is no %s', self.path)
  page.R.files[self.path] = true
  local declared = traces_of(text)
  local script = setmetatable({name = name}, {__index = drawing})

  -- The trace that the script asks for, the one it asks for under a name, or another figure's.
  function script.trace(which)
    local words = declared[which or '']
    local stem = words and (which and name .. '-' .. which or name) or which
    if not stem then fail('%s: it asks for no trace; add `-- trace: <program> kernel=<name>`', self.path) end
    local trace = page.R:trace(stem)
      or fail('%s: data/lens/traces/%s.tsv: there is no such trace; `make lens` takes it', self.path, stem)
    if words and trace.header.trace ~= words then
      fail('%s: %s traces “%s”; `make lens` takes the trace that is asked for here', self.path, trace.path,
        trace.header.trace or '')
    end
    return trace
  end

  -- {of = chapter, kernel = name} -> BM, BN, … by name; one that is not there stops the build.
  function script.constants(want)
    local stem = want.of or page.stem
    page.R.files[('code/%s.cu'):format(stem)] = true
    page.R.files[constants.table_of(stem)] = want.kernel and true
    local ok, known = pcall(constants.of, stem, want.kernel)
    if not ok then fail('%s: %s', self.path, type(known) == 'table' and known.message or known) end
    return setmetatable(known, {__index = function(_, key)
      fail('%s: code/%s.cu: %s has no constant %s', self.path, stem, want.kernel or 'it', key)
    end})
  end

  -- What a pattern captures in a file of code/, or numbers where it captures digits; it is there, or the build stops.
  function script.found(path, pattern)
    page.R.files[path] = true
    local text = source.read(path) or fail('%s: there is no %s', self.path, path)
    local list = {text:match(pattern)}
    if #list == 0 then fail('%s: %s: nothing there is like %s', self.path, path, pattern) end
    for i, each in ipairs(list) do list[i] = math.tointeger(each) or each end
    return table.unpack(list)
  end

  -- An expression of metrics, as in the text; its value, and its unit.
  function script.value(text, options)
    local ok, value, unit = pcall(page.numbers.evaluate, page.numbers, text, options)
    if not ok then
      error({message = ('%s: “%s”: %s'):format(self.path, text, type(value) == 'table' and value.message or value),
        missing = type(value) == 'table' and value.missing or nil}, 0)
    end
    return value, unit
  end

  -- The same as the text would write it; options: those of metrics, and digits, unit.
  function script.number(text, options)
    options = options or {}
    local query = {}
    for key, value in pairs(options) do
      if key ~= 'digits' and key ~= 'unit' then query[key] = value end
    end
    local value, unit = script.value(text, query)
    return page.numbers:text_of(value, unit, options.unit, options.digits), value
  end

  -- The chapter whose page this is on, and the kernel that stands for it in the ladder, if any.
  script.stem = page.stem
  function script.rung()
    local chapter = page.R:chapter(page.stem)
    return chapter and chapter.rung
  end

  -- The chapters of the book in order, with number, short, title, rung.
  function script.chapters() return page.book.chapters end

  -- What another script returns.
  function script.require(other) return open_script(page, other).result end

  local chunk, e = loadfile(self.path, 't')
  if not chunk then error({message = e}, 0) end
  local ok, result = pcall(chunk, script)
  if not ok then error(type(result) == 'table' and result or {message = tostring(result)}, 0) end
  self.result = result
  return self
end

-- All the canvases of draw=name:argument…, by class; and the files it was made of.
function drawing.canvases(page, spec, classes)
  local parts = {}
  for part in spec:gmatch '[^:]+' do parts[#parts + 1] = part end
  local name, outer, sheets = parts[1], page.R.files, {}
  page.R.files = {}
  local ok, e = pcall(function()
    local script = open_script(page, name)
    if type(script.result) ~= 'function' then fail('%s: it returns no function that draws', script.path) end
    for _, class in ipairs(classes) do
      local canvas = Canvas.open(script.path, drawing.widths[class])
      local done, fault = pcall(script.result, canvas, table.unpack(parts, 2))
      if not done then error(type(fault) == 'table' and fault or {message = tostring(fault)}, 0) end
      sheets[class] = canvas
    end
  end)
  local files = page.R.files
  page.R.files = outer
  for file in pairs(files) do
    if file ~= 'data/' then outer[file] = true end
  end
  if not ok then error(e, 0) end
  return sheets, files
end

-- The hatches, once a page: not in an element that is hidden, for then they would not show.
local HATCH = '<pattern id="%s" class="%s" width="%d" height="%d" patternUnits="userSpaceOnUse"%s>'
  .. '<path fill="currentColor" fill-opacity="%s" stroke="none" d="M0 0h%dv%dh-%dz"/>%s</pattern>'
local function hatch(id, class, size, turn, marks, ground)
  return HATCH:format(id, class, size, size, turn and (' patternTransform="rotate(%d)"'):format(turn) or '',
    ground or '.13', size, size, size, marks)
end
-- The solid tone of A, B and C has its marks in the colour of paper.
local function solid(id, class, turn, marks)
  return hatch(id, class, 5, turn, '<g fill="var(--paper)" stroke="var(--paper)" opacity=".5">' .. marks .. '</g>', '1')
end
local STRIPE = '<path stroke-width="1.3" d="M0 0v5"/>'
drawing.hatches = '<svg class="hatches" width="0" height="0" fill="none" stroke="currentColor" aria-hidden="true"><defs>'
  .. hatch('hA', 'rA', 5, 45, STRIPE) .. hatch('hB', 'rB', 5, -45, STRIPE)
  .. hatch('hC', 'rC', 5, nil, '<path fill="currentColor" stroke="none" fill-opacity=".75" d="M1.6 1.6h1.6v1.6h-1.6z"/>')
  .. hatch('hX', 'rX', 5, 45, '<path stroke-width="1.3" d="M0 0v5M0 .5h5"/>')
  .. hatch('hW', 'rW', 4, nil, '<path d="M0 1h4"/>')
  .. hatch('hQ', 'rQ', 6, nil, '')
  .. solid('sA', 'rA', 45, '<path d="M0 0v5"/>') .. solid('sB', 'rB', -45, '<path d="M0 0v5"/>')
  .. solid('sC', 'rC', nil, '<path stroke="none" d="M1.8 1.8h1.5v1.5h-1.5z"/>') .. '</defs></svg>'

local function player(sheets, classes, id, alt)
  local out, first = {}, sheets[classes[1]]
  for _, class in ipairs(classes) do
    out[#out + 1] = sheets[class]:svg('draw ' .. class, id .. class:sub(1, 1))
  end
  local narrow, captions, keys = sheets.narrow, {}, {}
  for i, caption in ipairs(first.captions) do captions[i] = '<li>' .. html.escape(caption) .. '</li>' end
  for i, step in ipairs(first:key_steps()) do
    keys[i] = ('<div class="key"><div role="img" aria-label="%s">%s</div><p>%s</p></div>'):format(
      html.escape(first.captions[step]), narrow:still(step, id .. 'n', 'draw'), html.escape(first.captions[step]))
  end
  local opens = first.opens and (' data-open="%d"'):format(first.opens) or ''
  return ('<div class="player"><div class="drawing" role="img" aria-label="%s">%s</div><div class="drawing keys">%s</div>'
    .. '<ol class="steps" hidden=""%s>%s</ol></div>'):format(html.escape(alt), table.concat(out), table.concat(keys),
    opens, table.concat(captions))
end

-- The mark-up of a figure's drawing, the files it is made of, in order, and what else it is of.
function drawing.set(page, div, alt)
  local classes = {'wide', 'narrow'}
  if div.classes:includes 'broad' then classes[3] = 'broad' end
  local sheets, read = drawing.canvases(page, div.attributes.draw, classes)
  local id = div.identifier:gsub('[^%w]', '-') .. '-'
  local files = {}
  for file in pairs(read) do
    if not file:match '^drawings/' then files[#files + 1] = file end
  end
  table.sort(files)
  local drawn
  if #sheets.wide.captions > 0 then
    for _, class in ipairs(classes) do
      if #sheets[class].captions ~= #sheets.wide.captions then
        fail('%s: it has %d steps at one width and %d at another', sheets.wide.script, #sheets.wide.captions,
          #sheets[class].captions)
      end
      if sheets[class].opens ~= sheets.wide.opens then fail('%s: it opens on another step at another width', sheets.wide.script) end
    end
    drawn = player(sheets, classes, id, alt)
  else
    local out = {}
    for i, class in ipairs(classes) do out[i] = sheets[class]:svg('draw ' .. class, id .. class:sub(1, 1)) end
    drawn = ('<div class="drawing" role="img" aria-label="%s">%s</div>'):format(html.escape(alt), table.concat(out))
  end
  if not page.hatched then
    page.hatched = true
    drawn = drawing.hatches .. drawn
  end
  return drawn, files
end

return drawing
