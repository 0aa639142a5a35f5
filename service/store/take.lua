-- Buckets of tokens, filled by the clock of the server, from which requests take what they cost. See docs/decisions/0014.
--
-- KEYS  the buckets (strings: how much was in it, and when, in microseconds); in a cluster one at a time
-- ARGV  three per bucket: cost, capacity, what flows in a second
-- Gives three per bucket: 1, left, 0 where it was taken; 0, left, milliseconds until there is enough where it was not.
--
-- A bucket that is not there is full. It is neither written to the append-only file nor replicated: a server that keeps every
-- commit on disk would sync for every request. So a restart or another master fills all buckets.

redis.set_repl(redis.REPL_NONE)

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

local answer = {}
for i, key in ipairs(KEYS) do
  local cost, capacity, flow = tonumber(ARGV[3 * i - 2]), tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i])
  local level = capacity
  local kept = redis.call('GET', key)
  if kept then
    local was, at = string.match(kept, '^(%S+) (%S+)$')
    level = math.min(capacity, was + math.max(0, now - at) * flow / 1000000)
  end
  local taken, retry = 0, 0
  if level < cost then
    retry = math.ceil((cost - level) / flow * 1000)
  else
    taken, level = 1, level - cost
    -- No shorter than a minute: when a key expires the server writes that to the append-only file after all.
    local lives = math.max(60000, math.ceil((capacity - level) / flow * 1000))
    redis.call('SET', key, string.format('%.6f %.0f', level, now), 'PX', lives)
  end
  table.insert(answer, taken)
  table.insert(answer, math.floor(level))
  table.insert(answer, retry)
end
return answer
