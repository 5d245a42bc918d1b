import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareTurns, takingTurns, together } from '../../benches/emptyTurns.js';

const side = (/** @type {number} */ requestsPerSecond, /** @type {number} */ cpuSeconds = 1) => ({
  requestsPerSecond,
  ok: requestsPerSecond,
  cpuSeconds,
  cpuMicroseconds: (cpuSeconds * 1e6) / requestsPerSecond,
  failed: 1,
  abCores: 1,
  p99: 1,
});

test('each of two servers is first in every other turn', () => {
  assert.deepEqual(takingTurns('A', 'B', 4).join(' '), 'A,B B,A A,B B,A');
});

test('the ratio comes with the least and the greatest of the turns', () => {
  const turns = [
    { server: side(900), baseline: side(1000) },
    { server: side(1100), baseline: side(1000) },
  ];
  const { ratio, ratioOfTurns } = compareTurns(turns);
  assert.equal(ratio, 1);
  assert.deepEqual(ratioOfTurns, { min: 0.9, max: 1.1 });
});

test('CPU a request is that of all requests: a turn of few answers weighs little', () => {
  assert.equal(together([side(999, 0.999), side(1, 1.001)]).cpuMicroseconds, 2000);
  assert.equal(together([side(10), side(10)]).failed, 2);
  assert.equal(together([{ ...side(1), ok: 0 }]).cpuMicroseconds, 0, 'nothing answered');
});
