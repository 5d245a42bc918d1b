// Tests infra/up, infra/status, infra/ctl and infra/down.
import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { freeOffset, isFree } from '../freePort.js';
import { addressOf, createInstance, loopback, readInstance, root } from '../instance.js';
import { upOptions } from '../upOptions.js';

const name = 'test-up';
const offset = await freeOffset();
const instance = createInstance(name, upOptions({ offset: `${offset}` }, { env: {} }));
const { dir, ports } = instance;
const node = addressOf(instance, 'http', ports.node);
const laravel = addressOf(instance, 'http', ports.laravel);
const upArgs = (each, at) => ['--yes', '--instance', each, '--offset', `${at}`];
const args = upArgs(name, offset);

function infra(command, ...args) {
  const env = { ...process.env, CHAT_LAB: '1' };
  const { status, stdout, stderr } = spawnSync(join(root, 'infra', command), args, { encoding: 'utf8', env });
  return { status, stdout, text: stdout + stderr };
}
const up = () => infra('up', '--detach', ...args);
const down = () => infra('down', '--instance', name);
const status = () => JSON.parse(infra('status', '--instance', name, '--json').stdout);
const pids = () => Object.fromEntries(status().map(({ part, pid }) => [part, pid]));

async function eventually(holds) {
  for (const end = Date.now() + 120_000; !(await holds());) {
    assert.ok(Date.now() < end, `${holds}`);
    await new Promise((next) => setTimeout(next, 100));
  }
}

const asRoot = process.getuid?.() === 0;

after(down);

test('infra/up starts both chats, healthy, at the addresses that it prints', async () => {
  const { status: code, text } = up();
  assert.equal(code, 0, text);
  for (const url of [node, laravel]) {
    assert.ok(text.includes(url), text);
    assert.equal((await fetch(`${url}/health`)).status, 200);
  }
  assert.deepEqual(
    status().map(({ part, state }) => [part, state]),
    ['slow', 'node', 'loop', 'fpm', 'nginx'].map((part) => [part, 'healthy']),
  );
});

test('a second infra/up changes nothing, and names the settings that differ', (t) => {
  const before = pids();
  assert.ok(up().text.includes(`already up: infra/status shows its parts`));
  const refusal = (...more) => infra('up', ...args, ...more).text;
  assert.match(refusal('--only', 'node'), /already up, with other settings \(only\): infra\/down /);
  assert.match(refusal('--load'), /\(load, limits, overloadLimits\)/);
  t.after(() => delete process.env.CHAT_ORIGINS);
  process.env.CHAT_ORIGINS = 'https://chat.example';
  assert.match(refusal(), /\(environment\)/);
  assert.deepEqual(pids(), before);
});

test('no process of an instance is root, and other users cannot read its files', () => {
  const owner = lstatSync(dir).uid;
  assert.notEqual(owner, 0);
  for (const [part, pid] of Object.entries(pids())) assert.equal(lstatSync(`/proc/${pid}`).uid, owner, part);
  const mode = (file) => lstatSync(join(dir, file)).mode & 0o777;
  assert.deepEqual([mode('.'), mode('env')], [0o700, 0o600]);
});

test('killed parts are started again, and workers of a killed master end', async () => {
  const before = pids();
  const workers = spawnSync('pgrep', ['-P', `${before.fpm},${before.nginx}`], { encoding: 'utf8' }).stdout;
  assert.equal(infra('ctl', '--instance', name, 'signal', 'KILL', ...Object.keys(before)).status, 0);
  await eventually(() => status().every(({ part, pid, state }) => state === 'healthy' && pid !== before[part]));
  await eventually(() =>
    workers
      .trim()
      .split('\n')
      .every((pid) => !existsSync(`/proc/${pid}`)),
  );
});

