import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from '../instance.js';

// A machine without supervisor, whose apt only notes that it was asked.
const bin = mkdtempSync(join(tmpdir(), 'chat-packages-'));
const asked = join(bin, 'asked');
/** @param {string} name @param {string} script */
const program = (name, script) => writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
program('dpkg-query', `case "$*" in *' supervisor') exit 1 ;; esac\nexec /usr/bin/dpkg-query "$@"`);
program('apt-get', `echo "$@" >>${asked}\nexit 100`);
program('sudo', 'exit 1');
after(() => rmSync(bin, { recursive: true }));

const up = ['infra/up', '--detach', '--only', 'node', '--instance', 'test-packages'];
/** @param {string[]} command @param {string} [input] */
function run(command, input) {
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, CI: '', MONGODB_URI: '' };
  const { status, stdout, stderr } = spawnSync(command[0], command.slice(1), {
    cwd: root,
    encoding: 'utf8',
    env,
    input: input ?? '',
    timeout: 60_000,
  });
  return { status, text: stdout + stderr };
}
/** Types that on a terminal where `infra/up` asks. @param {string} keys */
const answering = (keys) => run(['script', '-qec', up.join(' '), '/dev/null'], keys);

test('on a terminal, whatever is not a yes installs nothing and says what to type', () => {
  for (const keys of ['n\n', 'no\n', 'what?\n', '\u0004']) {
    const { status, text } = answering(keys);
    assert.equal(status, 2, text);
    assert.match(text, /Missing Debian packages: .*supervisor/);
    assert.match(text, /nothing was installed[^]*apt-get install --yes --no-install-recommends .*supervisor/);
  }
  assert.equal(existsSync(asked), false);
});

test('without a terminal nothing is installed without --yes', () => {
  const { status, text } = run(up);
  assert.equal(status, 2);
  assert.match(text, /apt-get install --yes --no-install-recommends .*supervisor/);
  assert.equal(existsSync(asked), false);
});

test('who is not root and may not use sudo is told what to type', () => {
  program('id', 'case "$1" in -u) echo 1000 ;; *) exec /usr/bin/id "$@" ;; esac');
  const { status, text } = run([...up, '--yes']);
  rmSync(join(bin, 'id'));
  assert.equal(status, 2);
  assert.match(text, /only root may install them; type\n {2}sudo apt-get update && sudo apt-get install .*supervisor/);
  assert.equal(existsSync(asked), false);
});

test('a machine with a Node.js that runs npm needs Debian’s not', () => {
  program('npm', 'exit 0');
  program('dpkg-query', 'exit 1');
  const missing = (/** @type {number} */ version) => {
    const told = `Object.defineProperty(process, 'versions', { value: { node: '${version}.1.0' } })`;
    program('node', `exec ${process.execPath} -e "${told}; $2"`);
    return run(['bash', '-c', '. infra/lib/packages.sh; missing_packages git nodejs npm']).text;
  };
  const found = [16, 18, 20, 24].map(missing);
  for (const name of ['npm', 'dpkg-query', 'node']) rmSync(join(bin, name));
  assert.deepEqual(found, ['git\nnodejs\nnpm\n', 'git\n', 'git\n', 'git\n']);
});

test('--help asks for nothing', () => {
  for (const command of ['infra/up', 'infra/test']) {
    const { status, text } = run([command, '--help']);
    assert.equal(status, 0, text);
    assert.match(text, new RegExp(`^${command} \\[`));
  }
  assert.equal(existsSync(asked), false);
});
