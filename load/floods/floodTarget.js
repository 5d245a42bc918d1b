import fs from 'node:fs';
import { partsOf } from '../machine/installation.js';
import { ProcessTree } from '../machine/processTree.js';
import { portOwners } from '../machine/portOwner.js';

/**
 * What can be flooded: the port that answers /empty, and the parts whose processes that costs.
 * shared: the first part's child processes share the connections among them, so that together they hold more than one may.
 * @type {Record<string, {what: string, port: number, parts: string[], shared?: boolean}>}
 */
const TARGETS = {
  node: { what: 'Node.js, its event loop', port: 3000, parts: ['node'] },
  laravel: { what: 'Laravel, its event loop', port: 6001, parts: ['loop'] },
  'laravel-workers': { what: 'Laravel, nginx and php-fpm workers', port: 8000, parts: ['nginx', 'fpm'], shared: true },
};

export const TARGET_NAMES = Object.keys(TARGETS);

/**
 * @param {{target?: string, url?: string, instance: string, pid?: string}} options
 * @returns {Promise<{name: string, what: string, url: string, pids: number[], holds: number | null}>} holds: connections
 *   that its processes may hold at once
 * @throws {Error} where nobody answers there, or its processes are not to be found
 */
export async function findFloodTarget({ target, url, instance, pid }) {
  if (target === undefined && url) return stranger(url, pid);
  const known = TARGETS[target ?? ''];
  if (!known) throw new Error(`There is no target ${target}: ${TARGET_NAMES.join(', ')}.`);
  const parts = (await partsOf(instance)).filter(({ part }) => known.parts.includes(part));
  const front = parts.find(({ part }) => part === known.parts[0]);
  const base = url ?? front?.url ?? `http://127.0.0.1:${known.port}`;
  const address = new URL('/empty', base.replace(/^ws/, 'http')).href;
  const answer = await fetch(address).catch((error) => ({ ok: false, status: error.cause?.code ?? error.message }));
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}. Start it with: infra/up --real --load`);

  const running = url ? [] : parts.flatMap(({ pid: one }) => one ?? []);
  const pids = pid
    ? pid.split(',').map(Number)
    : running.length > 0
      ? running
      : portOwners(Number(new URL(address).port));
  if (pids.length === 0) throw new Error(`No process here listens at ${address}: give its --pid.`);
  return {
    name: String(target),
    what: known.what,
    url: address,
    pids,
    holds: connectionLimit(pids[0], known.shared === true),
  };
}

/**
 * Any address at all: whether anybody answers there is what the flood is to find out.
 * @param {string} url @param {string} [pid] of its processes
 * @returns {{name: string, what: string, url: string, pids: number[], holds: number | null}}
 */
function stranger(url, pid) {
  if (!URL.canParse(url)) throw new Error(`--url ${url} is no address: give one such as http://127.0.0.1:3000/empty`);
  const { href, port } = new URL(url);
  const pids = pid ? pid.split(',').map(Number) : portOwners(Number(port || 80));
  return { name: href, what: href, url: href, pids, holds: pids.length > 0 ? connectionLimit(pids[0], false) : null };
}

/**
 * @param {number} pid @param {boolean} shared
 * @returns {number | null} descriptors that it, or its children together, may hold; null: not known, or unlimited
 */
function connectionLimit(pid, shared) {
  try {
    const limits = fs.readFileSync(`/proc/${pid}/limits`, 'latin1');
    const each = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1]);
    const holders = shared ? new ProcessTree([pid]).sample({ memory: false }).processes - 1 : 1;
    return each * holders || null;
  } catch {
    return null;
  }
}
