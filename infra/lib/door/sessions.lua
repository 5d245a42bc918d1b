-- The sessions that the chat has answered for: nginx knows no other way to tell a session from an invented one.
local known = ngx.shared.sessions

local KNOWN_SECONDS = 600
local NONE = 'none'
local NEEDS_SESSION = { ['/me'] = true, ['/online'] = true, ['/messages'] = true, ['/broadcasting/auth'] = true }

local sessions = {}

-- The session of this request, nil where it has none that is known.
function sessions.current()
  local named = ngx.var.searcher
  return named ~= NONE and known:get(named) and named or nil
end

-- An answer to a call that needs a session tells whether it is one.
function sessions.learn()
  local named = ngx.var.searcher
  if named == NONE or not NEEDS_SESSION[ngx.var.uri] then
    return
  end
  if ngx.status == ngx.HTTP_UNAUTHORIZED then
    known:delete(named)
  elseif ngx.status < 300 then
    known:set(named, true, KNOWN_SECONDS)
  end
end

return sessions
