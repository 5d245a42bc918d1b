import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
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
