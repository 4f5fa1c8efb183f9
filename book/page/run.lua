-- run.lua: page, a file below code/ -> the program that a reader can run from its listing.
-- A program with a table of kernels runs in the page (book/play), from those of its listings that show kernels, their
-- launchers or the table; from a listing of a header runs the chapter's own, if it includes that header. A listing and an exercise say so in data-run, for book.js:
--
--   data-run="tiling"  data-file="kernels/gemm.h"  data-kernel="tile-32"

local html, source = require 'page.html', require 'page.source'

local run = {}

local texts = {}

local function text_of(name)
  if texts[name] == nil then texts[name] = source.read('code/' .. name) or '' end
  return texts[name]
end

-- Whether a program has kernels that multiply, in its one table.
local function has_kernels(stem) return text_of(stem .. '.cu'):find('\nconst struct kernel kernels[]', 1, true) end

local function includes(name, wanted, seen)
  if seen[name] then return false end
  seen[name] = true
  for inner in ('\n' .. text_of(name)):gmatch '\n#include "([^"]+)"' do
    if inner == wanted or includes(inner, wanted, seen) then return true end
  end
  return false
end

-- Whether what is shown is of a kernel, and not of the probe of a machine: with what stands around it.
local function shows_kernel(file, region)
  while region.parent do region = region.parent end
  local text = table.concat(file.lines, '\n', region.first, region.last)
  return not text:find('struct samples', 1, true)
    and (text:find '__global__' or text:find '__device__' or text:find('<<<', 1, true) or text:find 'struct kernel kernels')
end

-- The attributes of a listing of a region of code/NAME, or ''.
function run.listing(page, name, file, region)
  if not shows_kernel(file, region) then return '' end
  local stem = name:match '^([%w-]+)%.cu$'
  if stem then return has_kernels(stem) and (' data-run="%s"'):format(stem) or '' end
  local offered = name:match '^kernels/' and has_kernels(page.stem) and includes(page.stem .. '.cu', name, {})
  return offered and (' data-run="%s" data-file="%s"'):format(page.stem, html.escape(name)) or ''
end

-- The attributes of an exercise that says try=tile-32, or try=tiling.tile-32 on another chapter's page; raises
-- where there is no such kernel.
function run.exercise(page, try)
  if not try then return '' end
  local stem, kernel = try:match '^([%w-]+)%.(.+)$'
  stem, kernel = stem or page.stem, kernel or try
  if not has_kernels(stem) or not text_of(stem .. '.cu'):find('"' .. kernel .. '"', 1, true) then
    error({message = ('try=%s: code/%s.cu has no kernel of that name'):format(try, stem)}, 0)
  end
  return (' data-run="%s" data-kernel="%s"'):format(stem, html.escape(kernel))
end

return run
