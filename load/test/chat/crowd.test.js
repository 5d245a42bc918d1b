import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Crowd } from '../../src/chat/crowd.js';
import { fillLedger } from '../../src/chat/crowdLedger.js';
import { audit } from '../../src/ledger/audit.js';
import { Ledger } from '../../src/ledger/ledger.js';
import { now } from '../../src/machine/clock.js';
import { makeClientId, textOf } from '../../src/ledger/clientIds.js';
import { WebSocketServer } from 'ws';
import { sessionsOf } from '../helpers/tinyChat.js';

const INTENDED = () => now() - 10;

/** Starts a minimal Socket.IO server. The test says what each receiver gets. */
async function handServer(t, afterJoin = () => {}) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  t.after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const sockets = [];
  server.on('connection', (socket) => {
    socket.send('0{"sid":"x"}');
    socket.once('message', () => {
      socket._socket.cork();
      socket.send(`40{"sid":"${sockets.push(socket)}"}`);
      afterJoin(socket);
      socket._socket.uncork();
    });
  });
  const socketUrl = `http://127.0.0.1:${server.address().port}`;
  return { sockets, endpoint: { name: 'hand', url: socketUrl, wire: 'socket.io', socketUrl } };
}

/** Waits at most 30 s, since a busy machine is slow. The next assertion tells what is missing. */
const until = async (condition) => {
  for (const end = Date.now() + 30_000; !condition() && Date.now() < end;)
    await new Promise((resolve) => setTimeout(resolve, 10));
};

/** Makes three receivers; `gets` says which of the three windows each of them gets, in which order. */
async function crowdThatGets(t, gets) {
  const { sockets, endpoint } = await handServer(t);
  const crowd = new Crowd(endpoint);
  await crowd.join(sessionsOf(gets.length));
  const ledger = new Ledger('r1');
  const windows = [1, 2, 3].map((id) => {
    const clientId = makeClientId({ run: 'r1', sender: 0, number: id, intendedAt: INTENDED() });
    ledger.sent(clientId, now());
    ledger.acknowledged(clientId, id, now());
    return `42["messages",{"messages":[{"id":${id},"clientId":"${clientId}","text":"${textOf(clientId)}"}]}]`;
  });
  gets.forEach((order, index) => order.forEach((window) => sockets[index].send(windows[window - 1])));
  await until(() => crowd.members.flatMap(({ sequence }) => sequence).length === gets.flat().length);
  const weights = fillLedger(crowd, ledger, now() + 60_000);
  crowd.close();
  return { ...audit(ledger.toJSON(), null, weights), groups: weights.size };
}

test('a close in the same read as the join is a break', async (t) => {
  const { endpoint } = await handServer(t, (socket) => socket.close(1013, 'busy'));
  const crowd = new Crowd(endpoint);
  await crowd.join(sessionsOf(1));
  await until(() => crowd.broken.length > 0);
  assert.deepEqual(crowd.broken, ['closed with 1013 busy']);
  assert.notEqual(crowd.members[0].leftAt, null);
});

test('receivers of the same messages are checked as one group, and each is counted', async (t) => {
  const { groups, due, delivered, lostDeliveries, findings, delivery } = await crowdThatGets(t, [
    [1, 2, 3],
    [1, 2, 3],
    [1, 2, 3],
  ]);
  assert.deepEqual(
    { groups, due, delivered, lostDeliveries, findings },
    { groups: 1, due: 9, delivered: 9, lostDeliveries: 0, findings: [] },
  );
  assert.equal(delivery.count, 9);
  assert.ok(delivery.p50 >= 9, `${delivery.p50} ms`);
});

test('each receiver that lost, doubled or swapped a message is found among the others', async (t) => {
  const verdict = await crowdThatGets(t, [
    [1, 2, 3],
    [1, 3],
    [1, 3],
    [1, 2, 2, 3],
    [1, 3, 2],
  ]);
  assert.equal(verdict.groups, 4);
  assert.deepEqual([verdict.due, verdict.delivered], [15, 13]);
  assert.deepEqual([verdict.lostDeliveries, verdict.duplicated, verdict.outOfOrder], [2, 1, 1]);
  assert.deepEqual(verdict.findings.map(({ kind, receivers }) => [kind, receivers]).sort(), [
    ['duplicated', undefined],
    ['lost', 2],
    ['out of order', undefined],
  ]);
});
