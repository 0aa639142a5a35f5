-- Adds a line to a room of a game. See docs/decisions/0066.
--
-- KEYS  1 the game (hash)   2 the room (list)   3 the settings of the talk (hash)
-- ARGV  1 author  2 key  3 account, `-` if none  4 body  5 `1` if the text is free  6 the mode unless another one is set
--       7 the era of this server, empty if it has none
-- Returns {0, line} said, {1, line} repeated, {2} key reused, {3, mode} not allowed, {4, milliseconds} too often, {5} no game.
--
-- A line begins with its number, its time, the era (`-` if none), its key, author and account; layout.py reads it.
-- Keys and rates are looked up in the newest 64 lines, so a room needs no other values.

local room, author, key, body = KEYS[2], ARGV[1], ARGV[2], ARGV[4]
local SPAN, MOST, LOOKED_AT, KEPT = 20000, 8, 64, 500
local lives = redis.call('PTTL', KEYS[1])
if lives == -2 or redis.call('HEXISTS', KEYS[1], 'version') == 0 then
  return {5}
end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local newest, last, earliest, own = redis.call('LRANGE', room, -LOOKED_AT, -1), 0, 0, {}
for i, line in ipairs(newest) do
  local number, at, used, by, from = string.match(line, '^(%d+) (%d+) %S+ (%S+) (%S+) %S+ ()')
  number, at = tonumber(number or last), tonumber(at or 0)
  if used == key and by == author then
    if string.sub(line, from) == body then
      return {1, line}
    end
    return {2}
  end
  last = number
  if i == 1 then
    earliest = at
  end
  if by == author and at > now - SPAN then
    table.insert(own, at)
  end
end

local ended, mode = unpack(redis.call('HMGET', KEYS[3], 'ended', 'mode'))
mode = ended and 'OFF' or mode or ARGV[6]
if mode == 'OFF' or (ARGV[5] == '1' and mode ~= 'FREE') then
  return {3, mode}
end
local wait = 0
if #own >= MOST then
  wait = own[#own - MOST + 1] + SPAN - now
end
if #newest == LOOKED_AT then
  wait = math.max(wait, earliest + SPAN - now)
end
if wait > 0 then
  return {4, wait}
end

local era = ARGV[7] ~= '' and ARGV[7] or '-'
local line = string.format('%d %.0f %s %s %s %s ', last + 1, now, era, key, author, ARGV[3]) .. body
redis.call('RPUSH', room, line)
redis.call('LTRIM', room, -KEPT, -1)
if lives > 0 then
  redis.call('PEXPIRE', room, lives)
end
redis.pcall('PUBLISH', KEYS[3], last + 1) -- only a wake-up
return {0, line}
