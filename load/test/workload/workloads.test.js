import assert from 'node:assert/strict';
import { test } from 'node:test';
import { studyValues } from '../../src/report/study.js';
import { jobsOfStudy } from '../../src/studies/studies.js';
import { jobsOf, readWorkload, shuffled } from '../../src/workload/workloads.js';

test('the ladders are those of the study, at 10 messages/s a user and 1,000 of all', () => {
  const { ladder = [] } = readWorkload('messages');
  assert.deepEqual([...studyValues('messages', 'node', 'errorPercent').keys()], ladder);
  assert.deepEqual([...studyValues('flood', 'node', 'requestsPerSecond').keys()], readWorkload('flood').ladder);
  const rates = jobsOf('messages', { levels: [1, 100, 200, 1000], repetitions: 1 }).map(({ rate }) => rate);
  assert.deepEqual(rates, [10, 1000, 1000, 1000]);
});

test('what is typed takes the place of what the workload says', () => {
  const [first, second] = jobsOf('messages', { levels: [50], rate: 2, seconds: 4, warmUp: 0, repetitions: 2 });
  const { rate, seconds, warmUp, repetition } = second;
  assert.deepEqual([first.repetition, rate, seconds, warmUp, repetition], [1, 100, 4, 0, 2]);
  const [fanout] = jobsOf('fanout', { rate: 5000 });
  assert.deepEqual([fanout.kind, fanout.rate, fanout.senders], ['fanout', 5000, 100]);
  assert.throws(() => jobsOf('never'), /no workload never: messages, fanout/);
});

test('the tables are all levels of a target, five times each where latencies are taken, each with a record of its own', () => {
  const all = jobsOfStudy('tables', { quick: false, target: 'node,laravel-workers' });
  const count = (/** @type {(job: any) => boolean} */ which) => all.filter(which).length;
  assert.deepEqual(
    [
      count(({ kind, target }) => kind === 'flood' && target === 'node'),
      count(({ kind, client, target }) => kind === 'messages' && !client && target === 'node'),
      count(({ client, target }) => client === 'artillery' && target === 'node'),
      count(({ client, target }) => client === 'artillery' && target === 'laravel-workers'),
    ],
    [10, 45, 5, 0],
  );
  assert.equal(new Set(all.map(({ file }) => file)).size, all.length);
  const quick = jobsOfStudy('tables', { quick: true, target: 'node', only: 'messages' });
  assert.deepEqual(
    quick.map(({ kind, users, client }) => `${kind} ${users} ${client ?? 'raw'}`),
    [...['messages 1 raw', 'messages 100 raw', 'messages 1000 raw', 'messages 1 artillery']],
  );
});

test('a shuffle keeps every job', () => {
  const jobs = [1, 2, 3, 4, 5];
  assert.deepEqual(
    shuffled(jobs, () => 0),
    [2, 3, 4, 5, 1],
  );
  assert.deepEqual(shuffled(jobs).toSorted(), jobs);
});
