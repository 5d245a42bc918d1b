import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { startProxy } from '../../../contract/harness/proxy.js';
import { FAULT_KINDS } from '../../src/faults/faults.js';
import { measureFaults } from '../../src/faults/measureFaults.js';
import { jobsOf } from '../../src/run/workloads.js';
import { openServer } from '../../src/server/openServer.js';
import { serverOf } from '../helpers/tinyChat.js';

/** @import { Endpoint } from '../../src/wire/types.js' */

const EXPRESS = new URL('../../../examples/node_modules/express/package.json', import.meta.url);
const skip = existsSync(EXPRESS) ? false : 'express is not on this machine';
const [JOB] = jobsOf('faults', { levels: [4], repetitions: 1 });

test(
  'messages of a target by POST go by POST through the proxy, and false acks among them are named',
  { skip },
  async (t) => {
    const chat = await openServer({ target: 'express-chat' });
    t.after(() => chat.stop());
    let posts = 0;
    const counting = await startProxy(chat.url, {
      request: (call) => void (call.is('POST', '/messages') && posts++),
    });
    t.after(() => counting.close());
    const endpoint = /** @type {Endpoint} */ (chat.endpoint);
    const server = { ...chat, url: counting.url, endpoint: { ...endpoint, byPost: true } };
    const records = await measureFaults(server, JOB, () => {});
    const sent = Number(JOB.rate) * JOB.seconds;
    assert.ok(posts >= FAULT_KINDS.length * sent, `${posts} posts of ${sent} messages a run`);
    const { injected, named } = records[FAULT_KINDS.indexOf('falseAck')].counts;
    assert.ok(Number(injected) > 0 && named === injected, `${named} of ${injected} false acks`);
  },
);

test('faults are refused at a server that keeps no contract', async () => {
  const server = { ...serverOf(null), contractProblem: 'it is no chat' };
  await assert.rejects(
    measureFaults(server, JOB, () => {}),
    /it is no chat/,
  );
});
