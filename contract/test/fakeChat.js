import http from 'node:http';
import { errors } from '../suite/contract.js';

/**
 * As little of a chat as two of them can be compared by.
 * @param {(call: {method: string, path: string, body: any}, answer: {status: number, headers: Record<string, string>, json: any}) => void} [spoil] what is wrong with it
 */
export async function fakeChat(spoil = () => {}) {
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
  };

  function answer({ method, path, query, user, body }) {
    if (!allow[path]) return refused('not_found');
    if (!allow[path].split(', ').includes(method)) return refused('method_not_allowed', { allow: allow[path] });
    if (path === '/empty') return { status: 200, headers: {} };
    if (path === '/config') {
      const socketUrl = `http://127.0.0.1:${server.address().port}`;
      return { status: 200, json: { server: { name: 'node' }, wire: 'socket.io', socketUrl, rateLimits: false } };
    }
    if (path === '/login') {
      if (typeof body?.login !== 'string' || !body.login) return refused('empty_field');
      const status = users.has(body.login) ? 200 : 201;
      users.set(body.login, { id: `u${users.get(body.login)?.id ?? users.size}`, name: body.login });
      const cookie = `node_chat=${encodeURIComponent(body.login)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=604800`;
      return { status, headers: { 'set-cookie': cookie }, json: { user: users.get(body.login) } };
    }
    if (!user) return refused('not_logged_in');
    if (path === '/me') return { status: 200, json: { user } };
    if (method !== 'POST') {
      const after = Number(query.get('after') ?? Math.max(0, messages.length - Number(query.get('limit') ?? 50)));
      return {
        status: 200,
        json: { messages: messages.slice(after, after + 200), more: messages.length > after + 200 },
      };
    }
    if (typeof body?.text !== 'string' || !body.text) return refused('empty_text');
    const { text, clientId } = body;
    const known = messages.find((each) => each.clientId === clientId && each.user.name === user.name);
    const message = known ?? { id: messages.length + 1, user, text, at: new Date().toISOString(), clientId };
    if (!known) messages.push(message);
    return { status: known ? 200 : 201, json: { message } };
  }

  const server = http.createServer((request, response) => {
    take(request, response).catch(() => response.destroy());
  });
  async function take(request, response) {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const [path, query] = request.url.split('?');
    const [, name] = /node_chat=([^;]*)/.exec(request.headers.cookie ?? '') ?? [];
    const call = {
      method: request.method,
      path,
      query: new URLSearchParams(query),
      user: name && users.get(decoded(name)),
      body: parsed(Buffer.concat(chunks).toString()),
    };
    const { status, headers = {}, json } = { headers: {}, ...answer(call) };
    const given = { status, headers, json: structuredClone(json) };
    spoil(call, given);
    if (given.json) given.headers['content-type'] = 'application/json';
    response.writeHead(given.status, given.headers).end(given.json && JSON.stringify(given.json));
  }
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function refused(code, headers = {}) {
  const { status, message } = errors[code];
  return { status, headers, json: { error: { code, message } } };
}

function parsed(text) {
  try {
    return JSON.parse(text || '{}');
  } catch {
    return undefined;
  }
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
