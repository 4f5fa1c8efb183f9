-- lint.lua: document, its marks -> figures that were typed and should not be.
-- No figure about a machine is typed into the prose.
--
-- Digits before GFLOP/s, TFLOP/s, GB/s, TB/s, MB/s, ×, x, "times", "% of" and "per cent of"
-- must come from a record, a sum, a claim or someone who vouches for them (numbers.lua).

local lint = {}

-- Thin and fixed spaces become plain ones, so that the patterns need not know them.
local function plain_spaces(text)
  return (text:gsub('\u{a0}', ' '):gsub('\u{202f}', ' '):gsub('\u{2009}', ' '):gsub('%s+', ' '))
end

local UNITS = {'[MGTP]FLOP/?s?%f[^%w/]', 'FLOP/s', '[kMGT]B/s', 'times%f[%W]', '%% of%f[%W]',
  'per ?cent of%f[%W]'}

-- The first bare figure in the text, or nil.
function lint.bare_figure(text)
  text = plain_spaces(text)
  for _, unit in ipairs(UNITS) do
    local found = text:match('%d[%d.,]* ?' .. unit)
    if found then return found end
  end
  for found, after in text:gmatch '(%d[%d.,]* ?×) ?(.?)' do     -- not 64 × 64, 64 × K
    if not after:match '[%d%u(]' then return found end
  end
  return text:match '%d[%d.,]*x%f[%W]'
end

-- All bare figures of a document: a list of {found, text of its paragraph}. numbers (numbers.lua)
-- knows the spans that are none.
function lint.document(doc, numbers)
  local hidden = pandoc.Str '\u{fffc}'
  local function hide() return {hidden} end
  doc = doc:walk{
    Span = function(span) if numbers:kind(span) then return hide() end end,
    Code = hide, Math = hide, RawInline = hide, Cite = hide,
  }
  local figures = {}
  local function look(part)
    local text = pandoc.utils.stringify(part)
    local found = lint.bare_figure(text)
    if found then figures[#figures + 1] = {found = found, text = text} end
  end
  doc:walk{Para = look, Plain = look, Header = look}
  for _, key in ipairs{'title', 'short', 'summary'} do look(doc.meta[key] or '') end
  for _, objective in ipairs(doc.meta.objectives or {}) do look(objective) end
  return figures
end

return lint
