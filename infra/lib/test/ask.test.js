import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ask } from '../ask.js';

test('what listens on a unix socket is asked like what listens on a port', async () => {
  const socket = join(mkdtempSync(join(tmpdir(), 'chat-ask-')), 's');
  for (const [listen, base] of /** @type {const} */ ([
    [{ path: socket }, () => `unix:${socket}:`],
    [{ port: 0, host: '127.0.0.1' }, (/** @type {number} */ port) => `http://127.0.0.1:${port}`],
  ])) {
    const server = createServer((request, answer) => answer.writeHead(503).end(request.url));
    await new Promise((done) => server.listen(listen, () => done(null)));
    const { port = 0 } = /** @type {any} */ (server.address());
    assert.deepEqual(await ask(`${base(port)}/health?a=b`, 5000), { status: 503, text: '/health?a=b' });
    await new Promise((done) => server.close(done));
  }
});

test('nobody there is an error with its code, and so is an answer that does not come', async () => {
  await assert.rejects(ask('unix:/nonexistent/s:/health', 5000), { code: 'ENOENT' });
  const server = createServer(() => {});
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(null)));
  const { port } = /** @type {any} */ (server.address());
  await assert.rejects(ask(`http://127.0.0.1:${port}/`, 50), { name: 'AbortError' });
  server.close();
  server.closeAllConnections();
  await assert.rejects(ask(`http://127.0.0.1:${port}/`, 5000), { code: 'ECONNREFUSED' });
});
