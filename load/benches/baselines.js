import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * A baseline server of our own in its own process.
 * @typedef {{url: string, pid: number, stop: () => void}} Baseline
 */

/**
 * @param {'nullServer' | 'bareHttp' | 'bareNet' | 'plainWebSocket'} name of a file in servers/
 * @param {string[]} [args]
 * @returns {Promise<Baseline>} listening on a free port of 127.0.0.1
 */
export async function startBaseline(name, args = []) {
  const child = fork(fileURLToPath(new URL(`servers/${name}.js`, import.meta.url)), args);
  const stop = () => child.kill('SIGKILL');
  process.once('exit', stop);
  const [port] = await once(child, 'message');
  return { url: `http://127.0.0.1:${port}`, pid: /** @type {number} */ (child.pid), stop };
}
