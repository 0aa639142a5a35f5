-- The only writer of versions. One call applies a commit completely or not at all. See docs/design.md, section 4.
--
-- KEYS  1 the game (hash)   2 its log (list)   3 its notices that were not passed on yet (list)   then the buckets to take from
-- ARGV  1 in JSON: expected version, digest of the request, TTL of the game in milliseconds, status, updated, true if webhooks
--         may watch it, number of notices, the time from which it is too late, and before which it is too early, each null if
--         there is none, the epochs of the game as it was judged, empty if unknown, true if it was judged with standing orders,
--         kind, created, and `updated` of the game that it was judged on, if that was not loaded for it
--       2 field of the idempotency key  3 snapshot
--       for a new game 4 setup; if the game was not loaded 4 its setup 5 the takes of buckets.lua
--       then the entries, packed as in layout.py, then the notices, and last the era of this server, empty if it has none
-- Returns {0, the epochs of the game now} committed, {1, first, last} repeated, {2} key reused, {3, version} conflict,
-- {4, now} too late or too early. If the game was not loaded, {0, ...} and {3, ...} end with the answer of buckets.lua, and what
-- was repeated takes nothing: the command may have been resent because its reply was lost.
-- Times are in milliseconds of this server's clock. What is in time is decided here, so all instances agree.
--
-- A script is not rolled back. So the log is written first, then the hash, whose version is the truth: entries in the log
-- beyond that version were never committed. Readers skip them, and the next commit removes them.

local game, log, notices = KEYS[1], KEYS[2], KEYS[3]
local era = table.remove(ARGV)
local expected, request, lives, status, updated, watched, noticed, late, early, judged, ordered, kind, created, was =
  unpack(cjson.decode(ARGV[1]))
local field, snapshot = ARGV[2], ARGV[3]
local stored = was and redis.call('HMGET', game, 'version', field, 'epochs', 'orders', 'updated', 'watched', 'setup')
  or redis.call('HMGET', game, 'version', field, 'epochs', 'orders')
local version, used, epochs = tonumber(stored[1] or 0), stored[2], stored[3] or ''
local digest, answer = string.sub(request, 1, 16), {3, version}

if used then
  local earlier, first, last = string.match(used, '^(.*):(%d+):(%d+)$')
  if earlier ~= digest then
    return {2}
  end
  return {1, tonumber(first), tonumber(last)}
end
if was then
  local paid = take({unpack(KEYS, 4)}, ARGV[5], answer)
  if not paid or tonumber(stored[5]) ~= was or stored[6] or stored[7] ~= ARGV[4] then
    return answer -- it must be loaded and judged again
  end
end

if version ~= expected or (judged ~= '' and epochs ~= judged) then
  return answer -- another change came first, or what the change was judged on was lost with a server
end
if stored[4] and not ordered then
  return answer -- orders were left since: a reminder of them must be set first
end

if late ~= cjson.null or early ~= cjson.null then
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  if (late ~= cjson.null and now >= late) or (early ~= cjson.null and now < early) then
    return {4, now}
  end
end

local length = redis.call('LLEN', log)
if length > version then
  if version == 0 then
    redis.call('DEL', log)
  else
    redis.call('LTRIM', log, 0, version - 1)
  end
end
for _ = length + 1, version do
  redis.call('RPUSH', log, '') -- of a lost log
end

local first_entry = 4 + (expected == 0 and 1 or 0) + (was and 2 or 0)
local last_entry = #ARGV - noticed
for at = first_entry, last_entry, 1000 do
  redis.call('RPUSH', log, unpack(ARGV, at, math.min(at + 999, last_entry)))
end

local last = expected + last_entry - first_entry + 1
if last_entry < #ARGV then
  redis.call('RPUSH', notices, unpack(ARGV, last_entry + 1))
  redis.call('LTRIM', notices, -256, -1)
  redis.call('PEXPIRE', notices, lives)
end
local fields = {'version', last, 'status', status, 'updated', updated, 'snapshot', snapshot,
  field, string.format('%s:%d:%d', digest, expected + 1, last)}
if expected == 0 then
  for _, one in ipairs({'kind', kind, 'created', created, 'setup', ARGV[4], 'format', '3'}) do
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
if watched then
  table.insert(fields, 'watched')
  table.insert(fields, '1')
end
redis.call('HSET', game, unpack(fields))
redis.call('PEXPIRE', game, lives)
redis.call('PEXPIRE', log, lives)
local beside = {game .. ':room:players', game .. ':room:spectators', game .. ':talk'}
if redis.call('EXISTS', unpack(beside)) > 0 then -- at few games somebody talks; what is beside the log lives as long
  for _, key in ipairs(beside) do
    redis.call('PEXPIRE', key, lives)
  end
end
-- Only a wake-up: pcall, so that a server that forbids PUBLISH does not make an applied commit look failed.
redis.pcall('PUBLISH', game, last)
answer[1], answer[2] = 0, epochs
return answer
