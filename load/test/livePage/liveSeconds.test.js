import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { now } from '../../ledger/clock.js';
import { shapedRun } from '../../livePage/driver/shapedRun.js';
import { chatRecord } from '../../runRecord/chatRecord.js';
import { Shape } from '../../scenarios/shape.js';
import { tinyChat } from '../messageTest/tinyChat.js';

const schema = JSON.parse(fs.readFileSync(new URL('../../runRecord/schema.json', import.meta.url), 'utf8'));
const valid = new Ajv({ allowUnionTypes: true, formats: { 'date-time': true } }).compile(schema);

test('users that join late and break off account for every message, second by second and in the record', async (t) => {
  const target = await tinyChat(t);
  const phases = [
    { name: 'more', share: 0.5, users: /** @type {[number, number]} */ ([0.5, 1]) },
    { name: 'storm', share: 0.5, reconnect: 1 },
  ];
  const shape = new Shape({ title: 'a', about: 'a', seconds: 2, phases }, { users: 4, rate: 10, seconds: 2 });
  /** @type {import('../../livePage/driver/liveSeconds.js').LiveSecond[]} */
  const rows = [];
  let joined = 0;
  const startAt = async () => {
    joined = target.joined();
    return now() + 50;
  };
  const stop = new AbortController();
  const seen = await shapedRun(
    { target, send: 'socket', shape, parts: { tiny: [process.pid] }, serverParts: ['tiny'], startAt, stop },
    { onState: () => {}, onSecond: (row) => rows.push(row), onFailing: (why) => assert.fail(why) },
  );
  assert.equal(joined, 2, 'half of them when the clock starts');
  const { seconds, asked: users } = seen;
  const sent = Object.keys(seen.ledger.messages).length;
  assert.ok(Math.abs(sent - 70) <= 2, `${sent} messages`);
  assert.deepEqual([users, seen.joined], [4, 4]);
  assert.ok(seen.samples.samples[0].at <= seen.startAt, 'what was used since it began is not known');
  // Who joins while the storm goes on, on a machine that stands still for a while, has no connection that could break.
  const came = Object.values(seen.ledger.receivers).filter(({ stays }) => stays.length === 2).length;
  assert.ok(came >= 2, `${came} broke off and came back`);
  assert.deepEqual(seen.audit.faults, []);
  assert.equal(seen.audit.acked, sent);
  assert.equal(
    rows.reduce((sum, row) => sum + row.sent, 0),
    sent,
  );
  assert.equal(rows[rows.length - 1].lost, 0);
  const facts = { version: null, commit: null, runtime: null, rateLimits: null, limits: {}, database: null };
  const record = {
    ...chatRecord({
      kind: 'live',
      command: 'load/live',
      plan: { target: 'tiny', users, ratePerUser: 10, rate: 40, scenario: 'a', seconds },
      client: 'raw',
      processes: 1,
      server: { name: 'tiny', url: target.url, ...facts, fresh: false, descriptors: null },
      parts: ['tiny'],
      serverParts: ['tiny'],
      seen,
    }),
    marks: [{ second: 0.7, label: 'window off' }],
  };
  assert.ok(valid(record), JSON.stringify(valid.errors, null, 2));
});

test('a run that is stopped waits for what it has sent, and leaves the seconds that it took', async (t) => {
  const target = await tinyChat(t);
  const shape = new Shape(
    { title: 'a', about: 'a', seconds: 60, phases: [{ name: 'all', share: 1 }] },
    { users: 2, rate: 20, seconds: 60 },
  );
  const stop = new AbortController();
  const seen = await shapedRun(
    { target, send: 'post', shape, parts: { tiny: [process.pid] }, serverParts: ['tiny'], stop },
    { onState: () => {}, onSecond: () => stop.abort(), onFailing: (why) => assert.fail(why) },
  );
  const { seconds } = seen;
  assert.ok(seconds > 1 && seconds < 20, `${seconds} s`);
  assert.deepEqual(seen.audit.faults, []);
  assert.equal(seen.audit.acked, seen.audit.sent);
});

test('logins are told ten times a second at most, and the last one always', async (t) => {
  const target = await tinyChat(t);
  const users = 150;
  const shape = new Shape(
    {
      title: 'a',
      about: 'a',
      seconds: 1,
      phases: [
        { name: 'all', share: 1, users: 0.01 },
        { name: 'more', share: 1 },
      ],
    },
    { users, rate: 1, seconds: 1 },
  );
  /** @type {Array<number | undefined>} */
  const told = [];
  const onState = (/** @type {string} */ state, /** @type {number | undefined} */ count) =>
    state === 'logging in' && told.push(count);
  const stop = new AbortController();
  stop.abort();
  const startedAt = now();
  await shapedRun(
    { target, send: 'socket', shape, parts: {}, serverParts: [], stop },
    { onState, onSecond: () => {}, onFailing: (why) => assert.fail(why) },
  );
  assert.ok(told.length <= (now() - startedAt) / 100 + 2, `${told.length} times`);
  assert.equal(told.at(-1), users);
});
