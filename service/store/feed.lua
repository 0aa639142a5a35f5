-- Adds an event to the feed of all games, unless it is there. See docs/decisions/0070.
--
-- KEYS  1 the feed (sorted set)
-- ARGV  1 event, which begins with its id and a space  2 the most events that are kept  3 TTL of the feed in milliseconds
--       4 the era of this server, empty if it has none
--
-- The number of an event is the time, or one more than that of the event before. So numbers grow, even if events are lost.

local feed, era = KEYS[1], ARGV[4] ~= '' and ARGV[4] or '-'
local newest = redis.call('ZRANGE', feed, 0, 0, 'REV', 'WITHSCORES')
local time = redis.call('TIME')
local number = time[1] * 1000 + math.floor(time[2] / 1000)
if newest[2] and tonumber(newest[2]) >= number then
  number = tonumber(newest[2]) + 1
end
redis.call('ZADD', feed, 'NX', string.format('%.0f', number), era .. ' ' .. ARGV[1])
redis.call('ZREMRANGEBYRANK', feed, 0, -1 - ARGV[2])
redis.call('PEXPIRE', feed, ARGV[3])
redis.pcall('PUBLISH', feed, '') -- only a wake-up
