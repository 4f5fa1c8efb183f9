-- boxes.lua: page, document -> document with its boxes set.
-- What stands apart from the argument: predict, exercise, answer, aside, wrong, verdict (what is proved, not proved, open),
-- yours, needs, contents, rule and open. A rule has a number, which other pages link to: {.rule #rule:x title="…"}. And open:
--
--   ::: open
--   Why does B come twice?
--   :   Launch half of the blocks, and count again.
--   :::
--
-- is a question that the chapter leaves open, and the experiment that would settle it; there may be several. The page
-- of open questions (edition/collect.lua) has those of all chapters.

local html, frame, run = require 'page.html', require 'page.frame', require 'page.run'

local boxes = {}

local function wrapped(open, content, close)
  local blocks = pandoc.List{html.block(open)}
  blocks:extend(content)
  blocks:insert(html.block(close))
  return blocks
end

local function identifier(div)
  return div.identifier ~= '' and (' id="%s"'):format(html.escape(div.identifier)) or ''
end

local function title(text) return ('<p class="kind">%s</p>'):format(html.escape(text)) end

local set = {}

function set.predict(page, div)
  return wrapped(('<section class="predict" aria-label="%s"%s>%s'):format(html.unlike(page, 'Predict'), identifier(div),
    title(div.attributes.title or 'Predict')), div.content, '</section>')
end

function set.wrong(page, div)
  return wrapped(('<section class="wrong" aria-label="%s"%s>%s'):format(html.unlike(page, 'What goes wrong'), identifier(div),
    title(div.attributes.title or 'What goes wrong')), div.content, '</section>')
end

function set.verdict(page, div)
  return wrapped(('<section class="verdict" aria-label="%s"%s>%s'):format(html.unlike(page, 'What we know'), identifier(div),
    title(div.attributes.title or 'What we know')), div.content, '</section>')
end

function set.rule(page, div)
  local name = 'Rule ' .. div.attributes.number
  return wrapped(('<section class="rule" aria-label="%s"%s><p class="kind">%s. %s%s</p>'):format(html.unlike(page, name),
    identifier(div), name, html.escape(div.attributes.title or ''), html.permalink(div.identifier, name)),
    div.content, '</section>')
end

function set.aside(_, div)
  return wrapped('<aside class="note">', div.content, '</aside>')
end

-- Only for a reader whose own card has been measured.
function set.yours(page, div)
  if not page.R.own then return {} end
  return wrapped(('<section class="yours" aria-label="On your card">%s'):format(
    title('On your ' .. page.R.cards[page.R.own])), div.content, '</section>')
end

-- What an exercise asks of the reader's machine, in words: needs="lens gpu".
local BADGES = {paper = 'paper', records = 'records', lens = 'lens', nvcc = 'nvcc', gpu = 'GPU'}

local function badges(page, div)
  local a, words = div.attributes, {}
  if not a.needs or not a.minutes then
    page.source:complain({'#' .. div.identifier, '{.exercise'},
      'an exercise says what it needs and how long it takes: needs="paper" minutes=10')
  end
  for need in (a.needs or ''):gmatch '%S+' do
    if not BADGES[need] then
      page.source:complain({'#' .. div.identifier},
        ('needs=%s: an exercise needs paper, records, lens, nvcc or gpu'):format(need))
    end
    words[#words + 1] = ('<span class="badge">%s</span>'):format(html.escape(BADGES[need] or need))
  end
  words[#words + 1] = ('<span>%s min</span>'):format(html.escape(a.minutes or '?'))
  return ('<p class="minutes">%s</p>'):format(table.concat(words, ' '))
end

function set.exercise(page, div)
  local a = div.attributes
  local head = ('<h3><span class="kind">Exercise %s</span> %s%s</h3>'):format(a.number, html.escape(a.title or ''),
    html.permalink(div.identifier, 'Exercise ' .. a.number))
  local ok, tried = pcall(run.exercise, page, a.try)
  if not ok then
    if type(tried) ~= 'table' then error(tried, 0) end
    page.source:complain({'#' .. div.identifier}, tried)
    tried = ''
  end
  return wrapped(('<section class="exercise"%s%s>%s%s'):format(identifier(div), tried, head, badges(page, div)),
    div.content, '</section>')
end

-- ANSWERS=no: for a class that is to hand them in. They have been checked like the rest.
function set.answer(_, div)
  if os.getenv 'ANSWERS' == 'no' then return {} end
  return wrapped(('<details class="answer"><summary>%s</summary>'):format(
    html.escape(div.attributes.title or 'How to know you are right')), div.content, '</details>')
end

local function minutes(meta)
  local text = pandoc.utils.stringify(meta)
  return text:match '^%d+$' and text .. '\u{a0}min' or text
end

local function listed_needs(page)
  local links = {}
  for _, item in ipairs(page.meta.needs or {}) do
    local stem = pandoc.utils.stringify(item)
    local chapter = page.book.by_stem[stem]
    if chapter then
      links[#links + 1] = ('<a href="%s.html">%s</a>'):format(stem, html.escape(chapter.short))
    else
      page.source:complain({'needs:', stem}, ('needs: names %s, which book/contents does not list'):format(stem))
    end
  end
  return #links > 0 and html.listed(links) or 'nothing'
end

-- Objectives, and what it takes: filled from the chapter's front matter.
function set.needs(page)
  local meta, facts = page.meta, {}
  local function fact(name, text) facts[#facts + 1] = ('<div><dt>%s</dt><dd>%s</dd></div>'):format(name, text) end
  fact('Needs', listed_needs(page))
  if meta.reading then fact('Reading', html.escape(minutes(meta.reading))) end
  if meta.running then fact('Running', html.escape(minutes(meta.running))) end
  local blocks = pandoc.List{html.block '<section class="needs" aria-label="Objectives and needs">'}
  if meta.objectives then
    blocks:insert(html.block '<div><p class="kind">After this chapter you can</p>')
    local items = {}
    for _, item in ipairs(meta.objectives) do
      local inlines = pandoc.utils.type and pandoc.utils.type(item) == 'Blocks' and pandoc.utils.blocks_to_inlines(item) or item
      items[#items + 1] = {pandoc.Plain(inlines)}
    end
    blocks:insert(pandoc.BulletList(items))
    blocks:insert(html.block '</div>')
  end
  blocks:insert(html.block('<dl>' .. table.concat(facts) .. '</dl></section>'))
  return blocks
end

function set.contents(page)
  return {html.block(frame.contents(page))}
end

function set.ladder(page)
  return {html.block(frame.ladder(page))}
end

function set.open(page, div)
  local blocks = pandoc.List{html.block(('<section class="open" aria-label="%s"%s>%s<ol>'):format(
    html.unlike(page, 'Open questions'), identifier(div), title(div.attributes.title or 'Open questions')))}
  for _, list in ipairs(div.content) do
    if list.t ~= 'DefinitionList' then
      page.source:complain({pandoc.utils.stringify(list), '::: open'},
        'an open question is a line, and below it `:   ` the experiment that would settle it')
      return {}
    end
    for _, item in ipairs(list.content) do
      page.questions = (page.questions or 0) + 1
      blocks:insert(html.block(('<li id="open-%d">'):format(page.questions)))
      blocks:insert(pandoc.Para(item[1]))
      for _, settles in ipairs(item[2]) do
        for _, block in ipairs(settles) do blocks:insert(block.t == 'Plain' and pandoc.Para(block.content) or block) end
      end
      blocks:insert(html.block '</li>')
    end
  end
  blocks:insert(html.block '</ol></section>')
  return blocks
end

function boxes.set(page, doc)
  return doc:walk{Div = function(div)
    for _, class in ipairs(div.classes) do
      if set[class] then return set[class](page, div) end
    end
  end}
end

return boxes
