-- Turns at a pool of PHP workers. Addresses take turns, and so do the users of one address. All strangers of an address
-- count as one user. Each of nginx's workers gives turns of its own.
local semaphore = require 'ngx.semaphore'
local FairQueue = require 'fair_queue'
local Fifo = require 'fifo'

local Turns = {}
Turns.__index = Turns

local STRANGERS = ''

local function users()
  return FairQueue.new(Fifo.new)
end

-- at_once: how many requests are handed on at once; places: of those who wait
function Turns.new(at_once, places)
  return setmetatable({ free = at_once, places = places, queue = FairQueue.new(users) }, Turns)
end

-- Gives a turn, at once or after a wait; nil where too many wait, nil and true where the wait was too long.
-- Whoever got a turn ends it.
-- user: nil for a stranger; patience: seconds that it may wait
function Turns:take(address, user, patience)
  local turn = { of = self, address = address, is_stranger = user == nil }
  if self.free > 0 then
    self.free = self.free - 1
    turn.is_given = true
    return turn
  end
  if not self.places:take(address, turn.is_stranger) then
    return nil
  end
  turn.semaphore = semaphore.new()
  self.queue:push(turn, address, user or STRANGERS)
  turn.semaphore:wait(patience)
  if turn.is_given then
    return turn
  end
  turn.is_late = true -- It keeps its place until it would have come.
  return nil, true
end

function Turns.finish(turn)
  turn.of:give_next()
end

function Turns:give_next()
  while true do
    local turn = self.queue:shift()
    if not turn then
      self.free = self.free + 1
      return
    end
    self.places:release(turn.address, turn.is_stranger)
    if not turn.is_late then
      turn.is_given = true
      turn.semaphore:post(1)
      return
    end
  end
end

return Turns
