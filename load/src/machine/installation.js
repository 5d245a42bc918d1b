import { execFile } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '../paths.js';

/** @typedef {{part: string, pid: number | null, url: string, state: string}} Part */

/**
 * The parts of an installation that infra/up started.
 * @param {string} instance @param {string} [root] checkout that started it
 * @returns {Promise<Part[]>} [] if it does not exist
 */
export function partsOf(instance, root = ROOT) {
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

/** Further processes of a chat count with its first. @param {string} part */
export const nameOf = (part) => part.replace(/^(node|loop)s:.*/, '$1');

/** @param {Part[]} parts @returns {Record<string, number[]>} pids of those that run, by part */
export function pidsOf(parts) {
  /** @type {Record<string, number[]>} */
  const pids = {};
  for (const { part, pid } of parts) if (pid !== null) (pids[nameOf(part)] ??= []).push(pid);
  return pids;
}

/** @param {string} url @returns {boolean} whether that is an address of this machine */
export function isOfThisMachine(url) {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const ownAddresses = Object.values(os.networkInterfaces()).flatMap((addresses = []) =>
    addresses.map(({ address }) => address),
  );
  return host === 'localhost' || ownAddresses.includes(host);
}

/** @param {string} one an address of this machine @param {string} other any */
export const sameHost = (one, other) => isOfThisMachine(other) && new URL(one).port === new URL(other).port;

/** @param {string} instance @param {string} target @returns {string} the file that infra/seed writes */
export function seedFile(instance, target) {
  return path.join(ROOT, 'var', instance, `seed-${target}.jsonl`);
}
