-- Token buckets for rate limits, refilled by the server's clock. See docs/decisions/0014.
--
-- A bucket is a string of two doubles: its level, and the time of that in microseconds. One that is missing or damaged is full.
-- Buckets are neither written to the append-only file nor replicated: a server that syncs every write would sync on every request.
-- So all buckets are full after a restart or a failover.

-- Takes costs from buckets, and adds three numbers per bucket to an answer: 1, level, 0 if the cost was taken; 0, level,
-- milliseconds until it can be if it was not. Returns true if all were taken.
--
-- keys   the buckets
-- takes  three doubles for each: cost, capacity, flow per second
local function take(keys, takes, answer)
  redis.set_repl(redis.REPL_NONE)
  local time, all = redis.call('TIME'), true
  local now = time[1] * 1000000 + time[2]
  for i, key in ipairs(keys) do
    local cost, capacity, flow = struct.unpack('<ddd', takes, i * 24 - 23)
    local level, taken, retry = capacity, 0, 0
    local kept = redis.pcall('GET', key) -- an error if it is no string
    if type(kept) == 'string' and #kept == 16 then
      local was, at = struct.unpack('<dd', kept)
      if was >= 0 then -- and a number
        level = math.min(capacity, was + math.max(0, now - at) * flow / 1000000)
      end
    end
    if level < cost then
      retry, all = math.ceil((cost - level) / flow * 1000), false
    else
      taken, level = 1, level - cost
      -- At least a minute, because the server writes the expiry of a key to the append-only file after all.
      local lives = math.max(60000, math.ceil((capacity - level) / flow * 1000))
      redis.call('SET', key, struct.pack('<dd', level, now), 'PX', lives)
    end
    local last = #answer
    answer[last + 1], answer[last + 2], answer[last + 3] = taken, math.floor(level), retry
  end
  redis.set_repl(redis.REPL_ALL)
  return all
end
