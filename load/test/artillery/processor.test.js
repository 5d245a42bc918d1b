import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readSettings } from '../../src/artillery/settings.js';
import { newFolder } from '../helpers/newFolder.js';
import { tinyChat } from '../helpers/tinyChat.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const ARTILLERY = path.join(ROOT, 'node_modules/.bin/artillery');
const PROCESSOR = new URL('../../src/artillery/processor.js', import.meta.url).href;

/** @param {string} workload @returns {string[]} words of node that call the hook before the run, as Artillery does */
const preparing = (workload) => [
  ...['--input-type=module', '--eval'],
  `const { prepareRun } = await import('${PROCESSOR}'); await prepareRun({ vars: { workload: '${workload}' } });`,
];

/** @param {string} workload @param {Record<string, string>} env */
function planned(workload, env) {
  const options = /** @type {const} */ ({ encoding: 'utf8', env: { ...process.env, ...env } });
  const { status, stderr } = spawnSync(process.execPath, preparing(workload), options);
  return `${status} ${stderr.trim()}`;
}

test('if a server is not up, the run stops before it begins and names the command that starts it', () => {
  assert.match(
    planned('steady', { CHAT_LOAD_TARGETS: 'laravel', CHAT_LOAD_LARAVEL: 'http://127.0.0.1:9' }),
    /^2 http:\/\/127\.0\.0\.1:9 does not answer \(.*\)\. Start it with: infra\/up --load$/,
  );
});

test('a wrong setting and a workload that Artillery cannot run are refused with their names', () => {
  assert.throws(
    () => readSettings({ CHAT_LOAD_USERS: 'many' }),
    /^Error: CHAT_LOAD_USERS=many: expected a whole number above 0/,
  );
  assert.throws(() => readSettings({ CHAT_LOAD_TARGETS: 'node,ruby' }), /node,ruby: expected some of node,laravel/);
  assert.equal(planned('fanout', {}), '2 fanout is not for Artillery: load/run fanout runs it.');
});

test('under a program with an IPC channel of its own the run waits for no orders', async (t) => {
  const child = spawn(process.execPath, preparing('fanout'), { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  t.after(() => child.kill('SIGKILL'));
  const [status] = await once(child, 'close', { signal: AbortSignal.timeout(30_000) });
  assert.equal(status, 2);
});

test('chat.yml exits with 1 if a user did not join or a message was not stored, otherwise with 0', async (t) => {
  const run = async (/** @type {(message: any) => any[]} */ store, most = Infinity) => {
    const { url } = await tinyChat(t, { store, most });
    const env = { ...process.env, CHAT_LOAD_TARGETS: 'node', CHAT_LOAD_NODE: url, CHAT_LOAD_RESULTS: newFolder(t) };
    const how = { CHAT_LOAD_USERS: '3', CHAT_LOAD_SECONDS: '1', ARTILLERY_DISABLE_TELEMETRY: '1' };
    const child = spawn(process.execPath, [ARTILLERY, 'run', 'load/chat.yml'], {
      cwd: ROOT,
      env: { ...env, ...how },
      stdio: 'pipe',
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
    const [status] = await once(child, 'close');
    return { status, said };
  };
  const [good, bad] = await Promise.all([
    run((message) => [message]),
    run((message) => (message.id === 2 ? [] : [message]), 2),
  ]);
  assert.equal(good.status, 0, good.said);
  assert.match(bad.said, /1 could not join: [^]*users that did not join: 1[^]*acknowledged but not stored: 1/);
  assert.equal(bad.status, 1, bad.said);
});
