import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { chatRecord } from '../../src/record/chatRecord.js';
import { runLoad } from '../../src/chat/runLoad.js';
import { ClientWatch } from '../../src/record/clientWatch.js';
import { shapeOf } from '../../src/workload/shape.js';
import { assertValid } from '../validRecord.js';
import { sessionsOf, tinyChat } from './tinyChat.js';

/** @param {any} target @param {import('../../src/chat/loadClient.js').Schedule} [schedule] */
async function recordOf(target, schedule = /** @type {any} */ ({ rate: 30, seconds: 1 })) {
  const plan = { target: 'tiny', users: 3, rate: 30, repetition: 1, warmUpSeconds: 0.1, codePath: 'tiny', seconds: 1 };
  const parts = { tiny: [process.pid] };
  const seen = await runLoad({ target, schedule, sessions: sessionsOf(3), warmUp: 0.1, settleMs: 300, parts });
  return chatRecord({
    ...{ kind: 'messages', command: 'load/messages --target tiny', plan, client: 'raw', seen },
    server: { commit: null, runtime: null, rateLimits: null, database: null, fresh: false },
    ...{ parts: ['tiny'], serverParts: ['tiny'] },
  });
}

// Each waits out the 2 s after the last ack: beside each other.
describe('a run', { concurrency: true }, () => {
  test('becomes a record as the schema says, with every message at every user', async (t) => {
    const record = await recordOf(await tinyChat(t));
    assertValid(record);
    const { sent, acknowledged, stored, due, delivered, errorPercent } = record.counts;
    assert.deepEqual([sent, acknowledged, stored, due, delivered, errorPercent], [30, 30, 30, 90, 90, 0]);
    assert.deepEqual(record.errors, {});
    assert.equal(record.latencies.ack.count, 30);
    assert.equal(record.latencies.sendLateness.count, 30);
    const [second] = record.series;
    // How much of it falls into the first second is the machine's affair.
    assert.ok((second.sent ?? 0) > 0, JSON.stringify(second));
    assert.ok((second.deliveryP95 ?? 0) > 0, JSON.stringify(second));
    // Memory is read once a second: a busy machine may not come to it within so short a run.
    const { server } = record.server.parts;
    assert.ok(server && server.cpuCores >= 0 && server.pssMb !== 0);
    assert.ok(
      record.verdicts.every(({ passed }) => passed),
      JSON.stringify(record.verdicts),
    );
  });

  test('counts the slow receivers that the server hung up on', async (t) => {
    const phases = [{ name: 'all', share: 1 }];
    const slowReceivers = { users: 1 / 3, bytesPerSecond: 500 };
    const shape = shapeOf({ phases, slowReceivers }, { users: 3, rate: 10, seconds: 1 });
    const record = await recordOf(await tinyChat(t, { hangsUpOn: 3 }), shape);
    assertValid(record);
    assert.deepEqual([record.counts.slowEnded, record.counts.broken], [1, 0]);
    assert.equal((await recordOf(await tinyChat(t), shape)).counts.slowEnded, 0);
  });

  test('goes on without those who cannot join, and says so', async (t) => {
    const target = await tinyChat(t, { most: 2 });
    /** @type {string[]} */
    const said = [];
    const plan = { target, schedule: { rate: 10, seconds: 1 }, sessions: sessionsOf(3), settleMs: 0 };
    const { joined, why, audit, samples } = await runLoad(plan, (line) => said.push(line));
    assert.deepEqual([joined, audit.sent, audit.acked, audit.stored, audit.delivered], [2, 10, 10, 10, 20]);
    assert.match(why ?? '', /503/);
    assert.match(said.join(), /^1 could not join: .*503/);
    assert.deepEqual(samples, [], 'nothing is sampled unless parts are given');
  });

  test('of which nobody can join fails with the reason', async (t) => {
    const target = await tinyChat(t, { most: 0 });
    const plan = { target, schedule: { rate: 10, seconds: 1 }, sessions: sessionsOf(2) };
    await assert.rejects(runLoad(plan), /503/);
  });

  test('by POST counts answers as acks, and names what was refused, not stored', async (t) => {
    const target = await tinyChat(t, {
      answer: (message) =>
        message.id % 10 === 9 ? { ok: false, error: { code: 'store_unavailable' } } : { ok: true, message },
      store: (message) => (message.id % 10 === 5 ? [] : [message]),
    });
    const record = await recordOf({ ...target, features: [] });
    assertValid(record);
    const { sent, refused, lost, errorPercent } = record.counts;
    assert.deepEqual([sent, refused, lost, errorPercent], [30, 3, 3, 20]);
    assert.equal(record.errors.store_unavailable, 3);
    assert.deepEqual(
      record.verdicts.filter(({ passed }) => !passed).map(({ name }) => name),
      ['error %', 'lost deliveries'],
    );
  });
});

test('the client is watched while it sends, not while it waits for the last answers', async (t) => {
  const { stop } = ClientWatch.prototype;
  const isStopped = Promise.withResolvers();
  t.mock.method(ClientWatch.prototype, 'stop', function (/** @type {any} */ ...words) {
    isStopped.resolve(true);
    return stop.apply(this, words);
  });
  // Before the client's patience ends, which is 20 s.
  const isTooLate = sleep(15_000, false, { ref: false });
  const answer = async (/** @type {any} */ message) => ({
    ok: await Promise.race([isStopped.promise, isTooLate]),
    message,
  });
  const target = await tinyChat(t, { answer });
  const plan = { target, schedule: { rate: 10, seconds: 1 }, sessions: sessionsOf(2), settleMs: 0 };
  assert.equal((await runLoad(plan)).audit.acked, 10);
});
