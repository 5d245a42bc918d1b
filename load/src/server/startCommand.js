import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { atExit } from '../atExit.js';
import { ROOT } from '../paths.js';

/** @import { Part } from './instance.js' */

const STARTS_WITHIN_MS = 120_000;
const ENDS_WITHIN_MS = 5000;

/**
 * Starts a server by its target's `start` command, at a free port of 127.0.0.1 and in a new folder.
 * @param {string[]} command with {port}, {folder} and {users}
 * @param {number} [users] number of users who will join
 * @returns {Promise<{parts: Part[], stop: () => Promise<void>}>} stop: ends the server, removes the folder
 * @throws {Error} with the end of the server's log
 */
export async function startCommand(command, users = 1) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chat-target-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  /** @type {Record<string, string>} */
  const values = { '{port}': String(port), '{folder}': folder, '{users}': String(users) };
  const words = command.map((word) => word.replace(/\{(port|folder|users)\}/g, (name) => values[name]));
  const program = words[0] === 'node' ? path.join(ROOT, 'node_modules/.bin/node') : path.resolve(ROOT, words[0]);
  const log = fs.openSync(path.join(folder, 'log'), 'a');
  // The server has its own process group, so that its children end with it.
  const child = spawn(program, words.slice(1), { cwd: ROOT, stdio: ['ignore', log, log], detached: true });
  fs.closeSync(log);
  const ended = once(child, 'exit').catch(() => {}); // rejects if there is no such program
  const kill = (/** @type {NodeJS.Signals} */ signal) => {
    try {
      if (child.pid) process.kill(-child.pid, signal);
    } catch {
      // All processes of the group have ended.
    }
  };
  const cancelExit = atExit(() => kill('SIGKILL'));
  const stop = async () => {
    kill('SIGTERM');
    await Promise.race([ended, sleep(ENDS_WITHIN_MS, undefined, { ref: false })]);
    kill('SIGKILL');
    await ended;
    cancelExit();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  const until = Date.now() + STARTS_WITHIN_MS;
  for (; child.pid && child.exitCode === null && Date.now() < until; await sleep(100)) {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => null);
    if (response && response.status < 500)
      return { parts: [{ part: 'server', pid: child.pid, url, state: 'healthy' }], stop };
  }
  const said = fs.readFileSync(path.join(folder, 'log'), 'utf8').split('\n').slice(-15).join('\n');
  await stop();
  throw new Error(`${command.join(' ')} did not start:\n${said}`);
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {net.AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

/** @param {string[]} [command] a target's @returns {string | null} the first line that it prints; null: it failed */
export function versionOf([program, ...words] = ['true']) {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? `${stdout}${stderr}`.trim().split('\n')[0] || null : null;
}
