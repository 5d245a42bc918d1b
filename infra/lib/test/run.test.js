import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { run } from '../run.js';

test('a program that ends by itself tells what it wrote and its status', async () => {
  assert.deepEqual(await run(['bash', '-c', 'echo out; echo err >&2; exit 3'], {}, 1), {
    output: 'out\nerr\n',
    status: 3,
  });
});

test('a program that is not there has failed', async () => {
  const { output, status } = await run(['/no/such/program'], {}, 1);
  assert.equal(status, 127);
  assert.match(output, /ENOENT/);
});

test('a program that hangs is ended with all it started, whatever group that is in, and what it wrote is kept', async () => {
  // One grandchild leads a session of its own, and one is an orphan in another that has cleared its environment.
  const script = `
    setsid sleep 1000 & echo "pid $!"
    env -i setsid bash -c 'sleep 1000; true' & echo "pid $!"
    (setsid sleep 1000 & echo "pid $!")
    echo "the step that hangs"; sleep 1000`;
  const began = Date.now();
  const { output, status } = await run(['bash', '-c', script], {}, 0.05);
  assert.equal(status, 1);
  assert.ok(Date.now() - began < 20_000, 'its children held its output open');
  assert.match(
    output,
    /the step that hangs\n\nIt took longer than 0.05 minutes and was ended\. What of it still ran:\n/,
  );
  assert.match(output.slice(output.indexOf('still ran:')), /^ {2}\d+ .*sleep 1000$/m);
  const pids = [...output.matchAll(/pid (\d+)/g)].map(([, pid]) => pid);
  assert.equal(pids.length, 3);
  for (const pid of pids) assert.ok(!alive(pid), `${pid} still runs`);
});

/** @param {string} pid */
const alive = (pid) => existsSync(`/proc/${pid}/exe`);
