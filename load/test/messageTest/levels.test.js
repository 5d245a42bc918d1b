import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientBoundBy } from '../../src/record/clientBound.js';
import { LEVELS, ratePerUser, shuffled } from '../../src/messageTest/levels.js';
import { studyValues } from '../../src/report/study.js';

test('the levels are those of the study, at 10 messages/s a user and 1,000 of all', () => {
  assert.deepEqual([...studyValues('messages', 'node', 'errorPercent').keys()], LEVELS);
  assert.deepEqual([1, 100, 200, 1000].map(ratePerUser), [10, 10, 5, 1]);
});

test('a shuffle keeps every job', () => {
  const jobs = [1, 2, 3, 4, 5];
  assert.deepEqual(
    shuffled(jobs, () => 0),
    [2, 3, 4, 5, 1],
  );
  assert.deepEqual(shuffled(jobs).toSorted(), jobs);
});

test('a client is bound by what it adds itself to the latencies that it measures', () => {
  const kept = { cpuCores: 0.5, processes: 1, sendLatenessP95: 4, loopDelayP99Ms: 3, ackP95: 10 };
  assert.deepEqual(clientBoundBy(kept), []);
  assert.deepEqual(clientBoundBy({ ...kept, cpuCores: 0.95 }), ['CPU']);
  assert.deepEqual(clientBoundBy({ ...kept, cpuCores: 1.5, processes: 2 }), []);
  assert.deepEqual(clientBoundBy({ ...kept, sendLatenessP95: 30, loopDelayP99Ms: 30 }), ['late sends', 'loop delay']);
  assert.deepEqual(clientBoundBy({ ...kept, sendLatenessP95: 30, loopDelayP99Ms: null, ackP95: 200 }), []);
});
