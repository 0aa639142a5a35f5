-- A queue of reminders of what the service must do, such as make a bot's move: an index, never the truth. See docs/design.md,
-- section 4.
--
-- KEYS  1 the queue (sorted set; the score is when a member is due, in milliseconds)
-- ARGV  1 `remind`  2 member  3 delay in milliseconds         sets a reminder, and returns its score
--       1 `claim`   2 maximum count  3 lease in milliseconds  postpones what is due by the lease, and returns members and scores
--       1 `settle`  2 member  3 score                         removes the reminder, unless its score has changed since
--
-- Scores set by `remind` are whole numbers, and scores set by `claim` end in .5, so that they never match each other.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

if ARGV[1] == 'remind' then
  local score = string.format('%d', now + ARGV[3])
  redis.call('ZADD', KEYS[1], score, ARGV[2])
  return score
end

if ARGV[1] == 'claim' then
  local claimed = {}
  local score = string.format('%d.5', now + ARGV[3])
  for _, member in ipairs(redis.call('ZRANGE', KEYS[1], '-inf', now, 'BYSCORE', 'LIMIT', 0, ARGV[2])) do
    redis.call('ZADD', KEYS[1], score, member)
    table.insert(claimed, member)
    table.insert(claimed, score)
  end
  return claimed
end

local score = redis.call('ZSCORE', KEYS[1], ARGV[2])
if score and tonumber(score) == tonumber(ARGV[3]) then
  redis.call('ZREM', KEYS[1], ARGV[2])
end
return 0
