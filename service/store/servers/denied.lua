-- Finds the commands that this server lacks, or that its user may not run. Runs none of them.
--
-- ARGV  commands with their first arguments, separated by spaces
-- Returns the names of those that are denied.

local denied = {}
for _, given in ipairs(ARGV) do
  local command = {}
  for word in string.gmatch(given, '%S+') do
    command[#command + 1] = word
  end
  local known, allowed = pcall(redis.acl_check_cmd, unpack(command))
  if not (known and allowed) then
    denied[#denied + 1] = command[1]
  end
end
return denied
