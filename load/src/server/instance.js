import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { atExit } from '../atExit.js';
import { ROOT } from '../paths.js';
import { knownTarget } from './targets.js';

/** @typedef {{part: string, pid: number | null, url: string, state: string}} Part */

let started = 0;

/**
 * Lists the parts of an instance of infra/up.
 * @param {string} instance an instance's name
 * @param {string} [root] the checkout that started the instance
 * @returns {Promise<Part[]>} [] if the instance does not exist
 */
export function readParts(instance, root = ROOT) {
  return new Promise((resolve) => {
    execFile(path.join(root, 'infra/status'), ['--instance', instance, '--json'], (_error, stdout) => {
      try {
        resolve(JSON.parse(stdout));
      } catch {
        resolve([]);
      }
    });
  });
}

/**
 * @param {string | undefined} target @param {Part[]} parts an instance's
 * @returns {string | undefined} the address at which the instance serves the target; undefined: it does not
 */
export function urlIn(target, parts) {
  const [front] = knownTarget(target)?.fronts ?? [];
  return parts.find(({ part }) => part === front)?.url;
}

/**
 * @typedef {object} FreshInstance an unused chat of infra/up
 * @property {string} name
 * @property {string} url the chat's HTTP address
 * @property {Part[]} parts
 * @property {() => Promise<void>} stop ends the chat and removes its data
 */

/**
 * @param {'node' | 'laravel'} chat
 * @param {{embedded?: boolean, root?: string, env?: Record<string, string>, processes?: number}} [options] embedded:
 *   use the embedded store; root: the checkout that runs; processes: number of the chat's, on one database server
 * @returns {Promise<FreshInstance>} a chat without rate limits, on a database server unless embedded
 * @throws {Error} with infra/up's message
 */
export async function startFreshInstance(chat, { embedded = false, root = ROOT, env = {}, processes } = {}) {
  const name = `load-${process.pid}-${++started}`;
  const store = [...(embedded ? [] : ['--real']), ...(processes ? ['--processes', String(processes)] : [])];
  const words = ['--detach', '--yes', '--load', ...store, '--only', chat, '--instance', name, '--offset', 'free'];
  const remove = () => fs.rmSync(path.join(root, 'var', name), { recursive: true, force: true });
  const cancelExit = atExit(() => {
    execFileSync(path.join(root, 'infra/down'), ['--instance', name], { stdio: 'ignore' });
    remove();
  });
  const stop = async () => {
    await infra(root, 'down', ['--instance', name]);
    remove();
    cancelExit();
  };
  try {
    await infra(root, 'up', words, env);
    const parts = await readParts(name, root);
    return { name, url: String(urlIn(chat, parts)), parts, stop };
  } catch (error) {
    // infra/down does not work in another checkout that lacks its packages.
    await stop().catch(() => {});
    throw error;
  }
}

/**
 * @param {string} root @param {string} command @param {string[]} words @param {Record<string, string>} [env]
 * @returns {Promise<void>} @throws {Error} with the end of its output
 */
function infra(root, command, words, env = {}) {
  return new Promise((resolve, reject) => {
    const child = execFile(
      path.join(root, 'infra', command),
      words,
      { env: { ...process.env, ...env } },
      (error, stdout, stderr) => {
        cancelExit();
        if (!error) return resolve();
        reject(new Error(`infra/${command} ${words.join(' ')} failed:\n${(stdout + stderr).slice(-2000)}`));
      },
    );
    // Without this infra/up would start more processes while the others end.
    const cancelExit = atExit(() => child.kill());
  });
}
