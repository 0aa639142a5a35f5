-- A bucket of tokens, filled by the clock of the server, from which requests take what they cost. See docs/decisions/0014.
--
-- KEYS  1 the bucket (string: how much was in it, and when, in microseconds)
-- ARGV  1 cost  2 capacity  3 what flows in a second
-- Gives {1, left, 0} taken, {0, left, milliseconds until there is enough} not taken; the bucket is as it was then.
--
-- A bucket that is not there is full. It is neither written to the append-only file nor replicated: a server that keeps every
-- commit on disk would sync for every request. So a restart or another master fills all buckets.

redis.set_repl(redis.REPL_NONE)

local cost, capacity, flow = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

local level = capacity
local kept = redis.call('GET', KEYS[1])
if kept then
  local was, at = string.match(kept, '^(%S+) (%S+)$')
  level = math.min(capacity, was + math.max(0, now - at) * flow / 1000000)
end

if level < cost then
  return {0, math.floor(level), math.ceil((cost - level) / flow * 1000)}
end

level = level - cost
-- No shorter than a minute: when a key expires the server writes that to the append-only file after all.
local lives = math.max(60000, math.ceil((capacity - level) / flow * 1000))
redis.call('SET', KEYS[1], string.format('%.6f %.0f', level, now), 'PX', lives)
return {1, math.floor(level), 0}
