import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeParts } from '../../src/chat/mergeParts.js';
import { Latencies } from '../../src/ledger/latencies.js';
import { Ledger } from '../../src/ledger/ledger.js';

/**
 * @param {string} name of its receiver
 * @param {number[]} ms latencies in its first second
 * @param {number} cpuCores
 * @returns {import('../../src/chat/loadClient.js').Part}
 */
function part(name, ms, cpuCores) {
  const delivery = new Latencies();
  for (const each of ms) delivery.record(each);
  return {
    ledger: new Ledger({ run: 'r1', target: 'a' }).toJSON(),
    sizes: [[name, ms.length]],
    ...{ ends: [], bytesReceived: 10, joined: 1, deliveries: [delivery.toJSON()] },
    client: { cpuCores, boundBy: cpuCores > 0.9 ? [`CPU of ${name}`] : [] },
  };
}

test('deliveries of each second add up over the hosts, percentiles of all of them', () => {
  const { deliveries, sizes, client, joined } = mergeParts([part('a', [1, 1, 1], 0.25), part('b', [100], 1)]);
  const { count, p50, max } = deliveries[0].summary();
  assert.deepEqual([count, Math.round(p50), Math.round(max)], [4, 1, 100]);
  assert.deepEqual([...sizes], [['a', 3], ['b', 1]]); // prettier-ignore
  assert.deepEqual([client, joined], [{ cpuCores: 1.25, boundBy: ['CPU of b'] }, 2]);
});
