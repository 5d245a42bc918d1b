import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');
const commands = ['old-check', 'survive'].map((name) => `contract/${name}`);
const tools = ['load/bench', 'load/faults', 'load/flood', 'load/report'];

/** An empty folder. @param {import('node:test').TestContext} t */
function folder(t) {
  const made = mkdtempSync(join(tmpdir(), 'chat-launch-'));
  t.after(() => rmSync(made, { recursive: true }));
  return made;
}

/** A PATH with what a shell script needs and a `node` of its own. @param {import('node:test').TestContext} t @param {string} [node] its script */
function pathWith(t, node) {
  const bin = folder(t);
  for (const program of ['bash', 'dirname', 'env']) symlinkSync(join('/usr/bin', program), join(bin, program));
  if (node) writeFileSync(join(bin, 'node'), node, { mode: 0o755 });
  return bin;
}

test('the commands run where the machine has no node, or one that is too old', (t) => {
  for (const PATH of [pathWith(t), pathWith(t, '#!/bin/sh\necho v18.20.4\nexit 1\n')]) {
    for (const command of commands) {
      const { status, stdout, stderr } = spawnSync(join(root, command), ['--help'], {
        encoding: 'utf8',
        env: { PATH },
      });
      assert.equal(status, 0, `${command}: ${stderr}`);
      assert.match(stdout, new RegExp(`^Usage: ${command} URL`));
    }
  }
});

test('where the npm packages are not there, each says what fetches them', (t) => {
  const copy = folder(t);
  mkdirSync(join(copy, 'contract/commands'), { recursive: true });
  mkdirSync(join(copy, 'load'));
  for (const file of [...commands, ...tools, 'contract/commands/launch.sh']) cpSync(join(root, file), join(copy, file));
  for (const command of [...commands, ...tools]) {
    const { status, stdout, stderr } = spawnSync(join(copy, command), ['--help'], {
      encoding: 'utf8',
      cwd: tmpdir(),
      env: { PATH: pathWith(t) },
    });
    assert.deepEqual([status, stdout], [2, ''], command);
    assert.match(stderr, /npm packages are not here yet[^]*infra\/up\n[^]*npm ci/);
  }
});

test('a command whose output nobody reads on ends as it would have, and says nothing of it', async (t) => {
  const talk =
    "process.stdout.write('a'); await new Promise((next) => setTimeout(next, 100)); process.stdout.write('b');";
  const file = join(folder(t), 'talk.mjs');
  writeFileSync(`${file}.js`, `export async function main() { ${talk} return 7; }`);
  const commandMain = join(root, 'contract/commands/main.js');
  const ways = [
    [commandMain, relative(join(root, 'contract/commands'), file)],
    ...['infra/lib/options.js', 'load/commandLine.js'].map((module) => [
      '--input-type=module',
      '--eval',
      `import '${join(root, module)}'; ${talk} process.exit(7);`,
    ]),
  ];
  for (const words of ways) {
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy(); // as `| head -1` does
    const [[status], stderr] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
    assert.deepEqual([status, stderr], [7, ''], words.join(' '));
  }
});

test('an error that no check caught does not end the run, and is its failure', () => {
  const main = join(root, 'contract/commands/main.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, '../test/straysAfterwards'], {
    encoding: 'utf8',
    env: {},
  });
  assert.equal(status, 1);
  assert.equal(stdout, '1 passed, 0 failed\n');
  assert.match(stderr, /Errors that no check caught: 1\.[^]*seen by nobody/);
});
