-- The first of the four matrices of ldmatrix: which lane gives the address of each row, and which lane receives each word.
local draw = ...
local ROWS, WORDS = 8, 4
local OURS = 5 -- a lane whose two roles are marked

return function(d)
  local h, left = 26, d.narrow and 92 or 150
  local w = math.min((d.width - left - 4) / WORDS, 110)
  local top = 24
  d:text(left - 10, top - 12, 'address from', {anchor = 'end', size = 12, role = 'quiet'})
  d:text(left, top - 12, d.narrow and 'word goes to' or 'a word of four bytes goes to lane', {size = 12, role = 'quiet'})
  for r = 0, ROWS - 1 do
    local y = top + r * h
    d:text(left - 10, y + h / 2, 'lane ' .. r, {anchor = 'end', bold = r == OURS})
    for word = 0, WORDS - 1 do
      local lane = WORDS * r + word
      d:rect(left + word * w, y, w, h, {role = lane == OURS and 'A' or 'quiet', tone = lane == OURS and 'solid' or 'none', weight = 0.6})
      d:text(left + (word + 0.5) * w, y + h / 2, tostring(lane), {anchor = 'middle', on = lane == OURS, bold = lane == OURS})
    end
    d:rect(left, y, WORDS * w, h, {tone = 'none', weight = r == OURS and 2 or 1.2})
  end
end
