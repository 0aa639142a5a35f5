-- Removes items under a name. It writes in any case, so that replicas must have what an earlier call removed, too.
--
-- KEYS  1 the items of the name (hash)
-- ARGV  the items

redis.call('HSET', KEYS[1], ARGV[1], '')
return redis.call('HDEL', KEYS[1], unpack(ARGV))
