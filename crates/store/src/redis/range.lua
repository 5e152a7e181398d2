#!lua flags=no-writes
-- A stretch of the index KEYS[1]. ARGV is the lowest and the highest score, the order (`<` or `>`),
-- how many at most, then, if it goes on behind an entry, that entry's score and member. Returns
-- members and scores from the lowest up in either order.

local index, order, limit = KEYS[1], ARGV[3], tonumber(ARGV[4])

-- How many entries are before this score.
local function before(score)
  return redis.call('ZCOUNT', index, '-inf', '(' .. score)
end

-- Whether `a` comes before `b` byte by byte, as Redis sorts; Lua's `<` goes by the server's locale.
local function precedes(a, b)
  for place = 1, math.min(#a, #b) do
    local x, y = a:byte(place), b:byte(place)
    if x ~= y then return x < y end
  end
  return #a < #b
end

-- How many entries are before this one, which need not be there, and whether it is.
local function find(score, member)
  local low = before(score)
  local high = redis.call('ZCOUNT', index, '-inf', score)
  while low < high do
    local middle = math.floor((low + high) / 2)
    local found = redis.call('ZRANGE', index, middle, middle)[1]
    if found == member then return middle, true end
    if precedes(found, member) then low = middle + 1 else high = middle end
  end
  return low, false
end

-- From the place `first` to before the place `last`, counted from 0.
local first = before(ARGV[1])
local last = redis.call('ZCOUNT', index, '-inf', ARGV[2])
if ARGV[5] then
  local place, there = find(ARGV[5], ARGV[6])
  if order == '>' then
    last = math.min(last, place)
  else
    first = math.max(first, there and place + 1 or place)
  end
end
if order == '>' then
  first = math.max(first, last - limit)
else
  last = math.min(last, first + limit)
end
if first >= last then return {} end
return redis.call('ZRANGE', index, first, last - 1, 'WITHSCORES')
