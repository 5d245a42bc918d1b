import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const PROCESSOR = fileURLToPath(new URL('../../src/artillery/processor.js', import.meta.url));
const PACKAGES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

const PLAN = "await processor.planRun({ vars: { scenario: 'steady' } });";

/** A folder in which a program finds this project's packages. @param {import('node:test').TestContext} t */
function folderOfTheProject(t) {
  const folder = fs.mkdtempSync('/tmp/artillery-');
  t.after(() => fs.rmSync(folder, { recursive: true }));
  fs.symlinkSync(PACKAGES, path.join(folder, 'node_modules'));
  return folder;
}

/** Loads the processor as an artillery of that folder would in its main thread, then calls `then` with it. */
function loadedBy(folder, then, env = {}) {
  const main = path.join(folder, `artillery-${process.pid}.mjs`);
  fs.writeFileSync(main, `const processor = await import(${JSON.stringify(PROCESSOR)}); ${then}`);
  try {
    const { status, stderr, stdout } = spawnSync(process.execPath, [main], {
      encoding: 'utf8',
      env: { ...process.env, ...env },
    });
    return { status, stdout, stderr: stderr.trim() };
  } finally {
    fs.rmSync(main);
  }
}

test('an artillery that cannot find the engine is told in one line what to type', (t) => {
  // Not os.tmpdir(), which may lie in the project, where the engine is found.
  const outside = fs.mkdtempSync('/tmp/artillery-');
  t.after(() => fs.rmSync(outside, { recursive: true }));
  const { status, stderr } = loadedBy(outside, '');
  assert.equal(status, 2);
  assert.equal(stderr.split('\n').length, 1);
  assert.match(stderr, /npx artillery run load\/chat\.yml/);
});

test('an artillery of this project loads it without a word', (t) => {
  const { status, stderr } = loadedBy(folderOfTheProject(t), '');
  assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
});

test('a server that is not up is named, with the command that starts it, before anybody arrives', (t) => {
  const { status, stderr } = loadedBy(folderOfTheProject(t), PLAN, {
    CHAT_LOAD_TARGETS: 'laravel',
    CHAT_LOAD_LARAVEL: 'http://127.0.0.1:9',
  });
  assert.equal(status, 2);
  assert.match(stderr, /^http:\/\/127\.0\.0\.1:9 does not answer \(.*\)\. Start it with: infra\/up --load$/);
});

test('a setting that makes no sense is named, and so is a scenario that Artillery cannot run', (t) => {
  const folder = folderOfTheProject(t);
  assert.deepEqual(
    [
      loadedBy(folder, PLAN, { CHAT_LOAD_USERS: 'many' }),
      loadedBy(folder, PLAN, { CHAT_LOAD_TARGETS: 'node,ruby' }),
      loadedBy(folder, PLAN.replace('steady', 'ramp')),
    ].map(({ status, stderr }) => `${status} ${stderr}`),
    [
      '2 CHAT_LOAD_USERS=many: a whole number above 0 belongs here.',
      '2 CHAT_LOAD_TARGETS=node,ruby: some of node,laravel belong here.',
      '2 In ramp users come and go, or read slowly: load/run ramp runs it.',
    ],
  );
});
