import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { spreadOf } from '../../runRecord/spread.js';
import { saveRecord } from '../../runRecord/saveRecord.js';
import { jobsOf } from '../../studyTables/jobs.js';
import { expectedSeconds, inWords, recordOf, secondsLeft } from '../../studyTables/progress.js';

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

test('a run is made once: its record counts while length and commit are the same, and is not half a file', (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tables-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  const [job] = jobsOf({ targets: ['node'], quick: true, sends });
  assert.equal(recordOf(job, folder, 'abc'), null);
  const record = { plan: { seconds: job.seconds }, client: { commit: 'abc' } };
  saveRecord(path.join(folder, job.file), record);
  assert.deepEqual(recordOf(job, folder, 'abc'), record);
  assert.equal(recordOf(job, folder, 'def'), null, 'another commit');
  assert.equal(recordOf({ ...job, seconds: 99 }, folder, 'abc'), null, 'another length');
  fs.writeFileSync(path.join(folder, job.file), '{"plan":');
  assert.equal(recordOf(job, folder, 'abc'), null, 'broken');
});

test('what is left is judged by what the finished ones took', () => {
  const [first, second, third] = jobsOf({ targets: ['node'], quick: true, only: 'flood', sends });
  const each = expectedSeconds(first);
  assert.equal(secondsLeft([first, second], []), 2 * each);
  assert.equal(secondsLeft([first, second], [{ job: third, took: 3 * each }]), 6 * each);
  assert.deepEqual([inWords(42), inWords(600), inWords(7000)], ['42 s', '10 min', '1 h 57 min']);
});

test('a median is of its own metric, beside the least and the greatest', () => {
  assert.deepEqual(spreadOf([3, 1, 2]), { median: 2, least: 1, greatest: 3 });
  assert.deepEqual(spreadOf([4, 1, 2, 3]), { median: 2.5, least: 1, greatest: 4 });
  assert.deepEqual(spreadOf([7]), { median: 7, least: 7, greatest: 7 });
});
