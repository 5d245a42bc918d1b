import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from '../instance.js';

// A machine without supervisor, whose apt only notes that it was asked.
const bin = mkdtempSync(join(tmpdir(), 'chat-packages-'));
const asked = join(bin, 'asked');
const PROGRAMS = '/usr/bin';
for (const name of readdirSync(PROGRAMS))
  if (name !== 'supervisord') symlinkSync(join(PROGRAMS, name), join(bin, name));
/** @param {string} name @param {string} script */
function program(name, script) {
  rmSync(join(bin, name), { force: true });
  writeFileSync(join(bin, name), `#!${PROGRAMS}/sh\n${script}\n`, { mode: 0o755 });
}
program('apt-get', `echo "$@" >>${asked}\nexit 100`);
program('sudo', 'exit 1');
after(() => rmSync(bin, { recursive: true }));

const up = ['infra/up', '--detach', '--only', 'node', '--instance', 'test-packages'];
/** @param {string} name */
function restore(name) {
  rmSync(join(bin, name));
  symlinkSync(join(PROGRAMS, name), join(bin, name));
}
/** @param {string[]} command @param {string} [input] */
function run(command, input) {
  const env = { ...process.env, PATH: bin, CI: '', MONGODB_URI: '' };
  const { status, stdout, stderr } = spawnSync(command[0], command.slice(1), {
    cwd: root,
    encoding: 'utf8',
    env,
    input: input ?? '',
    timeout: 60_000,
  });
  return { status, text: stdout + stderr };
}
/** Types that on a terminal where a command asks. @param {string} keys @param {string[]} [command] */
const answering = (keys, command = up) => run(['script', '-qec', command.join(' '), '/dev/null'], keys);

test('on a terminal, whatever is not a yes installs nothing and says what to type', () => {
  for (const keys of ['n\n', 'no\n', 'what?\n', '\u0004']) {
    const { status, text } = answering(keys);
    assert.equal(status, 2, text);
    assert.match(text, /Missing Debian packages: .*supervisor/);
    assert.match(text, /nothing was installed[^]*apt-get install --yes --no-install-recommends .*supervisor/);
  }
  assert.equal(existsSync(asked), false);
});

test('infra/test asks too', () => {
  const { status, text } = answering('n\n', ['infra/test', 'no-part']);
  assert.equal(status, 2);
  assert.match(text, /Install them with apt now\?[^]*nothing was installed/);
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
  restore('id');
  assert.equal(status, 2);
  assert.match(text, /only root may install them; type\n {2}sudo apt-get update && sudo apt-get install .*supervisor/);
  assert.equal(existsSync(asked), false);
});

/** @param {string} names @returns what is missing of them */
const missing = (names) => run(['bash', '-c', `. infra/lib/packages.sh; missing_packages ${names}`]).text;

test('a machine with a Node.js that runs npm needs Debian’s not', () => {
  program('npm', 'exit 0');
  const found = [16, 18, 20, 24].map((version) => {
    const told = `Object.defineProperty(process, 'versions', { value: { node: '${version}.1.0' } })`;
    program('node', `exec ${process.execPath} -e "${told}; $2"`);
    return missing('git nodejs npm');
  });
  for (const name of ['npm', 'node']) rmSync(join(bin, name));
  assert.deepEqual(found, ['nodejs\nnpm\n', '', '', '']);
});

test('what a package brings counts, wherever it comes from; PHP from 8.2 on', () => {
  const found = ['80100', '80200', '80500'].map((version) => {
    program('php', `exec ${PROGRAMS}/php -r "$(echo "$2" | sed 's/PHP_VERSION_ID/${version}/')"`);
    return missing('git php-cli php-xml supervisor');
  });
  program('php', 'exit 1');
  found.push(missing('php-cli php-xml'));
  restore('php');
  assert.deepEqual(found, ['php-cli\nsupervisor\n', 'supervisor\n', 'supervisor\n', 'php-cli\nphp-xml\n']);
});

test('--help asks for nothing', () => {
  for (const command of ['infra/up', 'infra/test']) {
    const { status, text } = run([command, '--help']);
    assert.equal(status, 0, text);
    assert.match(text, new RegExp(`^${command} \\[`));
  }
  assert.equal(existsSync(asked), false);
});
