import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costOf, studyCost } from '../../labs/course/10-the-study-again/study.js';

test('CPU for each is busy time divided by how many there were', () => {
  assert.equal(costOf('a loop', 1000, 50).cpuMs, 0.5);
});

test('the study’s own lines give what its servers spent on an answer and on a message', () => {
  const flood = studyCost('get-flood', 'laravel', 10);
  assert.deepEqual([flood.perSecond, flood.cpuPercent], [13152.1, 97.7]);
  assert.equal(studyCost('message-test', 'laravel', 10).perSecond, 18.1);
  assert.throws(() => studyCost('message-test', 'laravel', 1000), /no 1000 users/);
});
