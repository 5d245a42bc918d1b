import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Probe } from '../src/probe.js';

/** @import { TestContext } from 'node:test' */
/** @import { AddressInfo } from 'node:net' */
/** @import { ProbeAnswer } from '../src/probe.js' */

/** @param {TestContext} t @param {http.RequestListener} answer */
async function serverOf(t, answer) {
  const server = http.createServer(answer).listen(0, '127.0.0.1');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${/** @type {AddressInfo} */ (server.address()).port}`;
}

/** @param {() => boolean} is */
async function comesTrue(is) {
  for (const until = Date.now() + 60_000; !is() && Date.now() < until;) await sleep(5);
  assert.ok(is());
}

test('a probe goes on asking a server that does not answer, and knows the age of its oldest request', async (t) => {
  const probe = new Probe(await serverOf(t, () => {}), () => {}, 10);
  t.after(() => probe.abandon());
  await comesTrue(() => probe.unanswered.count >= 3);
  assert.ok(probe.unanswered.oldestMs >= 20, `${probe.unanswered.oldestMs} ms`);
});

test('each request has an answer, or its absence', async (t) => {
  /** @type {ProbeAnswer[]} */
  const heard = [];
  let asked = 0;
  const url = await serverOf(t, (request, response) => (asked++ === 0 ? request.destroy() : response.end()));
  const probe = new Probe(url, (answer) => heard.push(answer), 10);
  t.after(() => probe.abandon());
  await comesTrue(() => heard.length >= 3);
  await probe.stop();
  const missing = heard.filter(({ ms }) => ms === null);
  assert.deepEqual([missing, probe.unanswered.count], [[{ at: 0, ms: null }], 0]);
});
