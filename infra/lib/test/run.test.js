import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { run } from '../run.js';

test('a program that ends by itself tells what it wrote and its status', async () => {
  assert.deepEqual(await run(['bash', '-c', 'echo out; echo err >&2; exit 3']), {
    output: 'out\nerr\n',
    status: 3,
  });
});

test('a program that is not there has failed', async () => {
  const { output, status } = await run(['/no/such/program']);
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
  const { output, status } = await run(['bash', '-c', script], { minutes: 0.05 });
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

test('a program that a signal ended tells the signal', async () => {
  const { output, status } = await run(['bash', '-c', 'echo "the first test"; kill -KILL $$']);
  assert.equal(status, 1);
  assert.match(output, /^the first test\n\nbash -c .* was ended by SIGKILL\.\n$/);
});

test('what a program left running ends with the program, unless that is to stay', async () => {
  const script = `
    setsid sleep 1000 & echo "pid $!"
    until [ "$(ps -o sid= $! | tr -d ' ')" = $! ]; do :; done # in a group of its own
    kill -KILL $$`;
  const leaving = ['bash', '-c', script];
  const pidIn = (/** @type {string} */ output) => /pid (\d+)/.exec(output)?.[1] ?? '';
  const ending = (await run(leaving, { minutes: 0.3 })).output;
  const keeping = (await run(leaving, { minutes: 0.3, keepServers: true })).output;
  for (const output of [ending, keeping])
    assert.match(output, /was ended by SIGKILL\.\n$/, 'what it left is not waited for');
  const [ended, kept] = [ending, keeping].map(pidIn);
  assert.ok(!alive(ended), `${ended} still runs`);
  assert.ok(alive(kept));
  process.kill(Number(kept));
});

/** @param {string} pid */
const alive = (pid) => existsSync(`/proc/${pid}/exe`);
