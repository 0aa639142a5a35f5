-- The only writer of games. One call applies a commit completely or not at all. See docs/design.md, section 4.
--
-- KEYS  1 the game (hash)   2 its log (stream)   3 the idempotency key (string)
-- ARGV  1 expected version  2 digest of the request  3 TTL of the key in milliseconds  4 TTL of the game in milliseconds
--       5 kind  6 status  7 created  8 updated  9 setup  10 snapshot
--       then five per entry: at, who, body, '1' if it has a snapshot, that snapshot
-- Returns {0} committed, {1, first, last} repeated, {2} key reused, {3, version} conflict.
--
-- A script is not rolled back. So the log is written first, then the hash, whose version is the truth: entries in the log
-- beyond that version were never committed. Readers skip them, and the next commit removes them.

local game, log, key = KEYS[1], KEYS[2], KEYS[3]

local used = redis.call('GET', key)
if used then
  local digest, first, last = string.match(used, '^(.*):(%d+):(%d+)$')
  if digest ~= ARGV[2] then
    return {2}
  end
  return {1, tonumber(first), tonumber(last)}
end

local expected = tonumber(ARGV[1])
local version = tonumber(redis.call('HGET', game, 'version') or 0)
if version ~= expected then
  return {3, version}
end

local function add(number, at)
  local id = string.format('%d-0', number)
  if ARGV[at + 3] == '1' then
    return redis.pcall('XADD', log, id, 'at', ARGV[at], 'who', ARGV[at + 1], 'body', ARGV[at + 2], 'snapshot', ARGV[at + 4])
  end
  return redis.pcall('XADD', log, id, 'at', ARGV[at], 'who', ARGV[at + 1], 'body', ARGV[at + 2])
end

-- Removes uncommitted entries: of an interrupted commit, or of an expired game (then version is 0 and nothing stays). A stream
-- never accepts an id again, not even after XDEL, and not every server allows XSETID to go back, so rewrite the stream.
local function drop_leftovers()
  local entries = redis.call('XRANGE', log, '-', string.format('%d-0', version))
  redis.call('DEL', log)
  for _, entry in ipairs(entries) do
    redis.call('XADD', log, entry[1], unpack(entry[2]))
  end
end

local last = expected
for at = 11, #ARGV, 5 do
  last = last + 1
  local added = add(last, at)
  if added.err and last == expected + 1 and string.find(added.err, 'equal or smaller', 1, true) then
    drop_leftovers()
    added = add(last, at)
  end
  if added.err then
    return added
  end
end

redis.call('HSET', game, 'version', last, 'kind', ARGV[5], 'status', ARGV[6], 'created', ARGV[7], 'updated', ARGV[8],
  'setup', ARGV[9], 'snapshot', ARGV[10])
redis.call('SET', key, string.format('%s:%d:%d', ARGV[2], expected + 1, last), 'PX', ARGV[3])
redis.call('PEXPIRE', game, ARGV[4])
redis.call('PEXPIRE', log, ARGV[4])
-- Only a wake-up: pcall, so that a server that forbids PUBLISH does not make an applied commit look failed.
redis.pcall('PUBLISH', game, last)
return {0}
