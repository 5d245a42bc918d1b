// nginx or php-fpm hangs. CHAT_INSTANCE names an instance that is up.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { recall, root } from '../lib/instance.js';
import { states } from '../lib/supervisor.js';

const found = recall(process.env.CHAT_INSTANCE ?? 'dev');
assert.ok(found, 'CHAT_INSTANCE names an instance that infra/up started');
const it = found;
const patienceMs = 1500;
const pause = (/** @type {number} */ ms) => new Promise((next) => setTimeout(next, ms));
const pidOf = async (/** @type {string} */ part) => (await states(it))[part]?.pid;

/**
 * As the command tells it, which asks as the user that the parts run as: what listens as another is a stranger's.
 * @param {string} part
 * @returns {{pid: number, state: string}}
 */
const told = (part) => {
  const { stdout, stderr } = spawnSync(join(root, 'infra/status'), ['--instance', it.name, '--json'], {
    encoding: 'utf8',
  });
  assert.ok(stdout, stderr);
  return JSON.parse(stdout).find((/** @type {{part: string}} */ row) => row.part === part);
};

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
    const pid = await pidOf(name);
    assert.ok(pid);
    await beat();
    assert.equal(await pidOf(name), pid, 'one that answers is left alone');
    process.kill(-pid, 'SIGSTOP');
    // Two beats on an idle machine.
    for (const end = Date.now() + 60_000; ;) {
      await beat();
      const now = told(name);
      if (now.state === 'healthy' && now.pid !== pid) break;
      assert.ok(Date.now() < end, `${name} is not back after a minute: ${JSON.stringify(now)}, was ${pid}`);
    }
  });
}
