import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { beAloneAt } from '../../machine/alone.js';

const module = new URL('../../machine/alone.js', import.meta.url).href;
const url = 'http://127.0.0.1:3999';

/** @param {import('node:test').TestContext} t */
function folderOf(t) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'alone-test-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  return folder;
}

test('a second load run at the same server is refused while the first one lives', async (t) => {
  const folder = folderOf(t);
  const script = `import { beAloneAt } from '${module}'; beAloneAt('${url}', '${folder}'); console.log('claimed'); setInterval(() => {}, 1000);`;
  const first = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => first.kill('SIGKILL'));
  await new Promise((resolve) => first.stdout.once('data', resolve));
  assert.throws(() => beAloneAt(url + '/empty', folder), new RegExp(`pid ${first.pid}, is at`));
  beAloneAt('http://127.0.0.1:3998', folder);
  first.kill('SIGKILL');
  await new Promise((resolve) => first.once('exit', resolve));
  beAloneAt(url, folder);
});

test('a claim ends with the run that made it', (t) => {
  const folder = folderOf(t);
  const script = `import { beAloneAt } from '${module}'; beAloneAt('${url}', '${folder}');`;
  execFileSync(process.execPath, ['--input-type=module', '-e', script]);
  assert.deepEqual(fs.readdirSync(folder), []);
});

test('what somebody planted is no claim: not a FIFO, a link, or a pid of another user', async (t) => {
  const folder = folderOf(t);
  const claim = (/** @type {number} */ port) => {
    const script = `import { beAloneAt } from '${module}'; beAloneAt('http://127.0.0.1:${port}', '${folder}'); process.kill(process.pid, 'SIGKILL')`;
    return spawnSync(process.execPath, ['--input-type=module', '-e', script], { timeout: 10_000 }).stderr.toString();
  };
  assert.equal(claim(3999), '');
  const [name] = fs.readdirSync(folder);
  const file = path.join(folder, name);
  for (const plant of [
    () => execFileSync('mkfifo', [file]),
    () => fs.symlinkSync('/dev/zero', file),
    () => fs.writeFileSync(file, '9'.repeat(1000)),
  ]) {
    fs.rmSync(file);
    plant();
    assert.equal(claim(3999), '');
    assert.match(fs.readFileSync(file, 'latin1'), /^\d+$/, 'its own claim stands there now');
  }
  if (process.getuid?.() !== 0) return;
  // A program that this user may run wherever the project lies. To kill a child that never started is to kill the own
  // process group: libuv takes its pid for 0.
  const other = spawn('tail', ['-f', '/dev/null'], { argv0: 'load', uid: 65534, cwd: '/' });
  await once(other, 'spawn');
  t.after(() => other.kill('SIGKILL'));
  fs.writeFileSync(file, `${other.pid}`);
  assert.equal(claim(3999), '');
});

test('claims lie in a folder that only their maker writes to', (t) => {
  const TMPDIR = folderOf(t);
  const script = `import { beAloneAt } from '${module}'; beAloneAt('${url}')`;
  const run = () =>
    spawnSync(process.execPath, ['--input-type=module', '-e', script], { env: { ...process.env, TMPDIR } });
  assert.equal(run().status, 0);
  const folder = path.join(TMPDIR, `chat-load-${process.getuid?.()}`);
  assert.equal(fs.lstatSync(folder).mode & 0o777, 0o700);
  fs.chmodSync(folder, 0o777);
  assert.match(run().stderr.toString(), /no folder of yours alone/);
});
