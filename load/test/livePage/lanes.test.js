import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { threadsNamed, threadTimes } from '../../machine/threadTimes.js';
import { ChatLanes } from '../../livePage/watch/lanes.js';

const COMPUTES = `
const { parentPort } = require('worker_threads');
parentPort.on('message', (ms) => {
  for (const until = performance.now() + ms; performance.now() < until;);
  parentPort.postMessage('done');
});
`;

/** @param {import('node:test').TestContext} t @returns {Promise<{worker: Worker, id: number}>} id: of its thread */
async function startThread(t) {
  const before = threadsNamed(process.pid, 'WorkerThread');
  const worker = new Worker(COMPUTES, { eval: true });
  t.after(() => worker.terminate());
  await once(worker, 'online');
  const [id] = threadsNamed(process.pid, 'WorkerThread').filter((one) => !before.includes(one));
  return { worker, id };
}

/** @param {number} id of a thread @returns {number} ms that it ran, or could have run */
function computedMs(id) {
  const { ranNs = 0, waitedNs = 0 } = threadTimes(process.pid, id) ?? {};
  return (ranNs + waitedNs) / 1e6;
}

test('what a worker did while nobody looked at it is no part of what it did since the last look', async (t) => {
  const lanes = new ChatLanes({
    ...{ name: 'node', title: 'Node.js', url: 'http://127.0.0.1:9', front: null },
    loop: { url: 'http://127.0.0.1:9', pid: process.pid },
    workers: { kind: 'threads', pid: process.pid, at: null },
  });
  const lookAt = (/** @type {number} */ at, /** @type {number} */ workers) =>
    lanes.look(at, { oldestMs: 0, pool: { workers, busy: null, waiting: null }, own: 0 });
  const one = await startThread(t);
  lookAt(1000, 1);
  await startThread(t);
  // The newer is the only worker now.
  lookAt(2000, 1);
  for (const before = computedMs(one.id); computedMs(one.id) - before < 50;) {
    one.worker.postMessage(50);
    await once(one.worker, 'message');
  }
  lookAt(2990, 1);
  const { workers } = lookAt(3000, 2);
  assert.equal(workers.length, 2);
  assert.notEqual(workers[1], 'busy');
});