test('a request that is under way while nginx and php-fpm stop is answered', async () => {
  const headers = { 'content-type': 'application/json' };
  const answer = fetch(`${laravel}/lab/worker/cpu`, { method: 'POST', headers, body: '{"ms":3000}' });
  // proc(5): state 03 is a connection that a worker has accepted.
  const isTaken = new RegExp(` 03 +\\d+ ${dir}/run/fpm-1\\.sock$`, 'm');
  await eventually(() => isTaken.test(readFileSync('/proc/net/unix', 'utf8')));
  assert.equal(infra('ctl', '--instance', name, 'stop', 'fpm', 'nginx').status, 0);
  assert.equal((await answer).status, 200);
  assert.equal(infra('ctl', '--instance', name, 'start', 'fpm', 'nginx').status, 0);
});

test('an instance of another user is left alone', { skip: !asRoot && 'needs root' }, () => {
  const nobody = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups'];
  const upJs = [process.execPath, 'infra/lib/up.js', '--instance'];
  const theirs = join(root, 'var/test-theirs');
  mkdirSync(theirs);
  chownSync(theirs, 65534, 65534);
  for (const [first, ...words] of [
    [...nobody, 'infra/down', '--instance', name],
    [...nobody, 'infra/status', '--instance', name],
    [...nobody, ...upJs, name],
    [...upJs, 'test-theirs'],
  ]) {
    const { status, stderr } = spawnSync(first, words, { cwd: root, encoding: 'utf8' });
    assert.equal(status, 1, stderr);
    assert.match(stderr, /is another user's: .*\n$/);
  }
  assert.deepEqual(readdirSync(theirs), []);
  rmSync(theirs, { recursive: true });
});

test('infra/down stops every process and frees the ports', async () => {
  const before = Object.values(pids());
  assert.equal(down().stdout, `${name} is down.\n`);
  for (const pid of before) assert.equal(existsSync(`/proc/${pid}`), false);
  for (const port of Object.values(ports)) assert.equal(await isFree(port, loopback), true);
});

for (const moment of ['Ctrl-C stops them.', 'node  ']) {
  test(`Ctrl-C, typed twice at "${moment}", stops every process`, async () => {
    const child = spawn(join(root, 'infra/up'), [...args, '--only', 'node'], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exit = once(child, 'exit');
    let text = '';
    // No deadline is needed here: infra/up has one.
    const hasCome = new Promise((resolve) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => void ((text += chunk).includes(moment) && resolve(true)));
    });
    await Promise.race([hasCome, exit]);
    // A terminal sends Ctrl-C to the whole process group.
    for (let i = 0; i < 2; i++) {
      process.kill(-(child.pid ?? 0), 'SIGINT');
      await new Promise((next) => setTimeout(next, 50));
    }
    assert.deepEqual(await exit, [130, null], text);
    assert.equal(await isFree(ports.node, loopback), true);
    assert.equal(existsSync(join(dir, 'run/supervisord.pid')), false);
  });
}

test('infra/up names a taken port', async (t) => {
  const stranger = createServer().listen(ports.node, loopback);
  await once(stranger, 'listening');
  t.after(() => stranger.close());
  const { status: code, text } = up();
  assert.equal(code, 1);
  assert.match(text, new RegExp(`Port ${ports.node}.* is taken`));
});

test('if a part does not start, infra/up prints the end of its log', () => {
  const env = { ...process.env, CHAT_LOG: '', CHAT_BCRYPT_COST: 'many' };
  const child = spawnSync(join(root, 'infra/up'), ['--detach', ...args, '--only', 'node'], { env, encoding: 'utf8' });
  assert.equal(child.status, 1);
  assert.match(child.stderr, /node did not start[^]*CHAT_BCRYPT_COST=many: set a whole number/);
});

test('two that start at once with --offset free take different ports', async (t) => {
  const names = ['test-free-1', 'test-free-2'];
  t.after(() => names.forEach((each) => infra('down', '--instance', each)));
  const start = (each) =>
    promisify(execFile)(join(root, 'infra/up'), [...upArgs(each, 'free'), '--detach', '--only', 'node']);
  await Promise.all(names.map(start));
  const offsets = names.map((each) => readInstance(each)?.options.offset);
  assert.equal(new Set([...offsets, offset]).size, 3, String(offsets));
});
