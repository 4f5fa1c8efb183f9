-- markup.lua: source, document -> complaints.
-- What a chapter's source may not do: leave a div open, bring mark-up of its own,
-- hold its facts, or ask for a kind of div or span that the book does not have.

local markup = {}

local function set(words)
  local s = {}
  for word in words:gmatch '%S+' do s[word] = true end
  return s
end

-- staff: of a lecturer's page, what course/staff/open.lua takes out.
local DIVS = set 'predict wrong verdict aside yours exercise rule answer needs contents ladder ways open figure broad records lens compare mistakes taken staff'
markup.SPANS = set 'num claim given term quiet'

-- Complains of `:::` lines without their counterpart, which pandoc takes without a word.
local function check_fences(source, text)
  local open, code, at = {}, nil, 0
  for line in (text .. '\n'):gmatch '([^\n]*)\n' do
    at = at + 1
    local fence = line:match '^%s*(~~~+)' or line:match '^%s*(```+)[^`]*$'
    if code then
      if fence and fence:sub(1, 1) == code:sub(1, 1) and #fence >= #code then code = nil end
    elseif fence then code = fence
    elseif line:match '^:::+%s*%S' then open[#open + 1] = {at = at, line = line}
    elseif line:match '^:::+%s*$' and not table.remove(open) then
      source:complain(at, 'this closes no div')
    end
  end
  for _, div in ipairs(open) do source:complain(div.at, ('“%s” is never closed'):format(div.line)) end
end

local function check_class(source, classes, known, what, facts)
  for _, class in ipairs(classes) do
    if not (known[class] or facts and facts[class]) then
      source:complain({'{.' .. class, '::: ' .. class, '.' .. class},
        ('the book has no %s of class “%s”'):format(what, class))
    end
  end
end

-- given: the chapter's facts, whose names are kinds of span too.
function markup.check(source, text, doc, given)
  check_fences(source, text:gsub('\r\n', '\n'))
  local function raw(element)
    source:complain(element.text, ('“%s” is mark-up of its own, which no chapter brings')
      :format(element.text:match '[^\n]*'))
  end
  doc:walk{
    RawBlock = raw, RawInline = raw,
    CodeBlock = function(block)
      if block.classes:includes 'facts' then
        source:complain({'~~~ facts', block.text}, ('facts stand in %s, not in the text'):format(given.path))
      end
    end,
    Div = function(div)
      check_class(source, div.classes, DIVS, 'div')
      if div.classes:includes 'figure' and not (div.attributes.plot or div.attributes.draw) then
        source:complain({'#' .. div.identifier, '{.figure'}, 'a figure names its drawing: plot=… or draw=…')
      end
    end,
    Span = function(span) check_class(source, span.classes, markup.SPANS, 'span', given.facts) end,
  }
end

return markup
