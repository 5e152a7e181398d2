#!lua flags=no-writes
-- The time and the documents KEYS, all of one moment.

local clock = redis.call('TIME')
local documents = {}
-- `unpack` has an end, some thousands away.
local most = 1000
for first = 1, #KEYS, most do
  local last = math.min(first + most - 1, #KEYS)
  local chunk = redis.call('MGET', unpack(KEYS, first, last))
  for place = 1, #chunk do documents[first + place - 1] = chunk[place] end
end
return {clock[1] * 1000 + math.floor(clock[2] / 1000), documents}
