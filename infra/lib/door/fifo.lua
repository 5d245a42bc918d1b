-- First come, first served.
local Fifo = {}
Fifo.__index = Fifo

function Fifo.new()
  return setmetatable({ first = 1, length = 0 }, Fifo)
end

function Fifo:push(item)
  self[self.first + self.length] = item
  self.length = self.length + 1
end

function Fifo:shift()
  if self.length == 0 then
    return nil
  end
  local item = self[self.first]
  self[self.first] = nil
  self.first = self.first + 1
  self.length = self.length - 1
  return item
end

return Fifo
