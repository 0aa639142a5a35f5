-- Notes that an instance can take moves, and remembers when none could. See docs/decisions/0031.
--
-- KEYS  1 what this server knows of that (hash)
-- ARGV  1 milliseconds without a note from which on no instance was there  2 the most absences to remember
--       3 milliseconds after a note within which another one need not be written  4 TTL in milliseconds
-- Returns the time, and the absences, each such as `1700000000000-1700000019000 ` with the space.
--
-- Whichever instance comes first after an absence ends it, in one step, so that all know the same one.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local known = redis.call('HMGET', KEYS[1], 'last', 'gaps')
local last, gaps = tonumber(known[1] or now), known[2] or ''
if now - last >= tonumber(ARGV[1]) then
  gaps = string.format('%s%d-%d ', gaps, last, now)
  local _, count = string.gsub(gaps, ' ', '')
  if count > tonumber(ARGV[2]) then
    gaps = string.match(gaps, ' (.*)$')
  end
  redis.call('HSET', KEYS[1], 'gaps', gaps)
end
if not known[1] or now < last or now - last >= tonumber(ARGV[3]) then
  redis.call('HSET', KEYS[1], 'last', string.format('%d', now))
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
end
return {now, gaps}
