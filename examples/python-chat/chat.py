"""A chat of the contract (../../contract) on aiohttp, python-socketio and SQLite: profiles core and realtime.

    python3 chat.py [--port 4000] [--data FILE]
"""

import argparse
import asyncio
import json
from datetime import datetime, timezone
from functools import partial
from pathlib import Path

import engineio.async_drivers.aiohttp as engine
import socketio
from aiohttp import web

import fields
from store import Store

CONTRACT = json.loads((Path(__file__).parents[2] / "contract/contract.json").read_text("utf-8"))
LIMITS = {name: CONTRACT["limits"][name] for name in (
    "loginMax", "passwordMaxBytes", "textMax", "clientIdMax", "bodyMaxBytes", "frameMaxBytes", "pageDefault", "pageMax",
    "sessionSeconds",
)}
COOKIE = "python_chat"
ID_MAX = 2**53 - 1
HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
routes = web.RouteTableDef()


def fault(error):
    """The contract's JSON of a fields.ChatError: {code, message, field?}."""
    body = {"code": error.code, "message": CONTRACT["errors"][error.code]["message"]}
    return body | ({"field": error.field} if error.field else {})


def answer(data, status=200, **more):
    return web.json_response(data, status=status, headers=HEADERS | more, dumps=to_json)


def to_json(data):
    return json.dumps(data, ensure_ascii=False)


@web.middleware
async def errors(request, handler):
    """Answers every error as one of the contract's."""
    more = {}
    try:
        return await handler(request)
    except fields.ChatError as known:
        error = known
    except web.HTTPMethodNotAllowed as refused:
        error = fields.ChatError("method_not_allowed")
        more["Allow"] = ", ".join(sorted(refused.allowed_methods))
    except web.HTTPRequestEntityTooLarge:
        error = fields.ChatError("body_too_large")
    except web.HTTPNotFound:
        error = fields.ChatError("not_found")
    return answer({"error": fault(error)}, CONTRACT["errors"][error.code]["status"], **more)


@web.middleware
async def refuse_other_sites(request, handler):
    """Refuses calls and handshakes from pages of other sites."""
    if request.path in ("/config", "/empty", "/health") or request.match_info.http_exception:
        return await handler(request)
    origin = request.headers.get("Origin")
    site = request.headers.get("Sec-Fetch-Site", "none")
    is_own = origin in request.app["origins"] if origin is not None else site in ("same-origin", "none")
    if not is_own:
        raise fields.ChatError("origin_not_allowed")
    return await handler(request)


def token_in(headers, cookies):
    kind, _, token = headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else cookies.get(COOKIE, "")


def session_of(request):
    """The session of a request, as (handle, user)."""
    return request.app["store"].session(token_in(request.headers, request.cookies))


def user_of(request):
    session = session_of(request)
    if session is None:
        raise fields.ChatError("not_logged_in")
    return session[1]


async def body_of(request):
    """The JSON object of a POST; an empty body is {}."""
    if request.content_type != "application/json" or "Content-Type" not in request.headers:
        raise fields.ChatError("unsupported_media_type")
    return fields.json_object(await request.read())


def whole(query, name, least, most):
    values = query.getall(name, [])
    if not values:
        return None
    digits = values[0]
    if len(values) > 1 or not (digits.isascii() and digits.isdigit()) or not least <= int(digits[:17]) <= most:
        raise fields.ChatError("invalid_parameter", name)
    return int(digits)


@routes.get("/config")
async def config(request):
    return answer({
        "name": "python",
        "title": "Python chat",
        "accent": {"light": "#2b5b84", "dark": "#ffd43b"},
        "wire": "socket.io",
        "socketUrl": f"http://{request.headers['Host']}",
        "transports": ["websocket", "polling"],
        "features": ["welcome", "socketSend"],
        "limits": LIMITS,
        "rateLimits": False,
    })


@routes.get("/empty")
async def empty(_request):
    return web.Response()


@routes.get("/health")
async def health(request):
    request.app["store"].last_id()
    return answer({"status": "ok", "parts": {"store": "ok"}})


@routes.post("/login")
async def login(request):
    body = await body_of(request)
    name, password = fields.login(body.get("login")), fields.password(body.get("password"))
    store = request.app["store"]
    user, is_new = await enter(store, name, password, body.get("register") is not False)
    await end_session(request)
    token = store.begin_session(user, LIMITS["sessionSeconds"])
    result = {"user": user} | ({"token": token} if body.get("token") is True else {})
    response = answer(result, 201 if is_new else 200)
    if "token" not in result:
        response.set_cookie(COOKIE, token, max_age=LIMITS["sessionSeconds"], httponly=True, samesite="Lax")
    return response


