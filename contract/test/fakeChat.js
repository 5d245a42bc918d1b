import http from 'node:http';
import { WebSocketServer } from 'ws';
import { errors } from '../suite/contract.js';
import { dialects } from './fakeSockets.js';

/**
 * As little of a chat as two of them can be compared by.
 * @param {(call: {method: string, path: string, body: any}, answer: {status: number, headers: Record<string, string>, json: any}) => void} [spoil] what is wrong with it
 * @param {'socket.io' | 'pusher'} [wire]
 */
export async function fakeChat(spoil = () => {}, wire = 'socket.io') {
  const { name, cookie, dialect } = dialects[wire];
  const users = new Map();
  // As many as a comparison would store first.
  const user = { id: 'u', name: 'before' };
  const messages = Array.from({ length: 500 }, (_, i) => ({ id: i + 1, user, text: 'x', at: '', clientId: `${i}` }));
  const allow = {
    '/config': 'GET, HEAD',
    '/me': 'GET, HEAD',
    '/login': 'POST',
    '/messages': 'GET, HEAD, POST',
    '/empty': 'GET, HEAD',
    '/logout': 'POST',
    '/online': 'GET, HEAD',
    '/broadcasting/auth': 'POST',
  };
  /** Sessions by cookie, each a user; sockets that have joined, each with its session and user. */
  const sessions = new Map();
  const joined = new Set();

  function answer({ method, path, query, user, body, session }) {
    if (!allow[path]) return refused('not_found');
    if (!allow[path].split(', ').includes(method)) return refused('method_not_allowed', { allow: allow[path] });
    if (path === '/empty') return { status: 200, headers: {} };
    if (path === '/config') {
      const socketUrl = `${wire === 'pusher' ? 'ws' : 'http'}://127.0.0.1:${server.address().port}`;
      const key = wire === 'pusher' ? { key: 'k', channel: 'presence-chat', authEndpoint: '/broadcasting/auth' } : {};
      return { status: 200, json: { name, wire, socketUrl, ...key, limits: { leaveGraceMs: 0 } } };
    }
    if (path === '/login') {
      if (typeof body?.login !== 'string' || !body.login) return refused('empty_field');
      const status = users.has(body.login) ? 200 : 201;
      users.set(body.login, { id: `u${users.get(body.login)?.id ?? users.size}`, name: body.login });
      const id = `${sessions.size}x${encodeURIComponent(body.login)}`;
      sessions.set(id, users.get(body.login));
      const line = `${cookie}=${id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=604800`;
      return { status, headers: { 'set-cookie': line }, json: { user: users.get(body.login) } };
    }
    if (path === '/logout') {
      sessions.delete(session);
      for (const each of [...joined].filter((one) => one.session === session)) dialect.endSession(each.socket);
      return { status: 204 };
    }
    if (!user) return refused('not_logged_in');
    if (path === '/broadcasting/auth') return { status: 200, json: { auth: session } };
    if (path === '/online') {
      const online = new Map([...joined].map((each) => [each.user.name, each.user]));
      return { status: 200, json: { count: online.size, users: [...online.values()] } };
    }
    if (path === '/me') return { status: 200, json: { user } };
    if (method !== 'POST') {
      const after = Number(query.get('after') ?? Math.max(0, messages.length - Number(query.get('limit') ?? 50)));
      return {
        status: 200,
        json: { messages: messages.slice(after, after + 200), more: messages.length > after + 200 },
      };
    }
    return sendMessage(user, body);
  }

  function sendMessage(user, body) {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return refused('bad_json');
    const { text, clientId } = body;
    if (typeof text !== 'string' || !text) return refused('empty_text', {}, 'text');
    if (typeof clientId !== 'string' || !/^[\w-]{1,64}$/.test(clientId)) {
      return refused('client_id_invalid', {}, 'clientId');
    }
    const known = messages.find((each) => each.clientId === clientId && each.user.name === user.name);
    const message = known ?? { id: messages.length + 1, user, text, at: new Date().toISOString(), clientId };
    if (!known) {
      messages.push(message);
      setImmediate(() => tellAll('messages', { messages: [message] }));
    }
    return { status: known ? 200 : 201, json: { message } };
  }

  function tellAll(event, payload) {
    for (const { socket } of joined) dialect.tell(socket, event, payload);
  }

  const server = http.createServer((request, response) => {
    take(request, response).catch(() => response.destroy());
  });
  async function take(request, response) {
    // What never comes is not waited for.
    if (Number(request.headers['content-length']) > 1e6)
      return void response.writeHead(413, { connection: 'close' }).end();
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const [path, query] = request.url.split('?');
    const session = sessionIn(request.headers.cookie);
    const call = {
      method: request.method,
      path,
      query: new URLSearchParams(query),
      session,
      user: sessions.get(session),
      body: parsed(Buffer.concat(chunks).toString()),
    };
    const { status, headers = {}, json } = { headers: {}, ...answer(call) };
    const given = { status, headers, json: structuredClone(json) };
    spoil(call, given);
    if (given.json) given.headers['content-type'] = 'application/json';
    response.writeHead(given.status, given.headers).end(given.json && JSON.stringify(given.json));
  }
  function sessionIn(header) {
    return new RegExp(`${cookie}=([^;]*)`).exec(header ?? '')?.[1];
  }

  const sockets = new WebSocketServer({ server, maxPayload: 65_536 });
  sockets.on('connection', (socket, { headers }) => {
    const own = { socket, session: sessionIn(headers.cookie), user: undefined };
    socket.on('error', () => {});
    socket.on('close', () => joined.delete(own));
    dialect.open(socket);
    socket.on('message', (data) => {
      const { join, payload, answers } = dialect.read(String(data));
      if (join && !joined.has(own)) {
        own.session = join.session ?? own.session;
        own.user = sessions.get(own.session);
        if (!own.user) return dialect.refuse(socket, errors.not_logged_in.message);
        joined.add(own);
        dialect.tell(socket, 'welcome', { me: own.user, online: { count: 1 }, lastId: messages.length });
      } else if (answers && own.user) {
        const { status, json } = sendMessage(own.user, payload);
        dialect.acknowledge(socket, answers, status < 300 ? { ok: true, ...json } : { ok: false, ...json });
      }
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      for (const socket of sockets.clients) socket.terminate();
      server.close();
      server.closeAllConnections();
    },
  };
}

function refused(code, headers = {}, field = undefined) {
  const { status, message } = errors[code];
  return { status, headers, json: { error: { code, message, ...(field && { field }) } } };
}

function parsed(text) {
  try {
    return JSON.parse(text || '{}');
  } catch {
    return undefined;
  }
}
