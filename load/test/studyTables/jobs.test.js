import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spreadOf } from '../../src/record/spread.js';
import { jobsOf } from '../../src/studyTables/jobs.js';

const sends = (/** @type {string} */ target) => (target === 'laravel-workers' ? 'post' : 'socket');

test('all levels of every target, five times each where latencies are taken, and each with a record of its own', () => {
  const jobs = jobsOf({ targets: ['node', 'laravel-workers'], quick: false, sends });
  const count = (/** @type {(job: any) => boolean} */ which) => jobs.filter(which).length;
  assert.equal(
    count(({ kind, target }) => kind === 'flood' && target === 'node'),
    10,
  );
  assert.equal(
    count(({ client, target }) => client === 'raw' && target === 'node'),
    45,
  );
  assert.equal(
    count(({ client, target }) => client === 'artillery' && target === 'laravel-workers'),
    0,
  );
  assert.ok(count(({ client }) => client === 'artillery') > 0);
  assert.equal(new Set(jobs.map(({ file }) => file)).size, jobs.length);
  assert.ok(
    jobsOf({ targets: ['node'], quick: true, only: 'messages', sends }).every(({ kind }) => kind === 'messages'),
  );
});

test('a median is of its own metric, beside the least and the greatest', () => {
  assert.deepEqual(spreadOf([3, 1, 2]), { median: 2, least: 1, greatest: 3 });
  assert.deepEqual(spreadOf([4, 1, 2, 3]), { median: 2.5, least: 1, greatest: 4 });
  assert.deepEqual(spreadOf([7]), { median: 7, least: 7, greatest: 7 });
});
