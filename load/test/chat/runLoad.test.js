import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { measureChat } from '../../src/chat/measureChat.js';
import { RawClient } from '../../src/chat/rawClient.js';
import { runLoad } from '../../src/chat/runLoad.js';
import { childrenOfAll } from '../../src/machine/processTree.js';
import { failedVerdicts } from '../../src/record/verdict.js';
import { jobsOf } from '../../src/run/workloads.js';
import { openServer } from '../../src/server/openServer.js';
import { scheduleOf } from '../../src/schedule/schedule.js';
import { listening } from '../helpers/listening.js';
import { assertValid } from '../helpers/assertValid.js';
import { serverOf, sessionsOf, tinyChat } from '../helpers/tinyChat.js';

/** @import { RunRecord } from '../../src/record/runRecord.js' */

const NCHAN = fs.existsSync('/usr/lib/nginx/modules/ngx_nchan_module.so') ? false : 'nginx has no nchan here';
const NULL_SERVER = new URL('../../baselines/null-server.js', import.meta.url).pathname;

/** @param {any} server @param {object} [load] */
const measure = (server, load) => {
  const [job] = jobsOf('messages', { levels: [3], seconds: 1, warmUp: 0, repetitions: 1 });
  return measureChat(server, { ...job, settleMs: 100, ...load }, () => {}, new RawClient());
};

// The schedule has ten messages in one second.
const TEN = scheduleOf({ rate: 10, seconds: 1 });

/** @param {RunRecord} record */
const failed = (record) => failedVerdicts(record).map(({ name }) => name);

// Each test waits 2 s after the last ack, so the tests overlap.
describe('runLoad', { concurrency: true }, () => {
  test('a run becomes a record of the schema, with every message at every user, also after a warm-up', async (t) => {
    let taken = 0;
    const answer = (/** @type {any} */ message) => {
      taken++;
      return { ok: true, message };
    };
    const record = await measure(serverOf(await tinyChat(t, { answer })), { warmUp: 1.5 });
    assertValid(record);
    assert.equal(taken, 75, 'a warm-up may be longer than its run');
    const { sent, acknowledged, stored, due, delivered, errorPercent } = record.counts;
    assert.deepEqual([sent, acknowledged, stored, due, delivered, errorPercent], [30, 30, 30, 90, 90, 0]);
    assert.deepEqual([record.errors, failed(record)], [{}, []]);
    assert.deepEqual([record.latencies.ack.count, record.latencies.sendLateness.count], [30, 30]);
    // The sampler reads memory once a second: a busy machine may not do so within such a short run.
    const { server } = record.server.parts;
    assert.ok(server && server.cpuCores >= 0 && server.pssMb !== 0);
  });

  test('a run that cannot read the store keeps its measurements, and fails', async (t) => {
    const record = await measure(serverOf(await tinyChat(t, { away: true })));
    assert.deepEqual([record.counts.stored, record.counts.delivered], [null, 90]);
    assert.ok(failed(record).includes('store unread'));
  });

  test('a run in which users only join measures their cost, without an error', async (t) => {
    const record = await measure(serverOf(await tinyChat(t)), { kind: 'connections', rate: 0 });
    assertValid(record);
    assert.deepEqual([record.counts.joined, record.counts.sent, failed(record)], [3, 0, []]);
    assert.ok(Number(record.counts.joinsPerSecond) > 0 && 'kilobytesEach' in record.counts);
  });

  test('a connection that the server ends is counted, and fails the run', async (t) => {
    const record = await measure(serverOf(await tinyChat(t, { hangsUpOn: 3 })));
    assertValid(record);
    assert.equal(record.counts.broken, 1);
    assert.ok(failed(record).includes('connections that broke'));
  });

  test('a run goes on without users who cannot join, and says so', async (t) => {
    const endpoint = await tinyChat(t, { most: 2 });
    /** @type {string[]} */
    const said = [];
    const plan = { endpoint, loadClient: new RawClient(), schedule: TEN, sessions: sessionsOf(3), settleMs: 0 };
    const { joined, audit, samples } = await runLoad(plan, (line) => said.push(line));
    assert.deepEqual([joined, audit.sent, audit.acknowledged, audit.stored, audit.delivered], [2, 10, 10, 10, 20]);
    assert.match(said.join(), /^1 could not join: .*503/);
    assert.deepEqual(samples, [], 'nothing is sampled unless parts are given');
  });

  test('a run that no user can join fails with the reason', async (t) => {
    const endpoint = await tinyChat(t, { most: 0 });
    const plan = { endpoint, loadClient: new RawClient(), schedule: TEN, sessions: sessionsOf(2) };
    await assert.rejects(runLoad(plan), /503/);
  });

  test('a run by POST counts answers as acks, and counts refused and unstored messages', async (t) => {
    const endpoint = await tinyChat(t, {
      answer: (message) =>
        message.id % 10 === 9 ? { ok: false, error: { code: 'store_unavailable' } } : { ok: true, message },
      store: (message) => (message.id % 10 === 5 ? [] : [message]),
    });
    const record = await measure(serverOf({ ...endpoint, features: [] }));
    assertValid(record);
    // A late ack counts as none, so counts of lost messages and of errors depend on the machine's speed.
    const { sent, refused, notStored, lostDeliveries } = record.counts;
    assert.deepEqual([sent, refused, notStored, lostDeliveries], [30, 3, 3, 0]);
    assert.equal(record.errors.store_unavailable, 3);
    assert.deepEqual(failed(record), ['error %', 'acknowledged but not stored']);
  });

  for (const [target, skip] of /** @type {Array<[string, string | false]>} */ ([
    ['null-socketio', false],
    ['null-pusher', false],
    ['socketio-tutorial', false],
    ['nchan', NCHAN],
  ])) {
    test(`a run at ${target} is measured like one at a chat: every message at every receiver`, { skip }, async (t) => {
      const server = await openServer({ target });
      t.after(() => server.stop());
      const record = await measure(server, { users: 4, rate: 20, seconds: 0.5 });
      assertValid(record);
      const { joined, sent, acknowledged, due, delivered, duplicated } = record.counts;
      assert.deepEqual([joined, sent, acknowledged, due, delivered, duplicated], [4, 10, 10, 40, 40, 0]);
      await server.stop();
      assert.throws(() => process.kill(server.pidsByPart.server[0], 0), /ESRCH/);
    });
  }

  test('the null server is one chat, in as many processes as its users need', async (t) => {
    const probe = http.createServer();
    const url = await listening(t, probe);
    probe.close();
    // The test joins 250 users, and each process has 100 descriptors for connections.
    const server = spawn('bash', [
      '-c',
      'ulimit -n 300 && exec "$0" "$@"',
      process.execPath,
      NULL_SERVER,
      new URL(url).port,
      'socket.io',
      '250',
    ]);
    t.after(() => server.kill());
    while (!(await fetch(url).catch(() => null))) await sleep(100);
    assert.equal(childrenOfAll().get(Number(server.pid))?.length, 3);
    const endpoint = { name: 'null', url, wire: /** @type {const} */ ('socket.io'), socketUrl: url };
    const plan = {
      endpoint,
      loadClient: new RawClient(),
      schedule: scheduleOf({ rate: 20, seconds: 1 }),
      sessions: sessionsOf(6),
      store: false,
      settleMs: 100,
    };
    const { sent, acknowledged, delivered, findings } = (await runLoad(plan)).audit;
    assert.deepEqual([sent, acknowledged, delivered, findings], [20, 20, 120, []]);
  });
});
