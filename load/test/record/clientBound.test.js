import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientBoundBy, limitsOf, programBound } from '../../src/record/clientBound.js';

test('a client is bound if its CPU is full or its own delays are large beside the latency', () => {
  const kept = { cpuCores: 0.5, sendLatenessP95: 4, loopDelayP99Ms: 3, ackP95: 10 };
  assert.deepEqual(clientBoundBy(kept), []);
  assert.deepEqual(clientBoundBy({ ...kept, cpuCores: 0.95 }), ['CPU']);
  assert.deepEqual(clientBoundBy({ ...kept, sendLatenessP95: 30, loopDelayP99Ms: 30 }), ['late sends', 'loop delay']);
  assert.deepEqual(clientBoundBy({ ...kept, sendLatenessP95: 30, loopDelayP99Ms: 30, ackP95: 200 }), []);
});

test('a program set the figure if it was busy throughout, or took more of a full machine than the server', () => {
  const bound = (/** @type {number} */ cpuCores, /** @type {number} */ serverCores, threads = 1) =>
    programBound({ name: 'ab', cpuCores, threads }, serverCores, 2);
  const full = 'of the 2 cores, which were full:';
  assert.deepEqual(bound(0.95, 0.5).notes, ['ab was busy throughout: the server may answer more']);
  assert.deepEqual(bound(1.2, 0.7, 2).notes, [`ab took 1.2 ${full} the server may answer more`]);
  assert.deepEqual([bound(0.95, 0.5).boundBy, bound(1.2, 0.7, 2).boundBy], [['CPU'], ['CPU']]);
  const notes = [`the server had 1.1 ${full} on more it may answer more`];
  assert.deepEqual(bound(0.8, 1.1), { boundBy: [], notes });
  assert.deepEqual(bound(0.5, 0.6), { boundBy: [], notes: [] });
});

test('a machine is full by its servers, their databases and the client, each part counted once', () => {
  const limits = (/** @type {Record<string, {cpuCores: number, pssMb: null}>} */ parts) =>
    limitsOf(/** @type {any} */ ({ client: { cpuCores: 0.5, boundBy: ['CPU'] }, server: { parts } }), 2);
  const [node, mongo] = [
    { cpuCores: 0.5, pssMb: null },
    { cpuCores: 0.75, pssMb: null },
  ];
  assert.deepEqual(limits({ server: node, node, mongo }), ['CPU']);
  assert.deepEqual(limits({ server: mongo, node: mongo, mongo }), ['CPU', 'machine: 2.0 of 2 cores busy']);
  assert.deepEqual([limits({ server: node }), limits({})], [['CPU'], ['CPU']]);
});
