import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeParts, withClient } from '../../src/chat/mergeParts.js';
import { Latencies } from '../../src/ledger/latencies.js';
import { Ledger } from '../../src/ledger/ledger.js';

/**
 * @param {string} name of its receiver
 * @param {number[]} ms of the deliveries in its first second
 * @param {number} cpuSeconds a second
 */
function part(name, ms, cpuSeconds) {
  const delivery = new Latencies();
  for (const each of ms) delivery.record(each);
  const look = (/** @type {number} */ at) => ({ at, p99Ms: 0, cpuSeconds: (at / 1000) * cpuSeconds, rssMb: 50 });
  return /** @type {import('../../src/chat/loadClient.js').Part} */ ({
    ledger: new Ledger({ run: 'r1', target: 'a' }).toJSON(),
    sizes: [[name, ms.length]],
    ...{ events: 1, messages: 1, ends: [], bytesReceived: 10, sendLatenessP95: 0, loopDelayP99Ms: 1 },
    ...{ joined: 1, slow: { joined: 0, ended: 0 } },
    deliveries: [{ delivered: ms.length, delivery: delivery.toJSON() }],
    looks: [look(0), look(1000), look(2000)],
  });
}

test('deliveries of each second add up over the hosts, percentiles of all of them', () => {
  const { deliveries, sizes } = mergeParts([part('a', [1, 1, 1], 0.1), part('b', [100], 0.3)]);
  assert.equal(deliveries[0].delivered, 4);
  const { count, p50, max } = deliveries[0].delivery.summary();
  assert.deepEqual([count, Math.round(p50), Math.round(max)], [4, 1, 100]);
  assert.deepEqual([...sizes], [['a', 3], ['b', 1]]); // prettier-ignore
});

test('the load client is all its processes together, whenever the leader looked', () => {
  const server = { cpuSeconds: 7, rssMb: 1, pssMb: 1, processes: 1 };
  const looked = [500, 1500].map((at) => ({ at, memory: true, parts: { server } }));
  const samples = { samples: looked, gauges: [], cpuSeconds: 0 };
  const seen = withClient(samples, [part('a', [1], 0.1), part('b', [1], 0.3)]).samples;
  assert.deepEqual(
    seen.map(({ parts }) => [parts.client.cpuSeconds.toFixed(2), parts.client.rssMb, parts.server.cpuSeconds]),
    [['0.20', 100, 7], ['0.60', 100, 7]], // prettier-ignore
  );
});
