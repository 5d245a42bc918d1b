import assert from 'node:assert/strict';
import net from 'node:net';
import { test } from 'node:test';
import { delayedLine } from '../../labs/09-crash/delayedLine.js';
import { outcomes, policyOf } from '../../labs/09-crash/policies.js';
import { makeClientId } from '../../../load/src/ledger/clientIds.js';

const SENDERS = { never: 0, newId: 1, sameId: 2 };

/** @param {keyof typeof SENDERS} policy @param {number} number @param {number} [intendedAt] */
const idOf = (policy, number, intendedAt = 1000) =>
  makeClientId({ run: 'r1', sender: SENDERS[policy], number, intendedAt });

test('each typed text is looked up in the store under all clientIds of its sends', () => {
  const [lost, kept, first, second, once] = [
    idOf('never', 0),
    idOf('never', 3),
    idOf('newId', 1),
    idOf('newId', 1, 2000),
    idOf('sameId', 2),
  ];
  const messages = {
    [lost]: { sentAt: 1, code: 'given_up' },
    [kept]: { sentAt: 1, ackedAt: 2, id: 1 },
    [first]: { sentAt: 1, code: 'given_up' },
    [second]: { sentAt: 2, ackedAt: 3, id: 4 },
    [once]: { sentAt: 1, ackedAt: 3, id: 3 },
  };
  const stored = [kept, first, second].map((clientId) => ({ clientId }));
  const found = outcomes(messages, new Set([lost, first, once]), stored);
  assert.deepEqual(found.never, { typed: 2, unanswered: 1, lost: 1, twice: 0, broken: 0 });
  assert.deepEqual(found.newId, { typed: 1, unanswered: 1, lost: 0, twice: 1, broken: 0 });
  assert.deepEqual(found.sameId, { typed: 1, unanswered: 1, lost: 1, twice: 0, broken: 1 });
  assert.deepEqual([0, 1, 2, 3].map(policyOf), ['never', 'newId', 'sameId', 'never']);
});

test('a delayed line loses the bytes in flight when an end closes', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const heard = /** @type {string[]} */ ([]);
  let closed = false;
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes) => heard.push(String(bytes)));
    socket.on('close', () => (closed = true));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const line = await delayedLine({ to: /** @type {net.AddressInfo} */ (server.address()).port, delayMs: 100 });
  t.after(() => {
    line.close();
    server.close();
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const turns = async () => {
    for (let i = 0; i < 50; i++) await turn();
  };
  const client = net.connect(line.port, '127.0.0.1');
  client.write('arrives');
  await turns();
  assert.deepEqual(heard, []);
  while (heard.length === 0) {
    t.mock.timers.tick(100);
    await turn();
  }
  client.write('lost');
  await turns();
  client.destroy();
  while (!closed) await turn();
  t.mock.timers.tick(1000);
  await turns();
  assert.deepEqual(heard, ['arrives']);
});