async def enter(store, name, password, may_register):
    """Logs a user in or registers them: (user, whether new)."""
    known = store.user_named(name)
    if known is None:
        if not may_register:
            raise fields.ChatError("login_unknown", "login")
        fields.must_be_new_name(name)
        hashed = await asyncio.to_thread(store.hash_password, password)
        if user := store.register(name, hashed):
            return user, True
        known = store.user_named(name)  # another request registered it first
    user, hashed = known
    if not await asyncio.to_thread(store.is_password, password, hashed):
        raise fields.ChatError("wrong_password", "password")
    return user, False


@routes.post("/logout")
async def logout(request):
    await body_of(request)
    await end_session(request)
    response = web.Response(status=204, headers=HEADERS)
    response.del_cookie(COOKIE)
    return response


async def end_session(request):
    """Ends a request's session: first in the store, so that no socket joins in between."""
    if session := session_of(request):
        request.app["store"].end_session(session[0])
        for socket_id in request.app["sockets"].pop(session[0], set()):
            await request.app["io"].disconnect(socket_id)


@routes.get("/me")
async def me(request):
    return answer({"user": user_of(request)})


@routes.get("/messages")
async def list_messages(request):
    user_of(request)
    limit = whole(request.query, "limit", 1, LIMITS["pageMax"]) or LIMITS["pageDefault"]
    after, before = (whole(request.query, name, 0, ID_MAX) for name in ("after", "before"))
    if after is not None and before is not None:
        raise fields.ChatError("invalid_parameter", "before")
    messages, more = request.app["store"].page(after, before, limit)
    return answer({"messages": messages, "more": more})


@routes.post("/messages")
async def post_message(request):
    user = user_of(request)
    message, is_new = await send(request.app, user, await body_of(request))
    return answer({"message": message}, 201 if is_new else 200)


async def send(app, user, body):
    """Stores a message and sends it to all sockets: (message, whether new)."""
    text, client_id = fields.text(body.get("text")), fields.client_id(body.get("clientId"))
    at = datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    message, is_new = app["store"].append(user, text, client_id, at)
    if is_new:
        await app["io"].emit("messages", {"messages": [message]}, room="joined")
    return message, is_new


def add_sockets(app):
    """Socket.IO at /socket.io/: a connected socket has joined."""
    # A frame above this closes its socket with 1009: Engine.IO's own bound closes it without a code.
    engine.WebSocketResponse = partial(web.WebSocketResponse, max_msg_size=LIMITS["frameMaxBytes"])
    # The middleware has looked at the origin already.
    io = socketio.AsyncServer(
        async_mode="aiohttp", cors_allowed_origins=[], max_http_buffer_size=LIMITS["frameMaxBytes"], json=fields.Json,
    )
    io.attach(app)
    app["io"], app["sockets"] = io, {}

    @io.event
    async def connect(socket_id, environ, auth=None):
        request = environ["aiohttp.request"]
        token = (auth or {}).get("token") if isinstance(auth, dict) or auth is None else None
        session = app["store"].session(token or token_in(request.headers, request.cookies))
        if session is None:
            error = fault(fields.ChatError("not_logged_in"))
            raise socketio.exceptions.ConnectionRefusedError(error["message"], error)
        handle, user = session
        await io.save_session(socket_id, {"user": user, "handle": handle})
        app["sockets"].setdefault(handle, set()).add(socket_id)
        io.start_background_task(welcome, socket_id, user)  # once the client knows that it is connected

    async def welcome(socket_id, user):
        io.enter_room(socket_id, "joined")
        online = {"count": sum(map(len, app["sockets"].values()))}
        payload = {"me": user, "online": online, "lastId": app["store"].last_id(), "rev": 0}
        await io.emit("welcome", payload, to=socket_id)

    @io.event
    async def message(socket_id, body=None, *_more):
        session = await io.get_session(socket_id)
        try:
            stored, _ = await send(app, session["user"], fields.an_object(body))
            return {"ok": True, "message": stored}
        except fields.ChatError as error:
            return {"ok": False, "error": fault(error)}

    @io.event
    async def disconnect(socket_id):
        session = await io.get_session(socket_id)
        app["sockets"].get(session.get("handle"), set()).discard(socket_id)


def create_app(port, data):
    app = web.Application(middlewares=[errors, refuse_other_sites], client_max_size=LIMITS["bodyMaxBytes"] + 1)
    app["store"] = Store(data)
    app["origins"] = {f"http://{host}:{port}" for host in ("127.0.0.1", "localhost")}
    app.add_routes(routes)
    add_sockets(app)
    return app


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--port", type=int, default=4000)
    options.add_argument("--data", default=":memory:", help="a SQLite file; without it nothing is kept")
    chosen = options.parse_args()
    web.run_app(create_app(chosen.port, chosen.data), host="127.0.0.1", port=chosen.port, access_log=None)
