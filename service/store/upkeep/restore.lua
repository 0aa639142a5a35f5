-- Writes keys that belong together, unless they are there already.
--
-- KEYS  the keys; the last one is the truth, and is written last
-- ARGV  1 when they expire, in milliseconds since the epoch, empty if never
--       2 the field without which the last key counts as missing, empty if there is none
--       then for each key its type (`hash`, `list`, `set` for a sorted set, or `string`), the number of values, and the values:
--       fields and values, items, or scores and members
-- Returns 1 written, 0 there already, 2 expired meanwhile.
--
-- A script is not rolled back. If the server ends in between, the last key is missing, and the keys are written again.

local truth, expires = KEYS[#KEYS], ARGV[1]
if ARGV[2] == '' and redis.call('EXISTS', truth) == 1 or ARGV[2] ~= '' and redis.call('HEXISTS', truth, ARGV[2]) == 1 then
  return 0
end
local time = redis.call('TIME')
if expires ~= '' and tonumber(expires) <= time[1] * 1000 + math.floor(time[2] / 1000) then
  return 2
end

local commands = {hash = 'HSET', list = 'RPUSH', set = 'ZADD', string = 'SET'}
local at = 3
for i, key in ipairs(KEYS) do
  local command, last = commands[ARGV[at]], at + 1 + ARGV[at + 1]
  if i < #KEYS then
    redis.call('DEL', key)
  end
  for first = at + 2, last, 1000 do
    redis.call(command, key, unpack(ARGV, first, math.min(first + 999, last)))
  end
  if expires ~= '' then
    redis.call('PEXPIREAT', key, expires)
  end
  at = last + 1
end
return 1
