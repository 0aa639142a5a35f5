-- Stores an item under a name, unless another caller has changed it since it was read. See docs/decisions/0029.
--
-- KEYS  1 the items of the name (hash)
-- ARGV  1 item  2 new value  3 old value, empty if there must be none  4 TTL of all items of the name in milliseconds
-- Returns 1 if the new value is stored, also by an earlier call whose reply was lost; else 0.

local stored = redis.call('HGET', KEYS[1], ARGV[1]) or ''
if stored ~= ARGV[3] and stored ~= ARGV[2] then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 1
