import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { freeOffset, isFree } from '../free-port.js';
import { address, instance, loopback, root } from '../instance.js';
import { states } from '../supervisor.js';

const name = 'test-supervision';
const offset = await freeOffset(920);
const it = instance(name, { host: loopback, offset, only: 'node', real: false, load: false });
const port = it.ports.node;

/** @param {string} command @param {string[]} words */
function infra(command, ...words) {
  const env = { ...process.env, MONGODB_URI: '' };
  const { status, stdout, stderr } = spawnSync(join(root, 'infra', command), words, { encoding: 'utf8', env });
  return { status, text: stdout + stderr, stdout };
}
const up = (/** @type {string[]} */ ...words) =>
  infra('up', '--detach', '--yes', '--only', 'node', '--instance', name, '--offset', `${offset}`, ...words);
const down = () => infra('down', '--instance', name);
/** @returns {{part: string, pid: number, url: string, state: string}[]} */
const status = () => JSON.parse(infra('status', '--instance', name, '--json').stdout);

/** @param {() => unknown} holds @param {number} seconds */
async function within(seconds, holds) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
    if (await holds()) return;
    await new Promise((next) => setTimeout(next, 100));
  }
  assert.fail(`not within ${seconds} s: ${holds}`);
}

after(down);

test('infra/up brings the chat up, healthy, at the address it prints', async () => {
  const { status: code, text } = up();
  assert.equal(code, 0, text);
  const url = address(it, 'http', port);
  assert.match(text, new RegExp(`Node.js chat +${url}`));
  assert.equal((await fetch(`${url}/health`)).status, 200);
  assert.deepEqual(
    status().map(({ part, url: at, state }) => ({ part, at, state })),
    [{ part: 'node', at: url, state: 'healthy' }],
  );
});

test('a second infra/up finds the first and says so', () => {
  const before = status()[0].pid;
  const { status: code, text } = up();
  assert.equal(code, 0);
  assert.match(text, /already up \(supervisor's pid \d+\)/);
  assert.equal(status()[0].pid, before);
});

test('its supervisor is asked for a state without starting a program', async () => {
  const { pid } = status()[0];
  const { PATH } = process.env;
  process.env.PATH = '';
  try {
    assert.deepEqual((await states(it)).node, { state: 'RUNNING', pid });
  } finally {
    process.env.PATH = PATH;
  }
});

test('no process of it is root, and nothing of it is open to others', () => {
  const owner = lstatSync(`/proc/${status()[0].pid}`).uid;
  assert.notEqual(owner, 0);
  for (const [file, mode] of /** @type {const} */ ([
    ['.', 0o700],
    ['env', 0o600],
  ])) {
    const stat = lstatSync(join(it.dir, file));
    assert.deepEqual([stat.uid, stat.mode & 0o777], [owner, mode], file);
  }
});

test('a killed part is started again', async () => {
  const before = status()[0].pid;
  process.kill(before, 'SIGKILL');
  await within(120, () => status()[0].state === 'healthy' && status()[0].pid !== before);
});

test('infra/down stops all of it', async () => {
  const { pid } = status()[0];
  assert.equal(down().status, 0);
  assert.equal(existsSync(`/proc/${pid}`), false);
  assert.equal(await isFree(port), true);
});

/**
 * Types Ctrl-C, so often, where a foreground `infra/up` has said that. Its whole process group gets it, as from a terminal.
 * @param {string} said @param {number} times
 * @returns {Promise<{code: number, text: string}>}
 */
async function ctrlCAt(said, times) {
  const words = ['--yes', '--only', 'node', '--instance', name, '--offset', `${offset}`];
  const child = spawn(join(root, 'infra/up'), words, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const exit = once(child, 'exit');
  await within(120, () => text.includes(said));
  for (let i = 0; i < times; i++) {
    process.kill(-(child.pid ?? 0), 'SIGINT');
    await new Promise((next) => setTimeout(next, 50));
  }
  const [code] = await exit;
  return { code, text };
}
const supervisorPid = () => {
  const file = join(it.dir, 'run/supervisord.pid');
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
};

test('Ctrl-C stops all of it, once it runs and while it starts, also when it is typed twice', async () => {
  for (const [said, times, expected] of /** @type {const} */ ([
    ['Ctrl-C stops them.', 1, 0],
    ['Ctrl-C stops them.', 2, 0],
    ['node  ', 1, 130],
    ['node  ', 2, 130],
  ])) {
    const { code, text } = await ctrlCAt(said, times);
    assert.equal(code, expected, text);
    assert.deepEqual([await isFree(port), supervisorPid()], [true, null]);
  }
});

test('a taken port is named', async () => {
  const stranger = createServer().listen(port, loopback);
  await once(stranger, 'listening');
  const child = spawn(join(root, 'infra/up'), [
    '--detach',
    '--only',
    'node',
    '--instance',
    name,
    '--offset',
    `${offset}`,
  ]);
  let text = '';
  child.stderr.on('data', (chunk) => (text += chunk));
  const [code] = await once(child, 'close');
  assert.equal(code, 1);
  assert.match(text, new RegExp(`Port ${port}.* is taken`));
  stranger.close();
  await once(stranger, 'close');
});

test('what a killed supervisor left behind is found and replaced', async () => {
  up();
  const orphan = status()[0].pid;
  process.kill(Number(readFileSync(join(it.dir, 'run/supervisord.pid'), 'utf8')), 'SIGKILL');
  const { status: code, text } = up();
  assert.equal(code, 0, text);
  assert.notEqual(status()[0].pid, orphan);
});

test('infra/down ends what a killed supervisor left behind', async () => {
  process.kill(Number(readFileSync(join(it.dir, 'run/supervisord.pid'), 'utf8')), 'SIGKILL');
  assert.equal(await isFree(port), false);
  down();
  assert.equal(await isFree(port), true);
});
