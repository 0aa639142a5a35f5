-- Token buckets for rate limits, refilled by the server's clock. See docs/decisions/0014.
--
-- KEYS  the buckets (strings: level, and time of that level in microseconds); in a cluster one per call
-- ARGV  1 in JSON, for each bucket: cost, capacity, flow per second
-- Returns three per bucket: 1, level, 0 if the cost was taken; 0, level, milliseconds until it can be if it was not.
--
-- A bucket that is missing or damaged is full. Buckets are neither written to the append-only file nor replicated: a server that syncs every write
-- would sync on every request. So all buckets are full after a restart or a failover.

redis.set_repl(redis.REPL_NONE)

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

local answer, takes = {}, cjson.decode(ARGV[1])
for i, key in ipairs(KEYS) do
  local cost, capacity, flow = unpack(takes[i])
  local level = capacity
  local kept = redis.pcall('GET', key) -- an error if it is no string
  local was, at = string.match(type(kept) == 'string' and kept or '', '^(%S+) (%S+)$')
  was, at = tonumber(was), tonumber(at)
  if was and at then
    level = math.min(capacity, was + math.max(0, now - at) * flow / 1000000)
  end
  local taken, retry = 0, 0
  if level < cost then
    retry = math.ceil((cost - level) / flow * 1000)
  else
    taken, level = 1, level - cost
    -- At least a minute, because the server writes the expiry of a key to the append-only file after all.
    local lives = math.max(60000, math.ceil((capacity - level) / flow * 1000))
    redis.call('SET', key, string.format('%.6f %.0f', level, now), 'PX', lives)
  end
  table.insert(answer, taken)
  table.insert(answer, math.floor(level))
  table.insert(answer, retry)
end
return answer
