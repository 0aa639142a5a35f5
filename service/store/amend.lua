-- Amends stored values of a game at the version that it has: what is forgotten of an account. See docs/decisions/0058.
--
-- KEYS  1 the game (hash)   2 its log (list)
-- ARGV  1 the setup as it was  2 the new one, both empty if it stays
--       then for each entry of the log: its place, counted from 0, the entry as it was, and the new one
-- Returns 1 if all new values are stored, also by an earlier call whose reply was lost; 0 if one of them was another: then nothing
-- was written.
--
-- A script is not rolled back. If the server ends in between, the same call writes the rest.

local game, log = KEYS[1], KEYS[2]
if redis.call('HEXISTS', game, 'version') == 0 then
  return 0
end
local setup = redis.call('HGET', game, 'setup')
if ARGV[1] ~= '' and setup ~= ARGV[1] and setup ~= ARGV[2] then
  return 0
end
for at = 3, #ARGV, 3 do
  local stored = redis.call('LINDEX', log, ARGV[at])
  if stored ~= ARGV[at + 1] and stored ~= ARGV[at + 2] then
    return 0
  end
end

if ARGV[1] ~= '' then
  redis.call('HSET', game, 'setup', ARGV[2])
end
for at = 3, #ARGV, 3 do
  redis.call('LSET', log, ARGV[at], ARGV[at + 2])
end
if #ARGV > 2 then
  redis.pcall('PUBLISH', game, '9007199254740992') -- only a wake-up, with protocol.REWRITTEN
end
return 1
