import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { WebSocketServer } from 'ws';

const CONTRACT = JSON.parse(readFileSync(new URL('../../../contract/contract.json', import.meta.url), 'utf8'));
const WEB = path.resolve(import.meta.dirname, '../..');
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const CHANNEL = CONTRACT.channel;

/**
 * A chat whose sockets are those of any Pusher server: it knows presence channels with member_added and member_removed,
 * and events that the HTTP side triggers, but neither `welcome` nor `client-message`. As small as the page allows;
 * everybody's password is right, and everybody is new.
 * @param {string | null} [code] that whoever registers must know
 */
export async function startPlainPusherServer(code = null) {
  /** @type {any[]} */
  const messages = [];
  /** @type {Map<any, { id: string, name: string }>} subscribed sockets */
  const subscribed = new Map();
  /** @type {string[]} */
  const clientEvents = [];
  /** @type {string[]} who posted what, stored or not */
  const posts = [];
  let away = false;
  /** Where the way through a proxy breaks: before a message is stored, or after. @type {'before' | 'after' | ''} */
  let broken = '';

  const http = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://any');
    const name = /name=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
    const me = name && { id: `id-${name}`, name };
    let body = '';
    for await (const chunk of request) body += chunk;
    /** @param {number} status @param {unknown} [json] @param {object} [headers] */
    const answer = (status, json, headers) =>
      response
        .writeHead(status, { 'Content-Type': 'application/json', ...headers })
        .end(json === undefined ? '' : JSON.stringify(json));
    const { port } = /** @type {import('node:net').AddressInfo} */ (http.address());

    if (pathname === '/' || pathname.startsWith('/web/')) {
      const file = path.join(WEB, pathname === '/' ? 'index.html' : pathname.slice(5));
      const policy =
        `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; ` +
        `connect-src 'self' ws://127.0.0.1:${port}`;
      const type = TYPES[/** @type {keyof typeof TYPES} */ (path.extname(file))];
      return response
        .writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': policy })
        .end(readFileSync(file));
    }
    if (pathname === '/config') {
      return answer(200, {
        name: 'plain',
        title: 'Plain chat',
        accent: { light: '#4a5a6a', dark: '#a9b8c8' },
        wire: 'pusher',
        socketUrl: `ws://127.0.0.1:${port}`,
        key: 'key',
        channel: CHANNEL,
        authEndpoint: '/broadcasting/auth',
        features: code === null ? [] : ['joinCode'],
        limits: CONTRACT.limits,
        rateLimits: true,
      });
    }
    if (pathname === '/login') {
      const { login, joinCode } = JSON.parse(body);
      if (code !== null && joinCode !== code)
        return answer(403, { error: { code: 'wrong_join_code', message: 'Not the code.', field: 'joinCode' } });
      return answer(201, { user: { id: `id-${login}`, name: login } }, { 'Set-Cookie': `name=${login}; Path=/` });
    }
    if (!me) return answer(401, { error: { code: 'not_logged_in', message: 'Log in first.' } });
    if (pathname === '/me') return answer(200, { user: me });
    if (pathname === '/broadcasting/auth')
      return answer(200, { auth: 'key:unchecked', channel_data: JSON.stringify({ user_id: me.id, user_info: me }) });
    if (pathname === '/online') return answer(200, { count: members().size, users: [...members().values()] });
    if (pathname === '/messages' && request.method === 'GET') {
      const after = Number(searchParams.get('after') ?? 0);
      return answer(200, { messages: messages.filter(({ id }) => id > after), more: false });
    }
    if (pathname === '/messages') {
      const { text, clientId } = JSON.parse(body);
      posts.push(`${me.name}: ${text}`);
      const stored = messages.find((message) => message.user.id === me.id && message.clientId === clientId);
      if (stored) return answer(200, { message: stored });
      if (broken === 'before') return response.writeHead(502).end('<h1>Bad gateway</h1>');
      const message = { id: messages.length + 1, user: me, text, at: new Date().toISOString(), clientId };
      messages.push(message);
      if (broken === 'after') response.writeHead(502).end('<h1>Bad gateway</h1>');
      else answer(201, { message });
      return tell('messages', { messages: [message] });
    }
    answer(404, { error: { code: 'not_found', message: 'There is nothing at this address.' } });
  });

  /** @returns {Map<string, { id: string, name: string }>} by id: several sockets of one user are one member */
  const members = () => new Map([...subscribed.values()].map((user) => [user.id, user]));

  /** @param {string} event @param {unknown} data @param {any} [except] */
  function tell(event, data, except) {
    for (const socket of subscribed.keys()) if (socket !== except) socket.send(frame(event, data));
  }

  const sockets = new WebSocketServer({ noServer: true });
  http.on('upgrade', (request, stream, head) => {
    if (away) stream.destroy();
    else sockets.handleUpgrade(request, stream, head, (socket) => sockets.emit('connection', socket));
  });
  sockets.on('connection', (socket) => {
    socket.send(
      JSON.stringify({
        event: 'pusher:connection_established',
        data: JSON.stringify({ socket_id: '1.1', activity_timeout: 120 }),
      }),
    );
    socket.on('message', (text) => {
      const { event, data } = JSON.parse(String(text));
      if (event === 'pusher:ping') socket.send(frame('pusher:pong', {}));
      if (event.startsWith('client-')) clientEvents.push(event);
      if (event !== 'pusher:subscribe') return;
      const { user_id: id, user_info: user } = JSON.parse(data.channel_data);
      const known = members().has(id);
      subscribed.set(socket, user);
      const hash = Object.fromEntries([...members()].map(([key, { name }]) => [key, { name }]));
      const presence = { count: members().size, ids: Object.keys(hash), hash };
      socket.send(frame('pusher_internal:subscription_succeeded', { presence }));
      if (!known) tell('pusher_internal:member_added', { user_id: id, user_info: { name: user.name } }, socket);
    });
    socket.on('close', () => {
      const user = subscribed.get(socket);
      subscribed.delete(socket);
      if (user && !members().has(user.id)) tell('pusher_internal:member_removed', { user_id: user.id });
    });
  });

  await new Promise((resolve) => http.listen(0, '127.0.0.1', () => resolve(null)));
  return {
    url: `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (http.address()).port}`,
    clientEvents,
    posts,
    messages,
    /** @param {typeof broken} where '': it is mended */
    breakPosts(where) {
      broken = where;
    },
    /**
     * Breaks every socket and refuses new ones, as a server does that dies and is started again.
     * @param {number} [ms] how long it is away
     */
    async breakSockets(ms = 0) {
      away = true;
      for (const socket of subscribed.keys()) socket.terminate();
      await new Promise((resolve) => setTimeout(resolve, ms));
      away = false;
    },
    close() {
      http.closeAllConnections();
      http.close();
    },
  };
}

/** @param {string} event @param {unknown} data */
function frame(event, data) {
  return JSON.stringify({ event, channel: CHANNEL, data: JSON.stringify(data) });
}
