import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { readSettings } from '../../src/artillery/settings.js';

const PROCESSOR = new URL('../../src/artillery/processor.js', import.meta.url).href;

/** Calls the hook before the run as Artillery would. @param {string} scenario @param {Record<string, string>} env */
function planned(scenario, env) {
  const script = `const { planRun } = await import('${PROCESSOR}'); await planRun({ vars: { scenario: '${scenario}' } });`;
  const words = ['--input-type=module', '--eval', script];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', env: { ...process.env, ...env } });
  return `${status} ${stderr.trim()}`;
}

test('a server that is not up is named, with the command that starts it, before anybody arrives', () => {
  assert.match(
    planned('steady', { CHAT_LOAD_TARGETS: 'laravel', CHAT_LOAD_LARAVEL: 'http://127.0.0.1:9' }),
    /^2 http:\/\/127\.0\.0\.1:9 does not answer \(.*\)\. Start it with: infra\/up --load$/,
  );
});

test('a setting that makes no sense is named, and so is a scenario that Artillery cannot run', () => {
  assert.throws(
    () => readSettings({ CHAT_LOAD_USERS: 'many' }),
    /^Error: CHAT_LOAD_USERS=many: a whole number above 0/,
  );
  assert.throws(() => readSettings({ CHAT_LOAD_TARGETS: 'node,ruby' }), /node,ruby: some of node,laravel belong here/);
  assert.equal(
    planned('slow-receivers', {}),
    '2 slow-receivers is not for Artillery: load/run slow-receivers runs it.',
  );
});
