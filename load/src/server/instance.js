import { execFile } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '../paths.js';
import { knownTarget } from './targets.js';

/** @typedef {{part: string, pid: number | null, url: string, state: string}} Part */

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

/** Names a part. All processes of a chat have the name of the first. @param {string} part */
export const nameOf = (part) => part.replace(/^(node|loop)s:.*/, '$1');

/** @param {Part[]} parts @returns {Record<string, number[]>} pids of the running parts, by the name of the part */
export function pidsOf(parts) {
  /** @type {Record<string, number[]>} */
  const pids = {};
  for (const { part, pid } of parts) if (pid !== null) (pids[nameOf(part)] ??= []).push(pid);
  return pids;
}

/** @param {string} url @returns {boolean} whether its host is this machine */
export function isOfThisMachine(url) {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const ownAddresses = Object.values(os.networkInterfaces()).flatMap((addresses = []) =>
    addresses.map(({ address }) => address),
  );
  return host === 'localhost' || ownAddresses.includes(host);
}

/**
 * @param {string | undefined} target @param {Part[]} parts an instance's
 * @returns {string | undefined} the address at which the instance serves the target; undefined: it does not
 */
export function urlIn(target, parts) {
  const [front] = knownTarget(target)?.fronts ?? [];
  return parts.find(({ part }) => part === front)?.url;
}

/** @param {string} url @param {Part[]} parts an instance's @returns {Part[]} all of them, or [] if none has this url */
export function partsAt(url, parts) {
  const answers = (/** @type {Part} */ part) => part.url && new URL(part.url).port === new URL(url).port;
  return isOfThisMachine(url) && parts.some(answers) ? parts : [];
}

/** @param {string} instance @param {string} target @returns {string} the file in which infra/seed keeps its sessions */
export const seedFile = (instance, target) => path.join(ROOT, 'var', instance, `seed-${target}.jsonl`);
