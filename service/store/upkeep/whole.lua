-- Reads all of a game at once. Writes nothing.
--
-- KEYS  1 the game (hash)   2 its log (list)   3 its notices that were not passed on yet (list)
-- Returns fields and values of the game, its log, its notices, and when the game expires, in milliseconds since the epoch
-- (negative: never).

local log, notices = redis.call('LRANGE', KEYS[2], 0, -1), redis.call('LRANGE', KEYS[3], 0, -1)
return {redis.call('HGETALL', KEYS[1]), log, notices, redis.call('PEXPIRETIME', KEYS[1])}
