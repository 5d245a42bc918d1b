import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { runFanout } from '../../benches/fanout.js';
import { chatRecord } from '../../runRecord/chatRecord.js';
import { tinyChat } from '../messageTest/tinyChat.js';

const schema = JSON.parse(fs.readFileSync(new URL('../../runRecord/schema.json', import.meta.url), 'utf8'));
const valid = new Ajv({ allowUnionTypes: true, formats: { 'date-time': true } }).compile(schema);

/** @param {import('../../runRecord/chatRecord.js').ChatSeen} seen */
function recordOf(seen) {
  const facts = { version: null, commit: null, runtime: null, rateLimits: null, limits: {}, database: null };
  return chatRecord({
    kind: 'fanout',
    command: 'load/bench fanout',
    plan: { target: 'tiny', users: 3, rate: 20, seconds: 0.5 },
    client: 'raw',
    processes: 1,
    server: { name: 'tiny', url: '', ...facts, fresh: false, descriptors: null },
    parts: ['server'],
    serverParts: ['server'],
    seen,
  });
}

const sessions = [0, 1, 2].map((number) => ({ name: `user ${number}`, cookie: '' }));

test('a fan-out accounts for every message', async (t) => {
  const target = await tinyChat(t);
  const { audit, seen } = await runFanout({
    target,
    sessions,
    rate: 20,
    seconds: 0.5,
    pids: [process.pid],
    store: true,
  });
  assert.ok(seen.samples.samples[0].at <= seen.startAt, 'what was used since it began is not known');
  const record = recordOf(seen);
  assert.ok(valid(record), JSON.stringify(valid.errors, null, 2));
  assert.deepEqual([record.counts.errorPercent, record.series[0].delivered], [0, 30]);
  const { sent, acked, stored, expected, delivered, lost, duplicated, outOfOrder } = audit;
  assert.deepEqual(
    [sent, acked, stored, expected, delivered, lost, duplicated, outOfOrder],
    [10, 10, 10, 30, 30, 0, 0, 0],
  );
});

test('a fan-out reads the store, and names what is not in it, or twice', async (t) => {
  let number = 0;
  const store = (/** @type {import('../../ledger/ledger.js').ReceivedMessage} */ message) => {
    number++;
    if (number === 3) return [];
    return number === 5 ? [message, { ...message, id: message.id + 1000 }] : [message];
  };
  const target = await tinyChat(t, { store });
  const { audit } = await runFanout({ target, sessions, rate: 20, seconds: 0.5, pids: [], store: true });
  assert.deepEqual(audit.faults.map(({ kind, id }) => [kind, id]).sort(), [
    ['acknowledged but not stored', 3],
    ['stored twice', 1005],
  ]);
});

test('a fan-out that cannot read the store keeps what it measured, and says so', async (t) => {
  const target = await tinyChat(t, { away: true });
  const { audit, storeUnread } = await runFanout({ target, sessions, rate: 20, seconds: 0.5, pids: [], store: true });
  assert.deepEqual([audit.stored, audit.delivered], [null, 30]);
  assert.match(storeUnread ?? '', /503/);
});
