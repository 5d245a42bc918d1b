"""A chat of the contract (../../contract) on aiohttp, python-socketio and SQLite: profiles core and realtime.

    python3 chat.py [--port 4000] [--data FILE]
"""

import argparse
import asyncio
import json
from functools import partial

import engineio.async_drivers.aiohttp as engine
import socketio
from aiohttp import web

import fields
from fields import LIMITS, ChatError
from store import Store, hash_password, is_password

options = argparse.ArgumentParser(description=__doc__)
options.add_argument("--port", type=int, default=4000)
options.add_argument("--data", default=":memory:", help="a SQLite file; without it nothing is kept")
chosen = options.parse_args()

COOKIE = "python_chat"
ID_MAX = 2**53 - 1
OWN = {f"http://127.0.0.1:{chosen.port}", f"http://localhost:{chosen.port}", "same-origin", "none"}
# Errors of aiohttp, by their status.
CODES = {404: "not_found", 405: "method_not_allowed", 413: "body_too_large"}

store = Store(chosen.data)
routes = web.RouteTableDef()
# A frame above this closes its socket with 1009: Engine.IO's own bound closes it without a code.
engine.WebSocketResponse = partial(web.WebSocketResponse, max_msg_size=LIMITS["frameMaxBytes"])
# The middleware has looked at the origin already.
io = socketio.AsyncServer(
    async_mode="aiohttp", cors_allowed_origins=[], max_http_buffer_size=LIMITS["frameMaxBytes"],
)
# The (handle, user) of each socket.
sockets = {}


async def set_headers(_request, response):
    response.headers.update({"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"})


@web.middleware
async def answer_errors(request, handler):
    """Answers every error as one of the contract's."""
    headers = {}
    try:
        return await handler(request)
    except ChatError as known:
        error = known
    except web.HTTPClientError as refused:
        error = ChatError(CODES.get(refused.status, "bad_request"))
        if refused.status == 405:
            headers["Allow"] = refused.headers["Allow"]
    return web.json_response({"error": error.body}, status=error.status, headers=headers)


@web.middleware
async def refuse_other_sites(request, handler):
    """Refuses calls and handshakes from pages of other sites."""
    site = request.headers.get("Origin", request.headers.get("Sec-Fetch-Site", "none"))
    if site not in OWN and request.path not in ("/config", "/empty", "/health"):
        raise ChatError("origin_not_allowed")
    return await handler(request)


def token_in(request):
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else request.cookies.get(COOKIE)


def user_of(request):
    session = store.session(token_in(request))
    if session is None:
        raise ChatError("not_logged_in")
    return session[1]


async def body_of(request):
    """The JSON object of a POST; an empty body is {}."""
    if request.content_type != "application/json":
        raise ChatError("unsupported_media_type")
    try:
        return fields.json_object(json.loads((await request.read()).decode() or "{}"))
    except (ValueError, RecursionError):
        raise ChatError("bad_json") from None


def whole(query, name, least, most):
    """A whole number of the query; None: missing."""
    if name not in query:
        return None
    digits = ",".join(query.getall(name))  # two values are no number
    if not (digits.isascii() and digits.isdigit()) or not least <= int(digits[:17]) <= most:
        raise ChatError("invalid_parameter", name)
    return int(digits)


@routes.get("/config")
async def config(request):
    return web.json_response({
        "name": "python",
        "title": "Python chat",
        "accent": {"light": "#2b5b84", "dark": "#ffd43b"},
        "wire": "socket.io",
        "socketUrl": f"http://{request.host}",
        "transports": ["websocket", "polling"],
        "features": ["welcome", "socketSend"],
        "limits": LIMITS,
        "rateLimits": False,
    })


@routes.get("/empty")
async def empty(_request):
    return web.Response()


@routes.get("/health")
async def health(_request):
    store.last_id()
    return web.json_response({"status": "ok", "parts": {"store": "ok"}})


