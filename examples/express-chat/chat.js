import express from 'express';
import { parse as cookiesIn } from 'cookie';
import { Server } from 'socket.io';
import { ChatError, clientIdOf, limits, NEW_NAME, numberOf, objectOf, textOf } from './fields.js';
import * as store from './store.js';

/** A chat of the contract (core and realtime), the stock way: each message is one event. chat.js [PORT] [FILE] */
const port = Number(process.argv[2] ?? 4000);
const COOKIE = 'express_chat';
const app = express().disable('x-powered-by').enable('case sensitive routing');
const io = new Server(app.listen(port, '127.0.0.1'), { maxHttpBufferSize: limits.frameMaxBytes });

app.use((_request, response, next) => {
  response.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  next();
});
app.get('/config', (request, response) => {
  response.json({
    name: 'express',
    title: 'Express chat',
    accent: { light: '#3a5a8a', dark: '#9db8e0' },
    wire: 'socket.io',
    socketUrl: `http://${request.headers.host}`,
    transports: ['websocket', 'polling'],
    features: ['welcome', 'socketSend'],
    limits,
    rateLimits: false,
  });
});
app.get('/empty', (_request, response) => response.end());
app.get('/health', (_request, response) => response.json({ status: 'ok', parts: { store: 'ok' } }));

// Pages of other sites get no further.
const OWN = [`http://127.0.0.1:${port}`, `http://localhost:${port}`, 'same-origin', 'none'];
const isOwn = ({ origin, 'sec-fetch-site': site = 'none' }) => OWN.includes(origin ?? site);
const tokenIn = ({ authorization = '', cookie = '' }) =>
  /^bearer +(.+)$/i.exec(authorization)?.[1] ?? cookiesIn(cookie)[COOKIE];
app.use((request, _response, next) => {
  if (!isOwn(request.headers)) throw new ChatError('origin_not_allowed');
  request.session = store.sessionOf(tokenIn(request.headers));
  next();
});
io.engine.use(({ headers, socket }, _response, next) => {
  if (isOwn(headers)) return next();
  socket.on('error', () => {}); // the client may be gone
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
});

const utf8 = new TextDecoder('utf-8', { fatal: true });
const json = [
  express.json({ limit: limits.bodyMaxBytes, verify: (_request, _response, bytes) => utf8.decode(bytes) }),
  (request, _response, next) => {
    if (!/^application\/json *(;|$)/i.test(request.get('content-type'))) throw new ChatError('unsupported_media_type');
    request.body = objectOf(request.body ?? {});
    next();
  },
];
const mustBeIn = ({ session }, _response, next) => next(session ? undefined : new ChatError('not_logged_in'));

app.post('/login', json, ({ session, body }, response) => {
  const [name, password] = [textOf(body, 'login'), textOf(body, 'password')];
  const known = store.userNamed(name);
  if (known && !store.isPassword(known, password)) throw new ChatError('wrong_password', 'password');
  if (!known && body.register === false) throw new ChatError('login_unknown', 'login');
  if (!known && !NEW_NAME.test(name)) throw new ChatError('login_invalid', 'login');
  const user = known ?? store.register(name, password);
  endSession(session);
  const token = store.beginSession(user, limits.sessionSeconds);
  if (body.token !== true)
    response.cookie(COOKIE, token, { maxAge: 1000 * limits.sessionSeconds, httpOnly: true, sameSite: 'lax' });
  response.status(known ? 200 : 201).json({ user, ...(body.token === true && { token }) });
});
app.post('/logout', json, ({ session }, response) => {
  endSession(session);
  response.clearCookie(COOKIE).status(204).end();
});
/** Ends a session in the store first, so that no socket joins in between. */
function endSession(session) {
  if (!session) return;
  store.endSession(session);
  io.in(session.handle).disconnectSockets();
}

app.get('/me', mustBeIn, ({ session }, response) => response.json({ user: session.user }));
app.get('/messages', mustBeIn, ({ query }, response) => {
  const limit = numberOf(query, 'limit', 1, limits.pageMax) ?? limits.pageDefault;
  const [after, before] = ['after', 'before'].map((name) => numberOf(query, name, 0, Number.MAX_SAFE_INTEGER));
  if (after !== undefined && before !== undefined) throw new ChatError('invalid_parameter', 'before');
  response.json(after === undefined ? store.newestBefore(before, limit) : store.oldestAfter(after, limit));
});
app.post('/messages', mustBeIn, json, ({ session, body }, response) => {
  const { message, isNew } = send(session.user, body);
  response.status(isNew ? 201 : 200).json({ message });
});
/** Stores a message and sends it to all sockets. */
function send(user, body) {
  const stored = store.append(user, textOf(body, 'text'), clientIdOf(body));
  if (stored.isNew) io.emit('messages', { messages: [stored.message] });
  return stored;
}

const ALLOWED = { '/login': 'POST', '/logout': 'POST', '/messages': 'GET, HEAD, POST' };
for (const path of ['/config', '/empty', '/health', '/me']) ALLOWED[path] = 'GET, HEAD';
app.use(({ path }, response) => {
  if (!ALLOWED[path]) throw new ChatError('not_found');
  response.set('Allow', ALLOWED[path]);
  throw new ChatError('method_not_allowed');
});
// By the status of express.json's errors; JSON that is nested too deeply is a RangeError.
const CODES = { 400: 'bad_json', 403: 'bad_json', 413: 'body_too_large', 415: 'unsupported_media_type' };
app.use((error, _request, response, _next) => {
  const code = error instanceof RangeError ? 'bad_json' : (CODES[error.status] ?? 'internal');
  const { status, data } = error instanceof ChatError ? error : new ChatError(code);
  if (status === 500) console.error(error);
  response.status(status).json({ error: data });
});

io.use(({ data, handshake: { auth, headers } }, next) => {
  data.session = store.sessionOf(auth.token ?? tokenIn(headers));
  next(data.session ? undefined : new ChatError('not_logged_in'));
});
io.on('connection', (socket) => {
  const { user, handle } = socket.data.session;
  socket.join(handle);
  const users = new Set([...io.sockets.sockets.values()].map(({ data }) => data.session.user.id));
  socket.emit('welcome', { me: user, online: { count: users.size }, lastId: store.lastId(), rev: 0 });
  socket.on('message', (body, acknowledge) => {
    if (typeof acknowledge !== 'function') return;
    try {
      acknowledge({ ok: true, message: send(user, objectOf(body)).message });
    } catch (error) {
      acknowledge({ ok: false, error: error.data ?? new ChatError('internal').data });
    }
  });
});
