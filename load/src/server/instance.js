import { execFile } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '../paths.js';

/** @typedef {{part: string, pid: number | null, url: string, state: string}} Part */

/**
 * Lists the parts of an instance of infra/up.
 * @param {string} instance name
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

/** Further processes of a chat count with its first. @param {string} part */
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

/** @param {Part[]} parts @param {string} url @returns {boolean} whether one of the parts answers there */
export const answersAt = (parts, url) =>
  isOfThisMachine(url) && parts.some((part) => part.url && new URL(part.url).port === new URL(url).port);

/** @param {string} instance @param {string} target @returns {string} the file in which infra/seed keeps its sessions */
export const seedFile = (instance, target) => path.join(ROOT, 'var', instance, `seed-${target}.jsonl`);