@routes.post("/login")
async def login(request):
    body = await body_of(request)
    user, is_new = await enter(fields.login(body), fields.password(body), body.get("register") is not False)
    await end_session(request)
    token = store.begin_session(user, LIMITS["sessionSeconds"])
    status = 201 if is_new else 200
    if body.get("token") is True:
        return web.json_response({"user": user, "token": token}, status=status)
    response = web.json_response({"user": user}, status=status)
    response.set_cookie(COOKIE, token, max_age=LIMITS["sessionSeconds"], httponly=True, samesite="Lax")
    return response


async def enter(name, password, may_register):
    """Logs a user in or registers them: (user, whether new)."""
    if store.user_named(name) is None:
        if not may_register:
            raise ChatError("login_unknown", "login")
        fields.must_be_new_name(name)
        if user := store.register(name, await asyncio.to_thread(hash_password, password)):
            return user, True
    user, hashed = store.user_named(name)  # another request may have registered it meanwhile
    if not await asyncio.to_thread(is_password, password, hashed):
        raise ChatError("wrong_password", "password")
    return user, False


@routes.post("/logout")
async def logout(request):
    await body_of(request)
    await end_session(request)
    response = web.Response(status=204)
    response.del_cookie(COOKIE)
    return response


async def end_session(request):
    """Ends a request's session: first in the store, so that no socket joins in between."""
    if session := store.session(token_in(request)):
        store.end_session(session[0])
        for socket_id in [one for one, joined in sockets.items() if joined == session]:
            await io.disconnect(socket_id)


@routes.get("/me")
async def me(request):
    return web.json_response({"user": user_of(request)})


@routes.get("/messages")
async def list_messages(request):
    user_of(request)
    limit = whole(request.query, "limit", 1, LIMITS["pageMax"]) or LIMITS["pageDefault"]
    after, before = (whole(request.query, name, 0, ID_MAX) for name in ("after", "before"))
    if after is None:
        messages, more = store.newest_before(ID_MAX if before is None else before, limit)
    elif before is None:
        messages, more = store.oldest_after(after, limit)
    else:
        raise ChatError("invalid_parameter", "before")
    return web.json_response({"messages": messages, "more": more})


@routes.post("/messages")
async def post_message(request):
    user = user_of(request)
    message, is_new = await send(user, await body_of(request))
    return web.json_response({"message": message}, status=201 if is_new else 200)


async def send(user, body):
    """Stores a message and sends it to all sockets: (message, whether new)."""
    message, is_new = store.append(user, fields.text(body), fields.client_id(body))
    if is_new:
        await io.emit("messages", {"messages": [message]}, room="joined")
    return message, is_new


@io.event
async def connect(socket_id, environ, auth=None):
    """A connected socket has joined."""
    token = auth.get("token") if isinstance(auth, dict) else None
    session = store.session(token or token_in(environ["aiohttp.request"]))
    if session is None:
        error = ChatError("not_logged_in").body
        raise socketio.exceptions.ConnectionRefusedError(error["message"], error)
    sockets[socket_id] = session
    io.start_background_task(welcome, socket_id, session[1])  # once the client knows that it is connected


async def welcome(socket_id, me):
    io.enter_room(socket_id, "joined")
    online = len({user["id"] for _, user in sockets.values()})
    payload = {"me": me, "online": {"count": online}, "lastId": store.last_id(), "rev": 0}
    await io.emit("welcome", payload, to=socket_id)


@io.event
async def message(socket_id, body=None, *_more):
    _, user = sockets[socket_id]
    try:
        stored, _ = await send(user, fields.json_object(body))
        return {"ok": True, "message": stored}
    except ChatError as error:
        return {"ok": False, "error": error.body}


@io.event
async def disconnect(socket_id):
    sockets.pop(socket_id, None)


app = web.Application(
    middlewares=[answer_errors, refuse_other_sites],
    client_max_size=LIMITS["bodyMaxBytes"] + 1,  # aiohttp refuses a body of that size too
)
app.on_response_prepare.append(set_headers)
app.add_routes(routes)
io.attach(app)
web.run_app(app, host="127.0.0.1", port=chosen.port, access_log=None)
