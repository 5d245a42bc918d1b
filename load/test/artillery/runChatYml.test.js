import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

const RUN_CHAT_YML = new URL('../../src/artillery/runChatYml.js', import.meta.url).href;

test('Artillery and its results end with whoever started it', { timeout: 60_000 }, async (t) => {
  let connections = 0;
  const server = net.createServer((socket) => void (connections++, socket.destroy())).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'artillery-run-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  const { port } = /** @type {net.AddressInfo} */ (server.address());
  const script = `
    const { runChatYml } = await import('${RUN_CHAT_YML}');
    runChatYml({ name: 'node', url: 'http://127.0.0.1:${port}', users: 1 }, (pid) => {
      console.log(pid);
      process.exit(0);
    });
  `;
  const pid = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
  assert.match(pid, /^\d+$/);
  assert.deepEqual(fs.readdirSync(folder), []);
  while (runs(pid)) await sleep(20);
  // It had begun, and would have asked the server next.
  assert.equal(connections, 0);
});

/** @param {string} pid */
function runs(pid) {
  try {
    return !/^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
