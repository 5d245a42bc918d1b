import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientWatch } from '../../src/record/clientWatch.js';

test('a watch that begins again counts from there, and keeps what it saw before', () => {
  const watch = new ClientWatch();
  const first = watch.stop();
  assert.equal(watch.stop(), first, 'the same when asked again');
  assert.equal(watch.looks.length, 2);
  watch.begin();
  const second = watch.stop();
  assert.notEqual(second, first);
  assert.equal(watch.looks.length, 4);
  const [, , from, to] = watch.looks;
  assert.equal(second.cpuCores, ((to.cpuSeconds - from.cpuSeconds) / (to.at - from.at)) * 1000);
});
