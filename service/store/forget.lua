-- Removes the text and the account from all lines of an account in the rooms of a game.
--
-- KEYS  the rooms (lists)
-- ARGV  1 the account

for _, room in ipairs(KEYS) do
  for at, line in ipairs(redis.call('LRANGE', room, 0, -1)) do
    local head, account = string.match(line, '^(%d+ %d+ %S+ %S+ %S+ )(%S+) ')
    if account == ARGV[1] then
      redis.call('LSET', room, at - 1, head .. '- ')
    end
  end
end
