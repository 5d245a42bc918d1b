import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { sleepsOutsideItsLoop, threadsNamed, threadTimes } from '../../machine/threadTimes.js';

test('a thread’s time grows while it computes', () => {
  const before = threadTimes(process.pid);
  const until = performance.now() + 30;
  while (performance.now() < until);
  const after = threadTimes(process.pid);
  assert.ok(before && after && after.ranNs > before.ranNs, `${before?.ranNs} ns, then ${after?.ranNs}`);
  assert.equal(threadTimes(2 ** 30), null, 'nobody has that pid');
});

test('threads of a process are found by their name, and who is asleep outside of its loop is told from who waits for events', async (t) => {
  // Those of V8 sleep most of the time.
  const threads = fs.readdirSync('/proc/self/task').map(Number);
  if (threads.every((one) => sleepsOutsideItsLoop(process.pid, one) === null))
    return t.skip('this kernel does not say');
  const before = threadsNamed(process.pid, 'WorkerThread');
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker("require('worker_threads').parentPort.once('message', (f) => Atomics.wait(f, 0, 0))", {
    eval: true,
  });
  t.after(() => worker.terminate());
  await new Promise((resolve) => worker.once('online', resolve));
  const [thread] = threadsNamed(process.pid, 'WorkerThread').filter((one) => !before.includes(one));
  assert.ok(thread > 0);
  /** @param {boolean} wanted */
  const comesTo = async (wanted) => {
    for (const until = Date.now() + 20_000; Date.now() < until;) {
      // While it runs nobody knows.
      if (sleepsOutsideItsLoop(process.pid, thread) === wanted) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    assert.fail(`does not come to ${wanted}`);
  };
  await comesTo(false);
  worker.postMessage(flag);
  await comesTo(true);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
  return undefined;
});
