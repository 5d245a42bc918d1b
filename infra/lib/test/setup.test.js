import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from '../instance.js';

// This machine has no supervisor, and its apt only notes its calls.
const folder = mkdtempSync(join(tmpdir(), 'setup-'));
after(() => rmSync(folder, { recursive: true }));
const aptLog = join(folder, 'apt-log');
for (const name of readdirSync('/usr/bin'))
  if (!/^supervisor/.test(name)) symlinkSync(join('/usr/bin', name), join(folder, name));
for (const [name, script] of Object.entries({
  'dpkg-query': 'exit 1',
  'apt-get': `echo "$@" >>${aptLog}; exit 100`,
  sudo: 'exit 1',
})) {
  rmSync(join(folder, name), { force: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

function run(command, { input = '', cwd = root } = {}) {
  const env = { ...process.env, PATH: folder, CI: '' };
  const { status, stdout, stderr } = spawnSync(command[0], command.slice(1), { cwd, encoding: 'utf8', env, input });
  return { status, text: stdout + stderr };
}

test('nothing is installed without a yes, and the message has the command to type', () => {
  for (const { status, text } of [
    run(['infra/up', '--detach']),
    ...['n\n', 'what?\n', '\u0004'].map((input) => run(['script', '-qec', 'infra/setup', '/dev/null'], { input })),
  ]) {
    assert.equal(status, 2, text);
    assert.match(text, /Missing Debian packages: .*supervisor/);
    assert.match(text, /nothing was installed[^]*apt-get install --yes --no-install-recommends .*supervisor/);
  }
  assert.equal(existsSync(aptLog), false);
});

test('if no other user may enter the project, root gets the command that helps, and nothing is installed', (t) => {
  if (process.getuid?.() !== 0) return t.skip('only root starts the chats as another user');
  const closed = mkdtempSync(join(tmpdir(), 'closed-')); // mode 700
  t.after(() => rmSync(closed, { recursive: true }));
  for (const file of ['infra', 'package.json']) cpSync(join(root, file), join(closed, file), { recursive: true });
  for (const command of ['infra/up', 'infra/test']) {
    const { status, text } = run([command, '--yes'], { cwd: closed });
    assert.equal(status, 2, text);
    assert.match(text, new RegExp(`cp -r ${closed} /opt/.*\n +cd /opt/.* && infra/up\n$`));
  }
  assert.deepEqual([existsSync(join(closed, 'var')), existsSync(aptLog)], [false, false]);
  chmodSync(closed, 0o755);
  assert.match(run(['infra/setup'], { cwd: closed }).text, /Missing Debian packages/);
});

test('a project in a folder with a space is refused', (t) => {
  const spaced = mkdtempSync(join(tmpdir(), 'my project-'));
  t.after(() => rmSync(spaced, { recursive: true }));
  cpSync(join(root, 'infra'), join(spaced, 'infra'), { recursive: true });
  const { status, text } = run(['infra/up'], { cwd: spaced });
  assert.deepEqual([status, text.includes(`${spaced}: a project's path has 60`)], [2, true], text);
});

test('setup and limits print their usage: exit 0 for --help, 2 for a wrong argument', () => {
  for (const command of ['infra/setup', 'infra/limits'])
    for (const [status, argument] of [
      [0, '--help'],
      [2, '--users'],
      [2, 'x'],
    ]) {
      const seen = run([command, argument]);
      assert.deepEqual([seen.status, seen.text.slice(0, command.length)], [status, command], argument);
    }
});

test('every PHP package is installed in its pinned version, and there are no others', () => {
  const read = (file) => JSON.parse(readFileSync(join(root, 'laravel-chat', file), 'utf8'));
  const installed = read('vendor/composer/installed.json').packages.map(({ name, version }) => [
    name,
    version.replace(/^v/, ''),
  ]);
  assert.deepEqual(Object.fromEntries(installed), read('composer.pins.json'));
});
