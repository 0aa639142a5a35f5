-- Marks a game as watched: a webhook may want to hear of it. See docs/decisions/0029.
--
-- KEYS  1 the game (hash)
--
-- A game that is being created does not exist yet. Its mark stays for a minute; the commit that creates the game keeps it.

redis.call('HSET', KEYS[1], 'watched', '1')
if redis.call('HEXISTS', KEYS[1], 'version') == 0 then
  redis.call('PEXPIRE', KEYS[1], 60000)
end
return 1
