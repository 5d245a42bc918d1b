import { once } from 'node:events';
import http from 'node:http';

/**
 * A chat as the live page's watcher asks for one: its lab calls are answered when a test says so.
 * @param {import('node:test').TestContext} t
 */
export async function startStubChat(t) {
  let url = '';
  /** @type {http.ServerResponse[]} lab calls that wait for their answer */
  const calls = [];
  const answers = {
    '/config': () => ({ name: 'node', socketUrl: url }),
    '/lab': () => ({ where: ['loop', 'worker'], what: ['wait'], workers: 0, busy: 0, waiting: 7 }),
    '/empty': () => ({}),
  };
  const server = http.createServer((request, response) => {
    server.emit('asked', request);
    if (request.method === 'POST') {
      calls.push(response);
      server.emit('called', calls.length);
      return;
    }
    const answer = answers[/** @type {keyof typeof answers} */ (request.url)];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer?.() ?? {}));
  });
  // Its connections are closed by who made them.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  url = `http://127.0.0.1:${/** @type {any} */ (server.address()).port}`;
  return {
    url,
    server,
    calls,
    /** @param {number} count @returns {Promise<void>} once so many lab calls wait */
    async hasCalls(count) {
      while (calls.length < count) await once(server, 'called');
    },
    answerAll() {
      for (const response of calls.splice(0)) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    },
  };
}
