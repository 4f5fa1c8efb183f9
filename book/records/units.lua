-- units.lua: takes numbers with units, and days, and returns them as the book writes them.

local NNBSP = '\u{202f}'                          -- narrow no-break space

local units = {}

local MONTHS = {'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August',
  'September', 'October', 'November', 'December'}

-- 2026-11-21T10:00:00Z -> 21 November 2026
function units.day(_, iso)
  local y, m, d = (iso or ''):match '^(%d+)-(%d+)-(%d+)'
  if not y or not MONTHS[tonumber(m)] then return 'an unknown day' end
  return ('%d %s %s'):format(d, MONTHS[tonumber(m)], y)
end

local function group(digits)
  if #digits < 5 then return digits end
  local head = #digits % 3
  return (digits:sub(1, head) .. digits:sub(head + 1):gsub('%d%d%d', NNBSP .. '%0'))
    :gsub('^' .. NNBSP, '')
end

local SUPERSCRIPT = {['-'] = '⁻', ['0'] = '⁰', ['1'] = '¹', ['2'] = '²', ['3'] = '³', ['4'] = '⁴',
  ['5'] = '⁵', ['6'] = '⁶', ['7'] = '⁷', ['8'] = '⁸', ['9'] = '⁹'}

-- x to so many significant digits, zeros at the end included: 9.40, 528, 1240.
local function significant(x, digits)
  if x == 0 then return '0' end
  local mantissa, exponent = ('%.' .. digits - 1 .. 'e'):format(x):match '^(.-)e(.*)$'
  exponent = math.tointeger(tonumber(exponent))
  if exponent < -4 then
    return mantissa .. NNBSP .. '×' .. NNBSP .. '10' .. tostring(exponent):gsub('.', SUPERSCRIPT)
  end
  local text = ('%.' .. math.max(digits - 1 - exponent, 0) .. 'f')
    :format(tonumber(mantissa .. 'e' .. exponent))
  local sign, whole, rest = text:match '^(%-?)(%d+)(.*)$'
  return sign:gsub('-', '−') .. group(whole) .. rest
end

local SCALES = {     -- unit -> {least value, factor, unit}, largest first
  ['GFLOP/s'] = {{999.5, 1e-3, 'TFLOP/s'}, {0.9995, 1, 'GFLOP/s'}, {0, 1e3, 'MFLOP/s'}},
  ['GB/s'] = {{999.5, 1e-3, 'TB/s'}, {0.9995, 1, 'GB/s'}, {0, 1e3, 'MB/s'}},
  s = {{0.9995, 1, 's'}, {0.9995e-3, 1e3, 'ms'}, {0.9995e-6, 1e6, 'µs'}, {0, 1e9, 'ns'}},
  B = {{0.9995e12, 1e-12, 'TB'}, {0.9995e9, 1e-9, 'GB'}, {0.9995e6, 1e-6, 'MB'},
    {999.5, 1e-3, 'kB'}, {0, 1, 'B'}},
}
local IN_SECONDS = {ms = 1e-3, us = 1e-6, ['µs'] = 1e-6}

-- Counters are recorded to two decimals, and of a number below 1 that has no more of them, no more
-- are printed: 0.07, not 0.0700.
local function decimals(x, digits)
  local hundredths = math.floor(math.abs(x) * 100 + 0.5)
  local few = math.abs(math.abs(x) * 100 - hundredths) < 1e-9
  if few and hundredths > 0 and hundredths < ((digits or 3) > 3 and 10 or 100) then
    return (x < 0 and '−' or '') .. ('%.2f'):format(hundredths / 100)
  end
end

-- The number as the book writes it: significant digits (3), the unit scaled and
-- set off by a narrow no-break space. Counts that are whole are written in full, small ones
-- whatever the digits.
function units.format(_, number, unit, digits)
  digits = tonumber(digits)
  if unit == 'text' then return number end
  if IN_SECONDS[unit] then number, unit = number * IN_SECONDS[unit], 's' end
  if unit == 'B' and math.abs(number) < 999.5 then unit = 'count-B' end
  if (unit == 'count' or unit == 'count-B') and number == math.floor(number)
    and (not digits or math.abs(number) < 1e4) then
    local text = group(('%.0f'):format(number))
    return unit == 'count' and text or text .. NNBSP .. 'B'
  end
  if unit == 'MHz' and not digits then return ('%.0f'):format(number) .. NNBSP .. 'MHz' end
  for _, scale in ipairs(SCALES[unit] or {}) do
    if math.abs(number) >= scale[1] then
      number, unit = number * scale[2], scale[3]
      break
    end
  end
  local plain = unit == nil or unit == '' or unit == '%'
  local text = plain and (digits or 3) > 2 and decimals(number, digits) or significant(number, digits or 3)
  if unit == nil or unit == '' or unit == 'count' then return text end
  return text .. NNBSP .. unit:gsub('^count%-', '')
end

return units
