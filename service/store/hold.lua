-- What an owner holds at once, such as games that wait for players: members that count until they are released or their lease
-- ends. See docs/decisions/0025.
--
-- KEYS  1 the holds of an owner (sorted set; the score is when the lease ends, in milliseconds)
-- ARGV  1 member  2 the most members  3 lease in milliseconds
-- Returns 0 if the member is held now, else the milliseconds until the first lease ends.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then
  local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
  return math.max(1, first[2] - now)
end
redis.call('ZADD', KEYS[1], string.format('%d', now + ARGV[3]), ARGV[1])
redis.call('PEXPIRE', KEYS[1], math.max(redis.call('PTTL', KEYS[1]), tonumber(ARGV[3])))
return 0
