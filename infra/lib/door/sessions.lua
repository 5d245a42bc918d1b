-- Whose the sessions are that requests name. The chat tells it with its answers: nginx knows no other way to tell a
-- session from an invented one, nor one of its many cookies from another.
local users = ngx.shared.sessions

local KNOWN_SECONDS = 600
local NONE = 'none'

local sessions = {}

-- The user whose session came with this request, nil where that is not known.
function sessions.user()
  local named = ngx.var.searcher
  return named ~= NONE and users:get(named) or nil
end

function sessions.learn()
  local named = ngx.var.searcher
  if named == NONE then
    return
  end
  local user = ngx.var.upstream_http_x_user_of_session
  if user then
    users:set(named, user, KNOWN_SECONDS)
  elseif ngx.status == ngx.HTTP_UNAUTHORIZED then
    users:delete(named)
  end
end

return sessions
