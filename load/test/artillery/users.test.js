import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import http from 'node:http';
import { test } from 'node:test';
import { BroadcastChannel } from 'node:worker_threads';
import { chat, CHANNEL, logIn, userIsGone } from '../../src/artillery/users.js';

const call = (/** @type {Function} */ step, /** @type {any} */ context) =>
  new Promise((resolve, reject) =>
    step(context, null, (/** @type {unknown} */ error) => (error ? reject(error) : resolve(null))),
  );

/** Keeps the thread from its work, so that it hears and sends late. */
function holdUp() {
  for (const before = process.cpuUsage(); process.cpuUsage(before).user < 20_000;);
}

test('a run begins when each user has joined or failed, and its ledger says what became of every message', async (t) => {
  const server = http.createServer(async (request, response) => {
    const { login } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    if (login === 'load 3') return response.writeHead(403).end('{"error":{"code":"wrong_password"}}');
    return response.writeHead(201, { 'set-cookie': `chat=${login}; HttpOnly` }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const url = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`;
  const alone = { run: 'r1', scenario: 'steady', rate: 3, seconds: 1 };
  const plan = { users: 3, targets: { node: { url } }, alone };
  const contexts = [0, 1, 2].map((place) => ({ vars: /** @type {any} */ ({ plan, target: 'node', place }) }));

  let id = 0;
  const sockets = [new EventEmitter(), new EventEmitter()];
  for (const socket of sockets) {
    Object.assign(socket, {
      emit(/** @type {string} */ _, /** @type {any} */ sent, /** @type {(ack: any) => void} */ acknowledge) {
        const message = { id: ++id, ...sent };
        // One delivery is left out: the first message does not come back to the second user.
        const [own, other] = socket === sockets[0] ? sockets : [...sockets].reverse();
        for (const one of id === 1 ? [own] : [own, other])
          EventEmitter.prototype.emit.call(one, 'messages', { messages: [message] });
        acknowledge({ ok: true, message });
        holdUp();
      },
    });
  }
  const channel = new BroadcastChannel(CHANNEL);
  t.after(() => channel.close());
  const handedOver = new Promise((resolve) => (channel.onmessage = ({ data }) => resolve(data)));

  await Promise.all(
    contexts.map(async (context, place) => {
      try {
        await call(logIn, context);
        await call(chat, Object.assign(context, { sockets: { '': sockets[place] } }));
        userIsGone(context, null);
      } catch (error) {
        userIsGone(context, /** @type {Error} */ (error));
      }
    }),
  );

  const { ledger, joined, ends, client } = (await handedOver).parts.node;
  const { messages, receivers, errors } = ledger;
  assert.deepEqual([joined, errors, ends], [2, { wrong_password: 1 }, []]);
  // Those of the third user, who did not join, stay unsent.
  assert.equal(Object.keys(messages).length, 6);
  assert.deepEqual(receivers['load 1'].pushed, [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(receivers['load 2'].pushed, [2, 3, 4, 5, 6]);
  assert.ok(Object.values(messages).every((/** @type {any} */ { ackedAt }) => ackedAt !== undefined));
  // It was watched while it sent: each message kept it at work for a while.
  assert.ok(client.cpuCores > 0, JSON.stringify(client));
});
