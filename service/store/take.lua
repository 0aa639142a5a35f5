-- Takes costs from the buckets of rate limits.
--
-- KEYS  the buckets; in a cluster one per call
-- ARGV  1 the takes of buckets.lua
-- Returns the answer of buckets.lua.

local answer = {}
take(KEYS, ARGV[1], answer)
return answer
