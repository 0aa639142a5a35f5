-- The only writer of versions. One call applies a commit completely or not at all. See docs/design.md, section 4.
--
-- KEYS  1 the game (hash)   2 its log (list)   then the buckets to take from, and last, if there are new notices, those that were
--         not passed on yet (list)
-- ARGV  1 packed as in layout.py: expected version, milliseconds that the game is kept, time of the change, the time from which it
--         is too late, and before which it is too early, number of notices, created, time of change of the game that it was judged
--         on, negative if that was loaded for it, 1 if it was judged with standing orders, 1 if webhooks may watch it; field of
--         the idempotency key, digest of the request, status, the epochs of the game as it was judged, empty if unknown, and kind
--       2 snapshot
--       for a new game 3 setup; if the game was not loaded 3 its setup 4 the takes of buckets.lua
--       then the entries, packed as in layout.py, then the notices, and last the era of this server, empty if it has none
-- Returns {0, the epochs of the game now} committed, {1, first, last} repeated, {2} key reused, {3, version} conflict,
-- {4, now} too late or too early. If the game was not loaded, {0, ...} and {3, ...} end with the answer of buckets.lua, and what
-- was repeated takes nothing: the command may have been resent because its reply was lost.
-- Times are in milliseconds of this server's clock. What is in time is decided here, so all instances agree.
--
-- A script is not rolled back. So the log is written first, then the hash, whose version is the truth: entries in the log
-- beyond that version were never committed. Readers skip them, and the next commit removes them.
--
-- A game is kept longer than asked for, by a 64th of that and at most an hour, so that not every commit has to set its time to
-- live: only one that finds less than was asked for, or more than that.

local game, log = KEYS[1], KEYS[2]
local era = table.remove(ARGV)
local expected, lives, updated, late, early, noticed, created, was, ordered, watched, field, digest, status, judged, kind =
  struct.unpack('<ddddddddBBc12ssss', ARGV[1])
local ahead, snapshot = was >= 0, ARGV[2]
local notices = noticed > 0 and table.remove(KEYS)
local stored = ahead and redis.call('HMGET', game, 'version', field, 'epochs', 'orders', 'updated', 'watched', 'setup')
  or redis.call('HMGET', game, 'version', field, 'epochs', 'orders')
local version, used, epochs = tonumber(stored[1] or 0), stored[2], stored[3] or ''
local answer = {3, version}

if used then
  local earlier, first, last = string.match(used, '^(.*):(%d+):(%d+)$')
  if earlier ~= digest then
    return {2}
  end
  return {1, tonumber(first), tonumber(last)}
end
if ahead then
  local paid = take({unpack(KEYS, 3)}, ARGV[4], answer)
  if not paid or tonumber(stored[5]) ~= was or stored[6] or stored[7] ~= ARGV[3] then
    return answer -- it must be loaded and judged again
  end
end

if version ~= expected or (judged ~= '' and epochs ~= judged) then
  return answer -- another change came first, or what the change was judged on was lost with a server
end
if stored[4] and ordered == 0 then
  return answer -- orders were left since: a reminder of them must be set first
end

if late < math.huge or early > 0 then
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  if now >= late or now < early then
    return {4, now}
  end
end

local first_entry = 3 + (expected == 0 and 1 or 0) + (ahead and 2 or 0)
local last_entry = #ARGV - noticed
local count = last_entry - first_entry + 1
local last = expected + count

local function append()
  local length
  for at = first_entry, last_entry, 1000 do
    length = redis.call('RPUSH', log, unpack(ARGV, at, math.min(at + 999, last_entry)))
  end
  return length
end

local length = append()
local whole = length == last
if not whole then -- there were entries that were never committed, or some are lost: of these, empty ones take the place
  local sound = math.min(length - count, version)
  if sound == 0 then
    redis.call('DEL', log)
  else
    redis.call('LTRIM', log, 0, sound - 1)
  end
  for _ = sound + 1, version do
    redis.call('RPUSH', log, '')
  end
  append()
end

if notices then
  redis.call('RPUSH', notices, unpack(ARGV, last_entry + 1))
  redis.call('LTRIM', notices, -256, -1)
  redis.call('PEXPIRE', notices, lives)
end
local fields = {'version', last, 'status', status, 'updated', updated, 'snapshot', snapshot,
  field, string.format('%s:%d:%d', digest, expected + 1, last)}
if expected == 0 then
  for _, one in ipairs({'kind', kind, 'created', created, 'setup', ARGV[3], 'format', '3'}) do
    table.insert(fields, one)
  end
end
if era ~= '' and era ~= string.match(epochs, '(%w+):%d+$') then
  if #epochs > 400 then
    epochs = string.match(epochs, ',(.*)$') -- nobody resumes from so long ago
  end
  epochs = string.format('%s%s%s:%d', epochs, epochs == '' and '' or ',', era, expected + 1)
  table.insert(fields, 'epochs')
  table.insert(fields, epochs)
end
if watched == 1 then
  table.insert(fields, 'watched')
  table.insert(fields, '1')
end
redis.call('HSET', game, unpack(fields))
local left, most = redis.call('PTTL', game), lives + math.floor(math.min(lives / 64, 3600000))
if not whole or left < lives or left > most then
  for _, key in ipairs({game, log, game .. ':room:players', game .. ':room:spectators', game .. ':talk'}) do
    redis.call('PEXPIRE', key, most)
  end
end
-- Only a wake-up: pcall, so that a server that forbids PUBLISH does not make an applied commit look failed.
redis.pcall('PUBLISH', game, last)
answer[1], answer[2] = 0, epochs
return answer
