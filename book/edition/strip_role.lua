-- strip_role.lua: a bibliography, after citeproc -> the same without a role that is none.
-- Takes from the sources, after citeproc, the class for which pandoc 2 gives them
-- a role that is no longer one (doc-biblioentry). Pandoc 3 makes them items of a list.

function Div(div)
  if PANDOC_VERSION[1] > 2 or not div.classes:includes 'csl-entry' then return nil end
  div.classes = div.classes:filter(function(class) return class ~= 'csl-entry' end)
  return div
end
