import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, test } from 'node:test';
import { measureChat } from '../../src/chat/measureChat.js';
import { openServer } from '../../src/server/openServer.js';
import { failedVerdicts } from '../../src/record/verdict.js';
import { assertValid } from '../validRecord.js';
import { sessionsOf, tinyChat } from './tinyChat.js';

const NCHAN = fs.existsSync('/usr/lib/nginx/modules/ngx_nchan_module.so') ? false : 'nginx has no nchan here';

/** @param {import('../../src/server/openServer.js').OpenServer} server @param {object} [plan] */
const measure = (server, plan) =>
  measureChat(
    server,
    { kind: 'fanout', command: 'load/bench fanout', users: 3, rate: 20, seconds: 0.5, settleMs: 100, ...plan },
    () => {},
  );

/** @param {any} chat @returns {any} a server that is this process's */
const serverOf = (chat) => ({
  ...{ name: 'tiny', url: chat.url, chat, emptyUrl: '', parts: { server: [process.pid] } },
  ...{ chatParts: ['server'], floodParts: ['server'], codePath: {}, stores: true },
  facts: { commit: null, runtime: null, rateLimits: null, database: null, fresh: false },
  logIn: async (/** @type {number} */ users) => sessionsOf(users),
});

// Each waits out the 2 s after the last ack: beside each other.
describe('a fan-out', { concurrency: true }, () => {
  test('that cannot read the store keeps what it measured, and fails', async (t) => {
    const record = await measure(serverOf(await tinyChat(t, { away: true })));
    assert.deepEqual([record.counts.stored, record.counts.delivered], [null, 30]);
    assert.ok(failedVerdicts(record).some(({ name }) => name === 'store unread'));
  });

  test('in which users only join costs something, and that is no error', async (t) => {
    const record = await measure(serverOf(await tinyChat(t)), { kind: 'connections', rate: 0 });
    assertValid(record);
    assert.deepEqual([record.counts.joined, record.counts.sent, failedVerdicts(record)], [3, 0, []]);
    assert.ok(Number(record.counts.joinsPerSecond) > 0 && 'kilobytesEach' in record.counts);
  });

  for (const [target, skip] of /** @type {Array<[string, string | false]>} */ ([
    ['null-socketio', false],
    ['null-pusher', false],
    ['socketio-tutorial', false],
    ['nchan', NCHAN],
  ])) {
    test(`of ${target} is measured as a chat’s is: every message at every receiver`, { skip }, async (t) => {
      const server = await openServer({ target });
      t.after(() => server.stop());
      const record = await measure(server, { users: 4 });
      assertValid(record);
      const { joined, sent, acknowledged, due, delivered, lostDeliveries, duplicated } = record.counts;
      assert.deepEqual(
        [joined, sent, acknowledged, due, delivered, lostDeliveries, duplicated],
        [4, 10, 10, 40, 40, 0, 0],
      );
      await server.stop();
      assert.throws(() => process.kill(server.parts.server[0], 0), /ESRCH/);
    });
  }
});
