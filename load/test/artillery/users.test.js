import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { BroadcastChannel } from 'node:worker_threads';
import { shapeOf } from '../../src/schedule/shape.js';
import { CHANNEL, stay, takeSession, userIsGone } from '../../src/artillery/users.js';

const call = (/** @type {Function} */ step, /** @type {any} */ context) =>
  new Promise((resolve, reject) =>
    step(context, null, (/** @type {unknown} */ error) => (error ? reject(error) : resolve(null))),
  );

/** Keeps the thread from its work, so that it hears and sends late. */
function holdUp() {
  for (const before = process.cpuUsage(); process.cpuUsage(before).user < 20_000;);
}

test('users take orders when each has joined or failed, and their ledger says what became of every message', async (t) => {
  const sessions = [1, 2, 3].map((number) => ({ name: `user ${number}`, cookie: `chat=${number}` }));
  const plan = { node: { side: 'node', address: { url: 'http://nowhere', host: 'nowhere' }, sessions, aheadMs: 0 } };
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
  /** @type {() => Promise<any>} */
  const answer = () => new Promise((resolve) => (channel.onmessage = ({ data }) => resolve(data.answer)));

  const joined = answer();
  const gone = contexts.map(async (context, place) => {
    await call(takeSession, context);
    assert.equal(context.vars.cookie, `chat=${place + 1}`);
    if (!sockets[place]) return userIsGone(context, Object.assign(new Error('refused'), { code: 'connect_503' }));
    await call(stay, Object.assign(context, { sockets: { '': sockets[place] } }));
    return userIsGone(context, null);
  });
  assert.deepEqual(await joined, { joined: 2, why: 'refused' });
  const share = { senders: 2, turns: [0, 1] };
  const schedule = shapeOf({}, { users: 2, rate: 6, seconds: 1 });
  const sent = answer();
  channel.postMessage({
    ...{ side: 'node', send: { run: 'r1', schedule, startAt: Date.now() + 50, share } },
  });
  assert.ok((await sent).sentUntil > Date.now() - 60_000);
  const left = answer();
  channel.postMessage({ side: 'node', leave: true });
  const { ledger, joined: users, ends, client } = await left;
  await Promise.all(gone);

  const { messages, receivers, errors } = ledger;
  assert.deepEqual([users, errors, ends], [2, { connect_503: 1 }, []]);
  assert.equal(Object.keys(messages).length, 6);
  assert.deepEqual(receivers['user 1'].pushed, [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(receivers['user 2'].pushed, [2, 3, 4, 5, 6]);
  assert.ok(Object.values(messages).every((/** @type {any} */ { ackedAt }) => ackedAt !== undefined));
  // It was watched while it sent: each message kept it at work for a while.
  assert.ok(client.cpuCores > 0, JSON.stringify(client));
});
