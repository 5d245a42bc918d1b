import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientBoundBy } from '../../src/record/clientBound.js';

test('a client is bound if its CPU is full or its own delays are large beside the latency', () => {
  const kept = { cpuCores: 0.5, sendLatenessP95: 4, loopDelayP99Ms: 3, ackP95: 10 };
  assert.deepEqual(clientBoundBy(kept), []);
  assert.deepEqual(clientBoundBy({ ...kept, cpuCores: 0.95 }), ['CPU']);
  assert.deepEqual(clientBoundBy({ ...kept, sendLatenessP95: 30, loopDelayP99Ms: 30 }), ['late sends', 'loop delay']);
  assert.deepEqual(clientBoundBy({ ...kept, sendLatenessP95: 30, loopDelayP99Ms: 30, ackP95: 200 }), []);
});
