import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { allAnswer, answersFastCgi, answersHttp } from '../pulses.js';

const folder = mkdtempSync(join(tmpdir(), 'pulses-'));
after(() => rmSync(folder, { recursive: true }));

/** @param {import('node:net').Server} server */
async function onAnyPort(server) {
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(null)));
  after(() => server.close());
  return `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}/`;
}
/** @param {(socket: import('node:net').Socket) => void} took */
async function onSocket(took) {
  const path = join(folder, `${Math.random()}.sock`);
  const server = createServer((socket) => took(socket.on('error', () => {})));
  await new Promise((listening) => server.listen(path, () => listening(null)));
  after(() => server.close());
  return path;
}

test('any answer is a sign of life, a 503 too', async () => {
  const url = await onAnyPort(createHttpServer((_request, response) => response.writeHead(503).end('no')));
  assert.equal(await answersHttp(url)(5000), true);
});

test('a server that takes the connection and says nothing is silent', async () => {
  assert.equal(await answersHttp(await onAnyPort(createServer(() => {})))(200), false);
  assert.equal(await answersFastCgi(await onSocket(() => {}))(200), false);
});

test('where nobody listens the supervisor knows already', async () => {
  assert.equal(await answersHttp('http://127.0.0.1:1/')(5000), true);
  assert.equal(await answersFastCgi(join(folder, 'none.sock'))(5000), true);
});

test('FastCGI: the whole request comes in records, any byte is the answer', async () => {
  let got = Buffer.alloc(0);
  const path = await onSocket((socket) =>
    socket.on('data', (chunk) => {
      got = Buffer.concat([got, chunk]);
      if (got.includes('/ping') && got.subarray(-8).equals(Buffer.from([1, 5, 0, 1, 0, 0, 0, 0]))) socket.write('\x01');
    }),
  );
  assert.equal(await answersFastCgi(path)(5000), true);
});

test('of several, one that is silent is enough', async () => {
  const [lives, silent] = [async () => true, async () => false];
  assert.equal(await allAnswer([lives, lives])(1), true);
  assert.equal(await allAnswer([lives, silent])(1), false);
});
