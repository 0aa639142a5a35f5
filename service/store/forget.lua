-- Removes the text and the account from all lines of an account in the rooms of a game, and has those who follow read all again.
--
-- KEYS  1 the settings of the talk (hash)   2 and further: the rooms (lists)
-- ARGV  1 the account

for i = 2, #KEYS do
  for at, line in ipairs(redis.call('LRANGE', KEYS[i], 0, -1)) do
    local head, account = string.match(line, '^(%d+ %d+ %S+ %S+ %S+ )(%S+) ')
    if account == ARGV[1] then
      redis.call('LSET', KEYS[i], at - 1, head .. '- ')
    end
  end
end
redis.pcall('PUBLISH', KEYS[1], '') -- only a wake-up
