-- Places that addresses share. Strangers, who have no session, take theirs from a quarter of them.
local Places = {}
Places.__index = Places

local STRANGERS_SHARE = 1 / 4

local function counts(total)
  return { total = total, taken = 0, addresses = 0, by = {} }
end

-- per_address: how many one address may take; total: how many all may
function Places.new(per_address, total)
  return setmetatable({
    per_address = per_address,
    users = counts(total),
    strangers = counts(total * STRANGERS_SHARE),
  }, Places)
end

-- Once all are taken, an address may still take what an equal share of each address would be.
function Places:take(address, is_stranger)
  local all = is_stranger and self.strangers or self.users
  local taken = all.by[address] or 0
  if taken >= self.per_address or (all.taken >= all.total and taken >= all.total / all.addresses) then
    return false
  end
  if taken == 0 then
    all.addresses = all.addresses + 1
  end
  all.by[address] = taken + 1
  all.taken = all.taken + 1
  return true
end

function Places:release(address, is_stranger)
  local all = is_stranger and self.strangers or self.users
  local left = all.by[address] - 1
  all.taken = all.taken - 1
  if left == 0 then
    all.addresses = all.addresses - 1
    all.by[address] = nil
  else
    all.by[address] = left
  end
end

return Places
