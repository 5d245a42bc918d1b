import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BroadcastChannel } from 'node:worker_threads';
import { CHANNEL } from '../../src/artillery/workerThread.js';
import { ScriptUsers } from '../../src/artillery/scriptUsers.js';

test('users are told to leave once, also when the run failed', async (t) => {
  const worker = new BroadcastChannel(CHANNEL);
  t.after(() => worker.close());
  let leaves = 0;
  worker.onmessage = ({ data: { side, leave, send } }) => {
    if (leave) leaves++;
    if (send || leave) worker.postMessage({ side, answer: { joined: 1 } });
  };
  const good = new ScriptUsers();
  await good.leave();
  good.close();
  // The answer comes after all that close() has sent.
  await good.ask({ side: '', send: {} });
  assert.equal(leaves, 1);
  const failed = new ScriptUsers();
  failed.close();
  await failed.ask({ side: '', send: {} });
  assert.equal(leaves, 2);
});
