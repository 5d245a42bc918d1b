-- What every request passes before PHP: its body comes in time, and it waits for its turn at a pool of workers.
local Places = require 'places'
local sessions = require 'sessions'
local Turns = require 'turns'

local door = {}

-- Whoever comes again at once costs no more than a request a second.
local REFUSAL_SECONDS = 1

-- Nobody waits longer for an answer.
local PATIENCE_SECONDS = 60
-- A client waits 5 s for the answer to a send. A worker that takes a send up later works for a client that has gone.
local SEND_PATIENCE_SECONDS = 3

local request_seconds
local bodies -- places of those that are on their way
local pools = {} -- Turns by name
-- What a request holds, by its connection, which has one request at a time. (ngx.ctx ends with an internal redirect.)
local bodies_held = {}
local turns_held = {}

-- request_seconds: that a request may take to come
-- bodies, waiting: places, { per_address = N, total = N }
-- at_once: how many requests are handed on, of each pool at which requests take turns, { pool = N }
function door.open(settings)
  request_seconds = settings.request_seconds
  bodies = Places.new(settings.bodies.per_address, settings.bodies.total)
  for pool, at_once in pairs(settings.at_once) do
    pools[pool] = Turns.new(at_once, Places.new(settings.waiting.per_address, settings.waiting.total))
  end
end

local function refuse()
  return ngx.exit(ngx.HTTP_SERVICE_UNAVAILABLE)
end

local function refuse_slowly()
  ngx.sleep(REFUSAL_SECONDS)
  return refuse()
end

-- Whether there is a place for one more body.
local function hold_body(connection)
  local held = { address = ngx.var.address, is_stranger = sessions.user() == nil }
  if not bodies:take(held.address, held.is_stranger) then
    return false
  end
  bodies_held[connection] = held
  return true
end

local function release_body(connection)
  local held = bodies_held[connection]
  if held then
    bodies_held[connection] = nil
    bodies:release(held.address, held.is_stranger)
  end
end

-- A thread is a function of Lua.
local function read()
  ngx.req.read_body()
end

-- Waits for the body until the request's time is over. (nginx's client_body_timeout begins anew with each byte.)
function door.read_body()
  if not ngx.var.http_content_length and not ngx.var.http_transfer_encoding then
    return
  end
  local reading = ngx.thread.spawn(read)
  if coroutine.status(reading) == 'zombie' then
    return
  end
  local connection = ngx.var.connection
  if not hold_body(connection) then
    return refuse_slowly()
  end
  local seconds_left = request_seconds - (ngx.now() - ngx.req.start_time())
  local time = ngx.thread.spawn(function()
    ngx.sleep(math.max(0.1, seconds_left))
    return true
  end)
  local _, is_over = ngx.thread.wait(reading, time)
  if is_over then
    return ngx.exit(ngx.HTTP_REQUEST_TIMEOUT)
  end
  ngx.thread.kill(time)
  release_body(connection)
end

local function wait_for_turn(pool, patience)
  local turns = pools[pool]
  if not turns then
    return
  end
  local turn, has_waited = turns:take(ngx.var.address, sessions.user(), patience)
  if turn then
    turns_held[ngx.var.connection] = turn
  elseif has_waited then
    return refuse()
  else
    return refuse_slowly()
  end
end

-- Waits for a turn at a pool of workers.
function door.enter(pool)
  return wait_for_turn(pool, PATIENCE_SECONDS)
end

-- The same for a call of /messages.
function door.enter_messages()
  local is_send = ngx.req.get_method() == 'POST'
  return wait_for_turn(ngx.var.messages_by, is_send and SEND_PATIENCE_SECONDS or PATIENCE_SECONDS)
end

-- The worker has answered: it is free, however slowly the client reads.
function door.answered()
  sessions.learn()
  door.left()
end

-- The request is over, whatever became of it.
function door.left()
  local connection = ngx.var.connection
  release_body(connection)
  local turn = turns_held[connection]
  if turn then
    turns_held[connection] = nil
    Turns.finish(turn)
  end
end

return door
