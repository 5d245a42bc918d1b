import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { KINDS } from '../../src/record/kinds.js';
import { studyValues } from '../../src/reference/chatStudy.js';
import { jobsOf, rateUnit, readWorkload, WORKLOAD_NAMES } from '../../src/run/workloads.js';

const schema = JSON.parse(fs.readFileSync(new URL('../../workloads/schema.json', import.meta.url), 'utf8'));

test('every workload fits the schema, and names a kind of records', () => {
  const valid = new Ajv({ allowUnionTypes: true }).compile(schema);
  for (const name of WORKLOAD_NAMES) {
    const workload = readWorkload(name);
    assert.ok(valid(workload), `${name}: ${JSON.stringify(valid.errors)}`);
    assert.ok(workload.kind in KINDS, `${name}: ${workload.kind}`);
  }
});

test('the levels are those of the study, at 10 messages/s a user and at most 1,000 in all', () => {
  const { ladder = [] } = readWorkload('messages');
  assert.deepEqual([...studyValues('messages', 'node', 'errorPercent').keys()], ladder);
  assert.deepEqual([...studyValues('flood', 'node', 'requestsPerSecond').keys()], readWorkload('flood').ladder);
  const rates = jobsOf('messages', { levels: [1, 100, 200, 1000], repetitions: 1 }).map(({ rate }) => rate);
  assert.deepEqual(rates, [10, 1000, 1000, 1000]);
});

test('options replace the values of a workload', () => {
  const [first, second] = jobsOf('messages', { levels: [50], rate: 2, seconds: 4, warmUp: 0, repetitions: 2 });
  const { rate, seconds, warmUp, repetition } = second;
  assert.deepEqual([first.repetition, rate, seconds, warmUp, repetition], [1, 100, 4, 0, 2]);
  const [fanout] = jobsOf('fanout', { rate: 5000 });
  assert.deepEqual([fanout.kind, fanout.rate, fanout.senders], ['fanout', 5000, 100]);
  const warmUps = ['endpoints', 'flood'].map((name) => jobsOf(name, { warmUp: 2 })[0].warmUp);
  assert.deepEqual(warmUps, [2, undefined], 'ab has no warm-up');
});

test('the unit of --rate is told of each workload that takes one', () => {
  const units = ['messages', 'fanout', 'crud', 'flood'].map((name) => rateUnit(readWorkload(name)));
  const ofAll = 'of all users together';
  assert.deepEqual(units, ['messages/s of each user', `messages/s ${ofAll}`, `requests/s ${ofAll}`, '']);
});

test('a job of faults makes all its repetitions, and any other job makes one', () => {
  const jobs = (/** @type {string} */ name) => jobsOf(name, { levels: [20], repetitions: 3 });
  assert.deepEqual([jobs('faults').length, jobs('faults')[0].repetitions, jobs('messages').length], [1, 3, 3]);
});
