import assert from 'node:assert/strict';
import { once } from 'node:events';
import os from 'node:os';
import { test } from 'node:test';
import { LiveRun } from '../../livePage/server/liveRun.js';

const plan = { targets: ['node'], scenario: 'steady', users: 1, rate: 1, seconds: 1 };
// Nobody listens at the discard port.
const addresses = { node: 'http://127.0.0.1:9' };
const begin = () =>
  new LiveRun({ id: 'r1', plan, folder: os.tmpdir(), command: 'load/live', instance: 'of-nobody', addresses });

test('a target that does not answer ends its run, and says what to start', async () => {
  const run = begin();
  assert.equal(run.mark('too early'), false);
  await once(run, 'ended');
  const [{ failed, state, end }] = run.summary().targets;
  assert.match(`${failed}`, /127\.0\.0\.1:9 does not answer.*infra\/up/);
  assert.deepEqual([state, end, run.state, run.report], ['failed', null, 'ended', null]);
  assert.deepEqual(run.whole().rows, { node: [] });
});

test('a load client that is killed ends its run, which does not wait for it', async () => {
  const run = begin();
  run.kill();
  await once(run, 'ended');
  assert.match(`${run.summary().targets[0].failed}`, /its load client ended \(SIGKILL\)/);
});
