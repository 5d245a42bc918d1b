// What stands before PHP hangs. CHAT_INSTANCE names an instance that is up.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ailment } from '../lib/healthy.js';
import { recall, root } from '../lib/instance.js';
import { parts } from '../lib/parts/index.js';
import { states } from '../lib/supervisor.js';

const found = recall(process.env.CHAT_INSTANCE ?? 'dev');
assert.ok(found, 'CHAT_INSTANCE names an instance that infra/up started');
const it = found;
const patienceMs = 1500;
const pause = (/** @type {number} */ ms) => new Promise((next) => setTimeout(next, ms));
const pidOf = async (/** @type {string} */ part) => (await states(it))[part]?.pid;

/** A second heart, quicker than the instance's own. @type {import('node:child_process').ChildProcess} */
let heart;
before(() => {
  heart = spawn(process.execPath, [join(root, 'infra/lib/heartbeat.js'), it.name], {
    env: { ...process.env, CHAT_HEARTBEAT_MS: `${patienceMs}` },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
});
after(() => heart.kill());

async function beat() {
  heart.stdin?.write('ver:3.0 server:supervisor len:0\n');
  await pause(patienceMs + 1000);
}

for (const name of ['fpm', 'nginx']) {
  test(`${name}, frozen with all its workers, is started again, though the supervisor calls it running`, async () => {
    const part = parts(it).find((one) => one.name === name);
    const pid = await pidOf(name);
    assert.ok(part && pid);
    await beat();
    assert.equal(await pidOf(name), pid, 'one that answers is left alone');
    process.kill(-pid, 'SIGSTOP');
    await beat();
    await beat();
    for (
      const end = Date.now() + 20_000;
      (await ailment(part)) !== null || (await pidOf(name)) === pid;
      await pause(100)
    ) {
      assert.ok(Date.now() < end, `${name} is not back after 20 s`);
    }
  });
}
