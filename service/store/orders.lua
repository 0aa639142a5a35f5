-- Stores the standing orders of a game, unless another caller has changed them since they were read.
--
-- KEYS  1 the game (hash)
-- ARGV  1 the new orders  2 the old ones, both empty if there are none
-- Returns 1 if the new orders are stored, also by an earlier call whose reply was lost; else 0.

local stored = redis.call('HMGET', KEYS[1], 'version', 'orders')
local orders = stored[2] or ''
if not stored[1] or (orders ~= ARGV[2] and orders ~= ARGV[1]) then
  return 0
end
redis.call('HSET', KEYS[1], 'orders', ARGV[1]) -- in any case, so that replicas must have what an earlier call removed, too
if ARGV[1] == '' then
  redis.call('HDEL', KEYS[1], 'orders')
end
return 1
