-- Reads all of a game at once. Writes nothing.
--
-- KEYS  1 the game (hash)   2 its log (list)   3 its notices that were not passed on yet (list)   4 the settings of its talk (hash)
--       then its rooms (lists)
-- Returns fields and values of the game, its log, its notices, when the game expires, in milliseconds since the epoch
-- (negative: never), fields and values of the settings, and then each room.

local log, notices = redis.call('LRANGE', KEYS[2], 0, -1), redis.call('LRANGE', KEYS[3], 0, -1)
local found = {redis.call('HGETALL', KEYS[1]), log, notices, redis.call('PEXPIRETIME', KEYS[1]), redis.call('HGETALL', KEYS[4])}
for i = 5, #KEYS do
  table.insert(found, redis.call('LRANGE', KEYS[i], 0, -1))
end
return found
