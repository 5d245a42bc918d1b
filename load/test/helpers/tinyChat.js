import http from 'node:http';
import { WebSocketServer } from 'ws';
import { listening } from './listening.js';

/** @import { TestContext } from 'node:test' */
/** @import { WebSocket } from 'ws' */

/** @param {number} users */
export const sessionsOf = (users) =>
  Array.from({ length: users }, (_, number) => ({ name: `user ${number}`, cookie: '' }));

/** @param {any} endpoint a chat's @returns {any} a server of this process, like those of openServer */
export const serverOf = (endpoint) => ({
  name: 'tiny',
  url: endpoint?.url,
  endpoint,
  pidsByPart: { server: [process.pid] },
  messages: { parts: ['server'] },
  info: { commit: null, runtime: null, rateLimits: null, database: null, fresh: false },
  logIn: async (/** @type {number} */ users) => sessionsOf(users),
});

/**
 * Starts a Socket.IO chat that takes messages over the socket and by POST, and sends them to all users.
 * @param {TestContext} t
 * @param {object} [how]
 * @param {(message: any) => any[]} [how.store] gives the stored copies of a message
 * @param {(message: any) => {ok: boolean, message?: any, error?: any} | null | Promise<any>} [how.answer]
 *   gives the ack of a message, null for none
 * @param {number} [how.most] the chat takes this many connections
 * @param {number} [how.hangsUpOn] index of the connection that the chat ends at the first message
 * @param {boolean} [how.away] true: the chat does not show its store
 */
export async function tinyChat(
  t,
  {
    store = (message) => [message],
    answer = (message) => ({ ok: true, message }),
    away = false,
    most = Infinity,
    hangsUpOn = 0,
  } = {},
) {
  /** @type {any[]} */
  const stored = [];
  let lastId = 0;
  let taken = 0;
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  /** @type {WebSocket | undefined} */
  let unwanted;
  const take = (/** @type {{text: string, clientId: string}} */ { text, clientId }) => {
    unwanted?.terminate();
    const message = { id: ++lastId, text, clientId };
    const kept = store(message);
    stored.push(...kept);
    for (const each of server.clients) each.send(`42["messages",${JSON.stringify({ messages: [message] })}]`);
    return answer(message);
  };
  const app = http.createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(String(request.url), 'http://tiny');
    const json = (/** @type {any} */ body, status = 200) => response.writeHead(status).end(JSON.stringify(body));
    if (pathname === '/config') return json({ name: 'node', wire: 'socket.io', socketUrl: url, features: [] });
    if (pathname === '/login') return response.writeHead(201, { 'set-cookie': 'tiny=1' }).end('{}');
    if (pathname === '/messages' && request.method === 'POST') {
      let body = '';
      for await (const part of request) body += part;
      const { ok, ...rest } = (await take(JSON.parse(body))) ?? { ok: false };
      return json(rest, ok ? 201 : 503);
    }
    if (pathname !== '/messages') return json({});
    const after = searchParams.get('after');
    if (away && after !== null) return json({}, 503);
    json({ messages: after === null ? stored.slice(-1) : stored.filter(({ id }) => id > Number(after)), more: false });
  });
  // Node.js closes a kept connection after 5 s, but a busy machine may pause longer.
  app.keepAliveTimeout = 60_000;
  app.on('upgrade', (request, socket, head) => {
    if (++taken > most) return socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
    server.handleUpgrade(request, socket, head, (connection) => {
      if (server.clients.size === hangsUpOn) unwanted = connection;
      connection.send('0{"sid":"x","upgrades":[],"pingInterval":600000,"pingTimeout":600000}');
      connection.on('message', async (data) => {
        const packet = String(data);
        if (packet === '40') return connection.send('40{"sid":"y"}');
        const [, number, payload] = /^42(\d+)(.*)$/.exec(packet) ?? [];
        // Artillery's client also says that it leaves.
        if (payload === undefined) return;
        const ack = await take(JSON.parse(payload)[1]);
        if (ack) connection.send(`43${number}[${JSON.stringify(ack)}]`);
      });
    });
  });
  const url = await listening(t, app);
  return { name: 'tiny', url, wire: /** @type {const} */ ('socket.io'), socketUrl: url };
}
