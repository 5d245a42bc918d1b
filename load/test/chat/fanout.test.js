import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { measureChat } from '../../src/chat/measureChat.js';
import { openServer } from '../../src/server/openServer.js';
import { failedVerdicts } from '../../src/record/verdict.js';
import { tinyChat } from './tinyChat.js';

const schema = JSON.parse(fs.readFileSync(new URL('../../src/record/schema.json', import.meta.url), 'utf8'));
const valid = new Ajv({ allowUnionTypes: true, formats: { 'date-time': true } }).compile(schema);
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
  ...{ name: 'tiny', title: 'tiny', chat, emptyUrl: '', parts: { server: [process.pid] } },
  ...{ chatParts: ['server'], floodParts: ['server'], holds: null, codePath: {}, send: 'socket', stores: true },
  facts: {
    ...{ name: 'tiny', url: chat.url, version: null, commit: null, runtime: null, rateLimits: null, limits: {} },
    ...{ database: null, fresh: false, descriptors: null },
  },
  logIn: async (/** @type {number} */ users) =>
    Array.from({ length: users }, (_, number) => ({ name: `user ${number}`, cookie: '' })),
});

test('a fan-out accounts for every message', async (t) => {
  const record = await measure(serverOf(await tinyChat(t)));
  assert.ok(valid(record), JSON.stringify(valid.errors, null, 2));
  const { sent, acknowledged, stored, due, delivered, errorPercent, joined } = record.counts;
  assert.deepEqual([joined, sent, acknowledged, stored, due, delivered, errorPercent], [3, 10, 10, 10, 30, 30, 0]);
  assert.equal(record.series[0].delivered, 30);
  assert.ok(record.counts.deliveriesPerSecond > 0 && 'kilobytesEach' in record.counts, JSON.stringify(record.counts));
});

test('a fan-out reads the store, and names what is not in it, or twice', async (t) => {
  let number = 0;
  const store = (/** @type {import('../../src/ledger/ledger.js').ReceivedMessage} */ message) => {
    number++;
    if (number === 3) return [];
    return number === 5 ? [message, { ...message, id: message.id + 1000 }] : [message];
  };
  const { faults } = await measure(serverOf(await tinyChat(t, { store })));
  assert.deepEqual(faults.map(({ kind, id }) => [kind, id]).sort(), [
    ['acknowledged but not stored', 3],
    ['stored twice', 1005],
  ]);
});

test('a fan-out that cannot read the store keeps what it measured, and fails', async (t) => {
  const record = await measure(serverOf(await tinyChat(t, { away: true })));
  assert.deepEqual([record.counts.stored, record.counts.delivered], [null, 30]);
  assert.deepEqual(
    failedVerdicts(record).map(({ name }) => name),
    ['store unread'],
  );
});

test('users who only join cost something, and that is no error', async (t) => {
  const record = await measure(serverOf(await tinyChat(t)), { kind: 'connections', rate: 0 });
  assert.ok(valid(record), JSON.stringify(valid.errors, null, 2));
  assert.deepEqual([record.counts.joined, record.counts.sent, failedVerdicts(record)], [3, 0, []]);
  assert.ok(record.counts.joinsPerSecond > 0);
});

for (const [target, skip] of /** @type {Array<[string, string | false]>} */ ([
  ['null-socketio', false],
  ['null-pusher', false],
  ['socketio-tutorial', false],
  ['nchan', NCHAN],
])) {
  test(`${target} is measured as a chat is: every message at every receiver`, { skip }, async (t) => {
    const server = await openServer({ target });
    t.after(() => server.stop());
    const record = await measure(server, { users: 4 });
    assert.ok(valid(record), JSON.stringify(valid.errors, null, 2));
    const { joined, sent, acknowledged, due, delivered, lostDeliveries, duplicated } = record.counts;
    assert.deepEqual(
      [joined, sent, acknowledged, due, delivered, lostDeliveries, duplicated],
      [4, 10, 10, 40, 40, 0, 0],
    );
    await server.stop();
    assert.throws(() => process.kill(server.parts.server[0], 0), /ESRCH/);
  });
}
