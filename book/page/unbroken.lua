-- unbroken.lua: document -> document.
-- No line breaks within a product or between a number and its unit: the blanks in
-- `128 × 256` and `100 %` become blanks at which nothing breaks, in the text; those of products also in what is set as mark-up.
-- A short name in code, as `stream-k`, does not break at its hyphen (class `whole` in style.css).

local unbroken = {}

local NBSP = '\u{a0}'
local SIGNS = {['×'] = true, ['·'] = true}
local UNITS = {['%'] = true}
for unit in ('W kW J pJ Hz MHz GHz B KiB MiB GiB kB MB GB TB GB/s TB/s FLOP GFLOP FLOP/s GFLOP/s TFLOP/s ns µs ms'):gmatch '%S+' do
  UNITS[unit] = true
end

local function ends_in_word(inline)
  return inline and (inline.t == 'Math' or inline.t == 'Code' or inline.t == 'Span'
    or inline.t == 'Str' and inline.text:match '[%w%)]$') and true
end

local function begins_with_word(inline)
  return inline and (inline.t == 'Math' or inline.t == 'Code' or inline.t == 'Span'
    or inline.t == 'Str' and inline.text:match '^[%w%(]') and true
end

-- A unit may be followed by a mark: `100 %,`.
local function is_unit(inline)
  return inline.t == 'Str' and UNITS[inline.text:match '^(.-)[.,;:?!)]*$'] or false
end

local function joined(inlines)
  local changed
  for i = 2, #inlines - 1 do
    local number = inlines[i - 1]
    if inlines[i].t == 'Space' and number.t == 'Str' and number.text:match '%d$' and is_unit(inlines[i + 1]) then
      inlines[i] = pandoc.Str(NBSP)
      changed = true
    end
  end
  for i = 3, #inlines - 2 do
    local sign = inlines[i]
    if sign.t == 'Str' and SIGNS[sign.text] and inlines[i - 1].t == 'Space' and inlines[i + 1].t == 'Space'
      and ends_in_word(inlines[i - 2]) and begins_with_word(inlines[i + 2]) then
      inlines[i - 1], inlines[i + 1] = pandoc.Str(NBSP), pandoc.Str(NBSP)
      changed = true
    end
  end
  return changed and inlines or nil
end

-- Between the tags, not in them.
local function joined_markup(text)
  return (text:gsub('([%w%)]) (×) (%w)', '%1' .. NBSP .. '%2' .. NBSP .. '%3'))
end

local LONGEST_NAME = 26                          -- it fits on a line of a phone

local function name(code)
  if #code.text > LONGEST_NAME or not code.text:match '^[%w_.-]*%-[%w_.-]*$' then return nil end
  code.classes:insert 'whole'
  return code
end

function unbroken.set(doc)
  local function markup(raw)
    if raw.format ~= 'html' or not raw.text:find(' × ', 1, true) then return nil end
    raw.text = joined_markup(joined_markup(raw.text))
    return raw
  end
  return doc:walk{Inlines = joined, Code = name, RawBlock = markup, RawInline = markup}
end

return unbroken
