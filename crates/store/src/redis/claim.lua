#!lua
-- Leases due jobs by moving their score to the end of the lease. KEYS[1] is the partition's jobs;
-- ARGV is how many at most and the lease in milliseconds. Returns the time, the end of the lease,
-- its mark, when the next job is due (or nothing), then the names taken, each with when it was due and its
-- origin (or nothing).
--
-- A job that was scheduled has a whole score. A leased one carries the lease's mark as a fraction:
-- the microsecond of the claim, so that no schedule and no other claim has the same score by chance.

local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local mark = clock[2] % 1000 + 1
local limit = tonumber(ARGV[1])
local leased_until = now + ARGV[2]
-- Written out in full: a number that Lua turns into text by itself has 14 digits.
local score = string.format('%.17g', leased_until + mark / 1024)

local rows = redis.call('ZRANGE', KEYS[1], 0, limit, 'WITHSCORES')
local taken = {now, leased_until, mark, false}
local moves = {}
local names = {}
for row = 1, #rows, 2 do
  local due = math.floor(tonumber(rows[row + 1]))
  if due > now or row > 2 * limit then
    taken[4] = due
    break
  end
  moves[#moves + 1] = score
  moves[#moves + 1] = rows[row]
  names[#names + 1] = rows[row]
  taken[#taken + 1] = rows[row]
  taken[#taken + 1] = due
  taken[#taken + 1] = false
end
if #moves > 0 then
  redis.call('ZADD', KEYS[1], unpack(moves))
  local origins = KEYS[1] .. ':origins'
  if redis.call('EXISTS', origins) == 1 then
    for place, origin in ipairs(redis.call('HMGET', origins, unpack(names))) do
      taken[4 + 3 * place] = origin
    end
  end
end
return taken
