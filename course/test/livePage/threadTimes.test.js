import assert from 'node:assert/strict';
import { test } from 'node:test';
import { threadTimes } from '../../livePage/threadTimes.js';

test('a thread’s time grows while it computes', () => {
  const before = threadTimes(process.pid);
  const until = performance.now() + 30;
  while (performance.now() < until);
  const after = threadTimes(process.pid);
  assert.ok(before && after && after.ranNs > before.ranNs, `${before?.ranNs} ns, then ${after?.ranNs}`);
  assert.equal(threadTimes(2 ** 30), null, 'no process has that pid');
});
