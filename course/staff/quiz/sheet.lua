-- sheet.lua: takes a title and questions with numbers, and returns a page to print: for students, or with the key.

local bank = require 'quiz.bank'

local sheet = {}

local STYLE = [[
@page { margin: 15mm 17mm }
* { box-sizing: border-box }
body { font: 11pt/1.38 Georgia, 'Liberation Serif', serif; color: #000; background: #fff; max-width: 180mm; margin: 6mm auto; padding: 0 3mm }
@media print { body { margin: 0; max-width: none; padding: 0 } }
h1 { font-size: 15pt; margin: 0 0 2mm } h2 { font-size: 11.5pt; margin: 5mm 0 1mm }
p { margin: 0 0 1.5mm } .head { display: flex; gap: 8mm; margin: 0 0 2mm } .head span { flex: 1; border-bottom: .3mm solid #000; padding-top: 5mm }
.head .few { flex: 0 0 38mm } .small { font-size: 9.5pt }
ol { list-style: none; margin: 0; padding: 0 } ol > li { break-inside: avoid; margin: 0; padding: 2.2mm 0 1.5mm; border-top: .15mm solid #000 }
.n { font-weight: bold } .points { float: right; font-size: 9.5pt; margin-left: 4mm }
pre, code { font: 9.6pt/1.3 'DejaVu Sans Mono', 'Liberation Mono', monospace } pre { margin: 1mm 0 1.5mm 5mm }
pre b { font-weight: normal; display: inline-block; width: 7mm }
table { border-collapse: collapse; margin: 1mm 0 2mm 5mm; font-size: 10pt } td, th { padding: .6mm 3.5mm .6mm 0; text-align: right; font-weight: normal; vertical-align: bottom }
th { border-bottom: .2mm solid #000; max-width: 34mm } td:first-child, th:first-child { text-align: left }
.work { height: 13mm } .rule { height: 6.6mm; border-bottom: .15mm dotted #000 } .answer { text-align: right }
.blank { display: inline-block; width: 42mm; border-bottom: .2mm solid #000 } .short { width: 16mm }
.box { display: inline-block; width: 3.4mm; height: 3.4mm; border: .25mm solid #000; margin: 0 1.5mm 0 5mm }
.key { margin: 1mm 0 0 5mm; padding-left: 3mm; border-left: .6mm solid #000 } dl { margin: 0 } dt { font-weight: bold; break-after: avoid } dd { margin: 0 0 2mm 8mm }
section { break-inside: avoid }
]]

local function escaped(text) return (text:gsub('[&<>]', {['&'] = '&amp;', ['<'] = '&lt;', ['>'] = '&gt;'})) end

-- Code in backticks, and *words* set off.
local function inline(text)
  return (escaped(text):gsub('`([^`]+)`', '<code>%1</code>'):gsub('%*(%l[%l ]*)%*', '<em>%1</em>'))
end
sheet.inline = inline

local function page(title, body)
  return ('<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n' ..
    '<title>%s</title>\n<style>\n%s</style>\n%s</html>\n'):format(escaped(title), STYLE, body)
end
sheet.page = page

local function asked(q, n, out, first)
  out[#out + 1] = ('<li><span class="points">%d points</span><p><span class="n">%d.</span> %s</p>\n'):format(q.points, n, inline(first))
  for i = 2, #q.text do out[#out + 1] = ('<p>%s</p>\n'):format(inline(q.text[i])) end
  if q.table then
    out[#out + 1] = '<table>\n'
    for r, row in ipairs(q.table) do
      local cells = {}
      for c, cell in ipairs(row) do
        cells[c] = ('<%s>%s</%s>'):format(r == 1 and 'th' or 'td', c == 1 and r > 1 and '<code>' .. escaped(cell) .. '</code>' or inline(cell), r == 1 and 'th' or 'td')
      end
      out[#out + 1] = '<tr>' .. table.concat(cells) .. '</tr>\n'
    end
    out[#out + 1] = '</table>\n'
  end
  if q.code then
    local lines = {}
    for i, line in ipairs(q.code) do lines[i] = ('<b>%d</b>%s'):format(i, escaped(line)) end
    out[#out + 1] = '<pre>' .. table.concat(lines, '\n') .. '</pre>\n'
  end
end

local function rules_below(count) return ('<div class="rule"></div>'):rep(count) .. '\n' end

local function room(q)
  if q.kind == 'judge' then
    return '<p><span class="box"></span>true<span class="box"></span>false &#160; because</p>\n' .. rules_below(2)
  elseif q.kind == 'explain' then return rules_below(q.points > 3 and 5 or 4)
  elseif q.kind == 'mistake' then
    return ('<div class="work"></div><p class="answer">Line <span class="blank short"></span> &#160; <span class="blank"></span> %s</p>\n'):format(inline(q.unit))
  end
  return ('<div class="work"></div><p class="answer"><span class="blank"></span> %s</p>\n'):format(inline(q.unit))
end

-- What is right, and from where to where.
local function right(q)
  if q.kind == 'judge' then return q.holds and 'True.' or 'False.' end
  if q.kind == 'explain' then return nil end
  local words = bank.printed(q.answer, q.answer ~= math.floor(q.answer) and 3 or nil) .. ' ' .. q.unit
  if q.wrong_line then words = ('line %d; '):format(q.wrong_line) .. words end
  if q.within > 0 then
    local least, most = q.answer * (1 - q.within / 100), q.answer * (1 + q.within / 100)
    words = words .. (' (from %s to %s is right)'):format(bank.printed(least, 3), bank.printed(most, 3))
  end
  return words
end

local function told(q)
  local out, is = {'<div class="key">'}, right(q)
  if is then out[#out + 1] = ('<p><strong>%s</strong></p>\n'):format(inline(is)) end
  for _, why in ipairs(q.why) do if why ~= '' then out[#out + 1] = ('<p>%s</p>\n'):format(inline(why)) end end
  for _, good in ipairs(q.good or {}) do out[#out + 1] = ('<p>%d: %s</p>\n'):format(good.points, inline(good.words)) end
  if q.kind == 'judge' then out[#out + 1] = '<p>1 point for the verdict, the others for the reason.</p>\n'
  elseif q.kind == 'mistake' then out[#out + 1] = '<p>1 point for the line, the others for the number.</p>\n' end
  out[#out + 1] = '</div>\n'
  return table.concat(out)
end

local GIVEN = 'A float has 4 bytes, a half has 2, a sector 32 and a line 128. A warp has 32 lanes. Shared memory has 32 banks, each one float wide. ' ..
  'Matrices lie in memory row by row; C = AB is M × N, A is M × K, B is K × N. Each array begins at the start of a line. ' ..
  'Results of a card are those of the %s. Count as the lens does: by what the source says.'

-- {title, code, minutes, groups = {{title, questions}}, card, key}: the page.
function sheet.of(what)
  local points, body, n = 0, {}, 0
  for _, group in ipairs(what.groups) do
    for _, q in ipairs(group.questions) do points = points + q.points end
  end
  body[1] = ('<h1>%s%s</h1>\n'):format(escaped(what.title), what.key and ', key' or '')
  if not what.key then body[#body + 1] = '<div class="head"><span>Name</span><span class="few">Points</span></div>\n' end
  body[#body + 1] = ('<p>%d minutes, %d points. Sheet %s.%s</p>\n'):format(what.minutes, points, escaped(what.code),
    what.key and ' For the staff.' or '')
  body[#body + 1] = what.key
    and '<p class="small">A wrong number with a right way to it gets half of the points, rounded down. A right number without a way gets all of them, and so does a right product or quotient that is not worked out.</p>\n'
    or '<p class="small">' .. GIVEN:format(what.card) .. ' Write down how you come to a number: a right way counts half. A product or a quotient of numbers need not be worked out.</p>\n'
  for _, group in ipairs(what.groups) do
    if group.title then body[#body + 1] = ('<h2>%s</h2>\n'):format(escaped(group.title)) end
    body[#body + 1] = '<ol>\n'
    for _, q in ipairs(group.questions) do
      n = n + 1
      asked(q, n, body, q.text[1])
      body[#body + 1] = what.key and told(q) or room(q)
      body[#body + 1] = '</li>\n'
    end
    body[#body + 1] = '</ol>\n'
  end
  return page(what.title .. (what.key and ', key' or ''), table.concat(body))
end

-- The questions of an oral with their bands, and the reason with its rubric and samples.
function sheet.oral(given, title)
  local body = {('<h1>%s: oral and reason</h1>\n<p>For the staff.</p>\n<h2>Five minutes</h2>\n'):format(escaped(title)),
    '<p class="small">Ask three questions, of different kinds. Each answer has 3, 2, 1 or 0 points, by the line that it reaches.</p>\n<dl>\n'}
  for _, oral in ipairs(given.orals) do
    body[#body + 1] = ('<dt>%s</dt>\n'):format(inline(oral.text))
    for i, band in ipairs{'three', 'two', 'one'} do
      if not oral[band] then require('records.failure').fail(given.path, oral.line, 'this oral has no %s', band) end
      body[#body + 1] = ('<dd>%d: %s</dd>\n'):format(4 - i, inline(oral[band].text))
    end
  end
  body[#body + 1] = '</dl>\n<h2>The reason</h2>\n'
  for _, line in ipairs(given.reason or {}) do body[#body + 1] = ('<p>%s</p>\n'):format(inline(line)) end
  body[#body + 1] = '<table>\n<tr><th>Points</th><th style="text-align:left;max-width:none">For</th></tr>\n'
  for _, line in ipairs(given.rubric or {}) do
    local n, words = line:match '^(%d+) | (.+)$'
    body[#body + 1] = ('<tr><td>%s</td><td style="text-align:left">%s</td></tr>\n'):format(n, inline(words))
  end
  body[#body + 1] = '</table>\n'
  for _, sample in ipairs(given.samples or {}) do
    local function all(list)
      local words = {}
      for i, part in ipairs(list or {}) do words[i] = part.text end
      return inline(table.concat(words, ' '))
    end
    body[#body + 1] = ('<section><h2>Sample: %s</h2>\n<p><q>%s</q></p>\n<div class="key"><p>%s</p></div></section>\n')
      :format(escaped((sample.name:gsub(' (%d+)$', ', %1 points'))), all(sample.words), all(sample.marks))
  end
  return page(title .. ', oral and reason', table.concat(body))
end

return sheet
