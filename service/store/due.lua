-- Games in which the house must do something, such as a bot's move: an index, never the truth. See docs/design.md, section 4.
--
-- KEYS  1 the games (sorted set; the score is when to look, in milliseconds)
-- ARGV  1 `remind`  2 game  3 milliseconds from now         gives its score
--       1 `claim`   2 how many at most  3 milliseconds      gives the games that are due and their scores, and puts them off
--       1 `settle`  2 game  3 score                         takes it out, unless its score has changed since
--
-- Scores of reminders are whole and those of claims end in a half, so that one is never taken for the other.

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
  for _, game in ipairs(redis.call('ZRANGE', KEYS[1], '-inf', now, 'BYSCORE', 'LIMIT', 0, ARGV[2])) do
    redis.call('ZADD', KEYS[1], score, game)
    table.insert(claimed, game)
    table.insert(claimed, score)
  end
  return claimed
end

local score = redis.call('ZSCORE', KEYS[1], ARGV[2])
if score and tonumber(score) == tonumber(ARGV[3]) then
  redis.call('ZREM', KEYS[1], ARGV[2])
end
return 0
