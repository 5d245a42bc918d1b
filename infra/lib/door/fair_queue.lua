-- A queue of lanes that take turns: the first of each lane comes before the second of any.
local Fifo = require 'fifo'

local FairQueue = {}
FairQueue.__index = FairQueue

-- new_lane: gives an empty lane, which is a Fifo or a FairQueue again
function FairQueue.new(new_lane)
  return setmetatable({ new_lane = new_lane, lanes = {}, order = Fifo.new(), length = 0 }, FairQueue)
end

-- key: names the lane; further keys name lanes of that lane
function FairQueue:push(item, key, ...)
  local lane = self.lanes[key]
  if not lane then
    lane = self.new_lane()
    self.lanes[key] = lane
    self.order:push(key)
  end
  lane:push(item, ...)
  self.length = self.length + 1
end

function FairQueue:shift()
  local key = self.order:shift()
  if key == nil then
    return nil
  end
  local lane = self.lanes[key]
  local item = lane:shift()
  self.length = self.length - 1
  if lane.length > 0 then
    self.order:push(key)
  else
    self.lanes[key] = nil
  end
  return item
end

return FairQueue
