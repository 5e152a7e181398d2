#!lua flags=no-writes
-- The time and the documents KEYS, all of one moment.

local clock = redis.call('TIME')
return {clock[1] * 1000 + math.floor(clock[2] / 1000), redis.call('MGET', unpack(KEYS))}
