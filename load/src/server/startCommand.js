import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from './freePorts.js';
import { Processes } from './processes.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Starts a server by its target's `start` command, on a free port of 127.0.0.1 and in a folder of its own.
 * @param {string[]} command with {port} and {folder}
 * @returns {Promise<{url: string, pid: number, stop: () => Promise<void>}>} stop: ends it and removes its folder
 * @throws {import('./processes.js').DidNotStart} with the end of its log
 */
export async function startCommand(command) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chat-target-'));
  const processes = new Processes(folder);
  const [port] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    await processes.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  const words = command.map((word) => word.replace('{port}', String(port)).replace('{folder}', folder));
  const program = words[0] === 'node' ? path.join(ROOT, 'node_modules/.bin/node') : path.resolve(ROOT, words[0]);
  try {
    const pid = processes.start('server', program, words.slice(1), { cwd: ROOT });
    await processes.healthy(url);
    return { url, pid, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
