-- A queue of reminders of what the service must do, such as make a bot's move: an index, never the truth. See docs/design.md,
-- section 4.
--
-- KEYS  1 the queue (sorted set; the score is when a member is due, in milliseconds)
-- ARGV  1 `remind`  2 member  3 delay in milliseconds         sets a reminder, and returns its score
--       1 `claim`   2 maximum count  3 lease in milliseconds  postpones what is due by the lease, and returns members and scores
--       1 `settle`  2 member  3 score                         removes the reminder, unless its score has changed since
--       1 `postpone`  2 member  3 score  4 delay in milliseconds  puts it off, unless its score has changed since
--       1 `hasten`  2 member  3 delay in milliseconds         sets a reminder, unless there is an earlier one
--       1 `look`                                              returns how many there are, and how late the first is, in milliseconds
--
-- Scores set by `claim` end in .5, and all others are whole numbers, so that they never match each other. `hasten` makes the
-- score of an earlier reminder a whole number: if somebody has claimed it, they can neither remove it nor put it off any more.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

if ARGV[1] == 'remind' then
  local score = string.format('%d', now + ARGV[3])
  redis.call('ZADD', KEYS[1], score, ARGV[2])
  return score
end

if ARGV[1] == 'hasten' then
  local due = now + ARGV[3]
  local score = redis.call('ZSCORE', KEYS[1], ARGV[2])
  if score then
    due = math.min(due, math.floor(tonumber(score)))
  end
  redis.call('ZADD', KEYS[1], string.format('%d', due), ARGV[2])
  return 0
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

if ARGV[1] == 'look' then
  local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
  return {redis.call('ZCARD', KEYS[1]), first[2] and math.max(0, now - tonumber(first[2])) or 0}
end

local score = redis.call('ZSCORE', KEYS[1], ARGV[2])
if score and tonumber(score) == tonumber(ARGV[3]) then
  if ARGV[1] == 'postpone' then
    redis.call('ZADD', KEYS[1], string.format('%d', now + ARGV[4]), ARGV[2])
  else
    redis.call('ZREM', KEYS[1], ARGV[2])
  end
end
return 0
