import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { startProxy } from '../../../contract/proxy.js';
import { FAULT_KINDS } from '../../src/faults/faults.js';
import { measureFaults } from '../../src/faults/measureFaults.js';
import { failedVerdicts } from '../../src/record/verdict.js';
import { jobsOf } from '../../src/run/workloads.js';
import { openServer } from '../../src/server/openServer.js';

const EXPRESS = new URL('../../../examples/node_modules/express/package.json', import.meta.url);
const skip = existsSync(EXPRESS) ? false : 'express is not on this machine';
const [JOB] = jobsOf('faults', { levels: [8], repetitions: 1 });

test('at a target by POST each fault is injected into messages by POST, and named', { skip }, async (t) => {
  const chat = await openServer({ target: 'express-chat' });
  t.after(() => chat.stop());
  let posts = 0;
  const counting = await startProxy(chat.url, { request: (call) => void (call.is('POST', '/messages') && posts++) });
  t.after(() => counting.close());
  const endpoint = /** @type {import('../../src/wire/types.js').Endpoint} */ (chat.endpoint);
  const server = { ...chat, url: counting.url, endpoint: { ...endpoint, byPost: true } };
  const records = await measureFaults(server, JOB, () => {});
  assert.deepEqual(
    records.map(({ plan, verdicts }) => [plan.fault, failedVerdicts({ verdicts })]),
    FAULT_KINDS.map((kind) => [kind, []]),
    JSON.stringify(records.map(({ errors }) => errors)),
  );
  const sent = Number(JOB.rate) * JOB.seconds;
  assert.ok(posts >= FAULT_KINDS.length * sent, `${posts} posts of ${sent} messages a run`);
});

test('faults are refused at a server that keeps no contract', async (t) => {
  const server = await openServer({ target: 'null-socketio' });
  t.after(() => server.stop());
  await assert.rejects(
    measureFaults(server, JOB, () => {}),
    /is no chat: GET \/config answered/,
  );
});
