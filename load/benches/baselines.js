import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { atExit } from '../atExit.js';

/**
 * A baseline server of our own in its own process.
 * @typedef {{url: string, pid: number, ask: (order: object) => Promise<any>, stop: () => void}} Baseline ask: tells it something, and waits for its answer
 */

/**
 * @param {'nullServer' | 'bareHttp' | 'bareNet'} name of a file in servers/
 * @param {string[]} [args]
 * @returns {Promise<Baseline>} listening on a free port of 127.0.0.1
 * @throws {Error} where it ends before it listens
 */
export async function startBaseline(name, args = []) {
  const child = fork(fileURLToPath(new URL(`servers/${name}.js`, import.meta.url)), args);
  const stop = () => void child.kill('SIGKILL');
  child.once('exit', atExit(stop));
  const port = await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`The baseline server ${name} ended before it listened (${signal ?? `exit code ${code}`}).`)),
    );
  });
  const ask = async (/** @type {object} */ order) => {
    child.send(order);
    return (await once(child, 'message'))[0];
  };
  return { url: `http://127.0.0.1:${port}`, pid: /** @type {number} */ (child.pid), ask, stop };
}
