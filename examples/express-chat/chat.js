import { createServer } from 'node:http';
import express from 'express';
import { Server } from 'socket.io';
import * as fields from './fields.js';
import { openStore } from './store.js';

/**
 * A chat of the contract (profiles core and realtime) on Express and Socket.IO, the stock way: one event per message.
 *
 *   chat.js [PORT] [FILE]
 */
const [port = '4000', file = ':memory:'] = process.argv.slice(2);
const { ChatError, contract } = fields;
const { limits } = contract;
const COOKIE = 'express_chat';
const store = openStore(file);
const app = express();
const server = createServer(app);
const ORIGINS = ['127.0.0.1', 'localhost'].map((host) => `http://${host}:${port}`);
const isOwn = ({ origin, 'sec-fetch-site': site = 'none' }) =>
  origin === undefined ? ['same-origin', 'none'].includes(site) : ORIGINS.includes(origin);

const tokenIn = ({ authorization = '', cookie = '' }) =>
  /^bearer\s+(.+)$/i.exec(authorization)?.[1] ?? new RegExp(`(?:^|; *)${COOKIE}=([^;]+)`).exec(cookie)?.[1];
const sessionOf = (request) => store.session(tokenIn(request.headers));

app.disable('x-powered-by').disable('etag').enable('case sensitive routing').enable('strict routing');
app.use((request, response, next) => {
  response.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  if (!['/config', '/empty', '/health'].includes(request.path) && !isOwn(request.headers))
    throw new ChatError('origin_not_allowed');
  next();
});
const json = [
  (request, _response, next) => {
    if (!/^application\/json *(;|$)/i.test(request.headers['content-type'] ?? ''))
      throw new ChatError('unsupported_media_type');
    next();
  },
  express.raw({ type: () => true, limit: limits.bodyMaxBytes }),
  (request, _response, next) => {
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(request.body);
      request.body = fields.object(text === '' ? {} : JSON.parse(text));
    } catch {
      throw new ChatError('bad_json');
    }
    next();
  },
];
const mustBeIn = (request, _response, next) => {
  request.user = sessionOf(request)?.user;
  if (!request.user) throw new ChatError('not_logged_in');
  next();
};

/** Declares an address; other methods answer 405. */
function route(path, handlers) {
  const known = app.route(path);
  for (const [method, all] of Object.entries(handlers)) known[method](...[all].flat());
  const allow = Object.keys(handlers).flatMap((method) =>
    method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
  );
  known.all((_request, response) => {
    response.set('Allow', allow.join(', '));
    throw new ChatError('method_not_allowed');
  });
}

route('/config', {
  get: (request, response) =>
    response.json({
      ...{ name: 'express', title: 'Express chat', accent: { light: '#3a5a8a', dark: '#9db8e0' } },
      ...{ wire: 'socket.io', socketUrl: `http://${request.headers.host}`, transports: ['websocket', 'polling'] },
      ...{ features: ['welcome', 'socketSend'], limits, rateLimits: false },
    }),
});
route('/empty', { get: (_request, response) => response.end() });
route('/health', { get: (_request, response) => response.json({ status: 'ok', parts: { store: 'ok' } }) });
route('/me', { get: [mustBeIn, ({ user }, response) => response.json({ user })] });

route('/login', {
  post: [
    json,
    (request, response) => {
      const { body } = request;
      const [name, password] = [fields.login(body.login), fields.password(body.password)];
      const known = store.userNamed(name);
      if (known && !known.is(password)) throw new ChatError('wrong_password', 'password');
      if (!known && body.register === false) throw new ChatError('login_unknown', 'login');
      if (!known && !fields.mayBeNew(name)) throw new ChatError('login_invalid', 'login');
      const user = known?.user ?? store.register(name, password);
      endSession(request);
      const token = store.beginSession(user, limits.sessionSeconds);
      if (body.token !== true)
        response.cookie(COOKIE, token, { maxAge: 1000 * limits.sessionSeconds, httpOnly: true, sameSite: 'lax' });
      response.status(known ? 200 : 201).json({ user, ...(body.token === true && { token }) });
    },
  ],
});
route('/logout', {
  post: [
    json,
    (request, response) => {
      endSession(request);
      response.clearCookie(COOKIE).status(204).end();
    },
  ],
});

/** Ends a session: in the store first, so that no socket joins in between. */
function endSession(request) {
  const session = sessionOf(request);
  if (!session) return;
  store.endSession(session.handle);
  io.in(session.handle).disconnectSockets();
}

route('/messages', {
  get: [
    mustBeIn,
    ({ query }, response) => {
      const limit = fields.whole(query, 'limit', 1, limits.pageMax) ?? limits.pageDefault;
      const [after, before] = ['after', 'before'].map((name) => fields.whole(query, name, 0, Number.MAX_SAFE_INTEGER));
      if (after !== undefined && before !== undefined) throw new ChatError('invalid_parameter', 'before');
      response.json(store.page({ after, before, limit }));
    },
  ],
  post: [
    mustBeIn,
    json,
    ({ user, body }, response) => {
      const { message, isNew } = send(user, body);
      response.status(isNew ? 201 : 200).json({ message });
    },
  ],
});

/** Stores a message and sends it to all sockets. */
function send(user, body) {
  const stored = store.append(user, fields.text(body.text), fields.clientId(body.clientId));
  if (stored.isNew) io.emit('messages', { messages: [stored.message] });
  return stored;
}

app.use(() => {
  throw new ChatError('not_found');
});
app.use((error, _request, response, _next) => {
  const code = { 413: 'body_too_large', 400: 'bad_json' }[error.status] ?? 'internal';
  const known = error instanceof ChatError ? error : new ChatError(code);
  response.status(known.status).json({ error: known.answer });
});

// Engine.IO would refuse an upgrade with 400.
server.on('upgrade', (request, socket) => {
  if (!isOwn(request.headers)) socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
});
const io = new Server(server, {
  maxHttpBufferSize: limits.frameMaxBytes,
  allowRequest: ({ headers }, answer) => answer(null, isOwn(headers)),
});
io.use((socket, next) => {
  const session = store.session(socket.handshake.auth.token ?? tokenIn(socket.handshake.headers));
  Object.assign(socket.data, session);
  const refused = new ChatError('not_logged_in');
  next(session ? undefined : Object.assign(refused, { data: refused.answer }));
});
io.on('connection', (socket) => {
  const { user, handle } = socket.data;
  socket.join(handle);
  const online = { count: new Set([...io.of('/').sockets.values()].map(({ data }) => data.user.id)).size };
  socket.emit('welcome', { me: user, online, lastId: store.lastId(), rev: 0 });
  socket.on('message', (body, acknowledge) => {
    if (typeof acknowledge !== 'function') return;
    try {
      acknowledge({ ok: true, message: send(user, fields.object(body)).message });
    } catch (error) {
      acknowledge({ ok: false, error: error.answer ?? new ChatError('internal').answer });
    }
  });
});
server.listen(Number(port), '127.0.0.1');
