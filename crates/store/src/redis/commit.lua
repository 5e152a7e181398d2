#!lua
-- One commit: every guard, then every effect. KEYS[1] is the partition's jobs; each step that
-- needs another key takes the next of KEYS. ARGV is the number of guards, then the steps: a letter
-- and its arguments. Returns the time, or the first guard that failed and what was found instead.

local call = redis.call
local clock = call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local jobs = KEYS[1]
local origins = jobs .. ':origins'
local key, arg = 2, 2
-- Versions of documents that this commit has seen, by key.
local versions = {}

for guard = 1, tonumber(ARGV[1]) do
  local step = ARGV[arg]
  if step == 'v' then
    local found = call('GETRANGE', KEYS[key], 0, 7)
    versions[KEYS[key]] = found
    if found ~= ARGV[arg + 1] then return {guard, found} end
    key = key + 1
  elseif step == 'n' then
    if now > tonumber(ARGV[arg + 1]) then return {guard, now} end
  else
    if not call('ZSCORE', KEYS[key], ARGV[arg + 1]) then return {guard, now} end
    key = key + 1
  end
  arg = arg + 2
end

-- A version is eight bytes, the highest first. Counted byte by byte: a Lua number has 53 bits.
local function after(version)
  if version == '' then return '\0\0\0\0\0\0\0\1' end
  for place = 8, 1, -1 do
    local byte = version:byte(place)
    if byte < 255 then
      return version:sub(1, place - 1) .. string.char(byte + 1) .. string.rep('\0', 8 - place)
    end
  end
end

-- Most jobs have no origin, and most partitions none at all: found out once, where it matters.
local any_origins
local function forget_origin(job)
  if any_origins == nil then any_origins = call('EXISTS', origins) == 1 end
  if any_origins then call('HDEL', origins, job) end
end

local steps = #ARGV
while arg <= steps do
  local step = ARGV[arg]
  if step == 'w' then
    -- With its version, which follows from the guard's.
    call('SET', KEYS[key], ARGV[arg + 1])
    versions[KEYS[key]] = nil
    key = key + 1
    arg = arg + 2
  elseif step == 'p' then
    local name = KEYS[key]
    local version = after(versions[name] or call('GETRANGE', name, 0, 7))
    local expires = ARGV[arg + 2]
    versions[name] = version
    if expires == '' then
      call('SET', name, version .. ARGV[arg + 1])
    elseif tonumber(expires) < now then
      call('DEL', name)
      versions[name] = ''
    else
      -- PEXPIREAT in the same command. Redis takes the key away when its clock is past the time.
      call('SET', name, version .. ARGV[arg + 1], 'PXAT', expires)
    end
    key = key + 1
    arg = arg + 3
  elseif step == 'd' then
    call('DEL', KEYS[key])
    versions[KEYS[key]] = ''
    key = key + 1
    arg = arg + 1
  elseif step == 'a' then
    call('ZADD', KEYS[key], ARGV[arg + 2], ARGV[arg + 1])
    key = key + 1
    arg = arg + 3
  elseif step == 'r' then
    call('ZREM', KEYS[key], ARGV[arg + 1])
    key = key + 1
    arg = arg + 2
  elseif step == 's' then
    call('ZADD', jobs, ARGV[arg + 2], ARGV[arg + 1])
    if ARGV[arg + 3] == '' then
      forget_origin(ARGV[arg + 1])
    else
      call('HSET', origins, ARGV[arg + 1], ARGV[arg + 3])
      any_origins = true
    end
    arg = arg + 4
  elseif step == 'c' then
    call('ZREM', jobs, ARGV[arg + 1])
    forget_origin(ARGV[arg + 1])
    arg = arg + 2
  elseif step == 'k' then
    -- The score that claim.lua gave it; a scheduled job has a whole one.
    local held = call('ZSCORE', jobs, ARGV[arg + 1])
    local mark = ARGV[arg + 3]
    if held and mark ~= '0' and tonumber(held) == ARGV[arg + 2] + mark / 1024 then
      call('ZREM', jobs, ARGV[arg + 1])
      forget_origin(ARGV[arg + 1])
    end
    arg = arg + 4
  elseif step == 't' then
    if call('HINCRBY', KEYS[key], ARGV[arg + 1], ARGV[arg + 2]) == 0 then
      call('HDEL', KEYS[key], ARGV[arg + 1])
    end
    key = key + 1
    arg = arg + 3
  else
    call('SPUBLISH', ARGV[arg + 1], ARGV[arg + 2])
    arg = arg + 3
  end
end

return now
