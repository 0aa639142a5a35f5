-- Reads all of a game at once. Writes nothing.
--
-- KEYS  1 the game (hash)   2 its log (list)   3 its notices that were not passed on yet (list)   4 of format 1: the log (stream)
-- Returns fields and values of the game, its log, its notices, the log of format 1, and when the game expires, in milliseconds
-- since the epoch (negative: never).

local fields, stream = redis.call('HGETALL', KEYS[1]), {}
if redis.call('HEXISTS', KEYS[1], 'format') == 0 then
  stream = redis.call('XRANGE', KEYS[4], '-', '+')
end
local log, notices = redis.call('LRANGE', KEYS[2], 0, -1), redis.call('LRANGE', KEYS[3], 0, -1)
return {fields, log, notices, stream, redis.call('PEXPIRETIME', KEYS[1])}
