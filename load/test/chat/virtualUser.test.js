import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { VirtualUser } from '../../chat/virtualUser.js';
import { now } from '../../ledger/clock.js';
import { intendedAtOf } from '../../ledger/clientIds.js';
import { Ledger } from '../../ledger/ledger.js';

/** A wire under the test's hand: it keeps what is sent, and lets the test answer, deliver, break and return. */
function handWire() {
  const wire = { sent: [], acks: [] };
  wire.send = (text, clientId) => {
    wire.sent.push({ text, clientId, at: now() });
    return new Promise((resolve) => wire.acks.push(resolve));
  };
  wire.onMessages = (listener) => (wire.deliver = listener);
  wire.onBreak = (listener) => (wire.break = listener);
  wire.onReturn = (listener) => (wire.return = listener);
  return wire;
}

function userOn(wire, { readAfter = async () => [], ackTimeoutMs = undefined } = {}) {
  const ledger = new Ledger({ run: 'r1', target: 'test' });
  const user = new VirtualUser({ name: 'Ann', place: 3, wire, ledger, lastId: 0, readAfter, ackTimeoutMs });
  return { user, ledger };
}

/** @param {{seconds: number, rate: number, share: number}} how @returns {number[]} s */
const evenly = ({ seconds, rate, share }) =>
  Array.from({ length: Math.round(seconds * rate) }, (_, number) => (number + share) / rate);

test('a user sends at the intended times although no ack comes', async () => {
  const wire = handWire();
  const { user, ledger } = userOn(wire);
  const startAt = now() + 20;
  await user.send({ startAt, times: evenly({ seconds: 0.1, rate: 50, share: 0.5 }) });
  user.leave();
  assert.equal(wire.sent.length, 5);
  assert.equal(ledger.messages.size, 5);
  const intended = wire.sent.map(({ clientId }) => Math.round(intendedAtOf(clientId) - startAt));
  assert.deepEqual(intended, [10, 30, 50, 70, 90]);
});

test('messages meant for before a user joined are not sent afterwards in a burst', async () => {
  const wire = handWire();
  const { user } = userOn(wire);
  await user.send({ startAt: now() - 1000, times: evenly({ seconds: 1.1, rate: 20, share: 0.5 }) });
  user.leave();
  assert.equal(wire.sent.length, 2);
});

test('a client that was held up sends late, and the latency says so', async () => {
  const wire = handWire();
  const { user, ledger } = userOn(wire);
  const sending = user.send({ startAt: now() + 5, times: evenly({ seconds: 0.05, rate: 20, share: 0 }) });
  const until = now() + 60;
  while (now() < until);
  await sending;
  wire.acks[0]({ ok: true, message: { id: 1, clientId: wire.sent[0].clientId } });
  await sleep(5);
  user.leave();
  assert.ok(ledger.ack.percentile(50) >= 50, `${ledger.ack.percentile(50)} ms`);
});

test('a refusal is counted by its code, and is no ack', async () => {
  const wire = handWire();
  const { user, ledger } = userOn(wire);
  await user.send({ startAt: now() + 5, times: evenly({ seconds: 0.05, rate: 20, share: 0 }) });
  wire.acks[0]({ ok: false, error: { code: 'too_many_messages' } });
  await user.settle();
  user.leave();
  assert.deepEqual([...ledger.errors], [['too_many_messages', 1]]);
  assert.equal(ledger.acked, 0);
});

test('an ack that names another message is an error, and no ack', async () => {
  const wire = handWire();
  const { user, ledger } = userOn(wire);
  await user.send({ startAt: now() + 5, times: evenly({ seconds: 0.05, rate: 20, share: 0 }) });
  wire.acks[0]({ ok: true, message: { id: 1, clientId: 'r1-9-9-abc' } });
  await user.settle();
  user.leave();
  assert.deepEqual([...ledger.errors], [['ack_of_another_message', 1]]);
  assert.equal(ledger.acked, 0);
});

test('an ack that stays missing is an error', async () => {
  const wire = handWire();
  const { user, ledger } = userOn(wire, { ackTimeoutMs: 50 });
  await user.send({ startAt: now(), times: evenly({ seconds: 0.05, rate: 20, share: 0.5 }) });
  assert.deepEqual([...ledger.errors], []);
  while (ledger.errors.size === 0) await sleep(5);
  user.leave();
  assert.deepEqual([...ledger.errors], [['ack_timeout', 1]]);
});

test('an ack that lay unread while the client was held up is no error', async (t) => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const near = net.connect(server.address().port, '127.0.0.1');
  const [far] = await once(server, 'connection');
  t.after(() => (near.destroy(), far.destroy(), server.close()));
  const wire = handWire();
  wire.send = async (text, clientId) => {
    // What is written lies in the kernel at once, and from here the event loop comes to its timers before it comes to its sockets.
    setImmediate(() => {
      far.write('ack');
      const held = now() + 100;
      while (now() < held);
    });
    await once(near, 'data');
    return { ok: true, message: { id: 1, clientId, text } };
  };
  const { user, ledger } = userOn(wire, { ackTimeoutMs: 50 });
  await user.send({ startAt: now() + 5, times: evenly({ seconds: 0.05, rate: 20, share: 0 }) });
  await user.settle();
  user.leave();
  assert.deepEqual([...ledger.errors], []);
  assert.equal(ledger.acked, 1);
});

test('a user stays until what was sent to it has been read', async () => {
  const wire = handWire();
  const { user, ledger } = userOn(wire);
  let id = 0;
  const pushing = setInterval(() => wire.deliver([{ id: ++id, clientId: `r1-9-${id}-abc` }]), 20);
  setTimeout(() => clearInterval(pushing), 500);
  await user.quiet();
  const read = id;
  await sleep(50);
  assert.equal(id, read);
  assert.equal(ledger.receivers.get('Ann').pushed.length, read);
});

test('after a break a user reads what it missed and sends again what was not acknowledged, under the same clientId', async () => {
  const wire = handWire();
  const missed = [{ id: 2, clientId: 'r1-9-9-abc' }];
  const asked = [];
  const readAfter = async (after) => (asked.push(after), missed);
  const { user, ledger } = userOn(wire, { readAfter });
  await user.send({ startAt: now() + 5, times: evenly({ seconds: 0.05, rate: 20, share: 0 }) });
  wire.deliver([{ id: 1, clientId: 'r1-9-8-abc' }]);
  wire.break();
  assert.deepEqual([...ledger.errors], [['disconnected', 1]]);
  // The first push after the break overtakes the news of the return.
  wire.deliver([{ id: 7, clientId: 'r1-9-7-abc' }]);
  await wire.return();
  assert.equal(wire.sent.length, 2);
  assert.equal(wire.sent[0].clientId, wire.sent[1].clientId);
  assert.deepEqual(asked, [1]);
  assert.deepEqual(ledger.receivers.get('Ann').caughtUp, [2]);
  wire.acks[1]({ ok: true, message: { id: 3, clientId: wire.sent[1].clientId } });
  await user.settle();
  user.leave();
  assert.equal(ledger.acked, 1);
  assert.equal(ledger.receivers.get('Ann').stays.length, 2);
});
