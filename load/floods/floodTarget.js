import { mayBeElsewhere, partsOf, pidsByPart } from '../machine/installation.js';
import { ProcessTree } from '../machine/processTree.js';
import { portOwners } from '../machine/portOwner.js';
import { descriptorLimit } from '../runRecord/clientFacts.js';
import { readTarget } from '../targets/targets.js';

/**
 * @typedef {object} FloodTarget
 * @property {string} name @property {string} what @property {string} url
 * @property {Record<string, number[]>} parts pids by part of the server, the one that holds the connections first
 * @property {number | null} holds connections that its processes may hold at once
 */

/**
 * @param {{target?: string, url?: string, instance: string, pid?: string, root?: string}} options root: of the
 *   checkout that started the instance
 * @returns {Promise<FloodTarget>}
 * @throws {Error} where nobody answers there, or its processes are not to be found
 */
export async function findFloodTarget({ target, url, instance, pid, root }) {
  if (target === undefined && url) return stranger(url, pid);
  const { title, flood } = readTarget(target);
  const installed = await partsOf(instance, root);
  const parts = flood.parts.flatMap((name) => installed.find(({ part }) => part === name) ?? []);
  const front = parts.find(({ part }) => part === flood.part);
  if (!url && !front) mayBeElsewhere(instance, String(target));
  const base = url ?? front?.url ?? flood.address;
  const address = new URL('/empty', base.replace(/^ws/, 'http')).href;
  const answer = await fetch(address).catch((error) => ({ ok: false, status: error.cause?.code ?? error.message }));
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}. Start it with: infra/up --load`);

  const running = url ? {} : pidsByPart(parts);
  const watched =
    !pid && Object.keys(running).length > 0
      ? running
      : { [flood.part]: pid ? pid.split(',').map(Number) : portOwners(Number(new URL(address).port)) };
  const [pids] = Object.values(watched);
  if (pids.length === 0) throw new Error(`No process here listens at ${address}: give its --pid.`);
  return {
    name: String(target),
    what: title,
    url: address,
    parts: watched,
    holds: connectionLimit(pids[0], flood.shared === true),
  };
}

/**
 * Any address at all: whether anybody answers there is what the flood is to find out.
 * @param {string} url @param {string} [pid] of its processes
 * @returns {FloodTarget}
 */
function stranger(url, pid) {
  if (!URL.canParse(url)) throw new Error(`--url ${url} is no address: give one such as http://127.0.0.1:3000/empty`);
  const { href, port } = new URL(url);
  const pids = pid ? pid.split(',').map(Number) : portOwners(Number(port || 80));
  return {
    name: href,
    what: href,
    url: href,
    parts: { server: pids },
    holds: pids.length > 0 ? connectionLimit(pids[0], false) : null,
  };
}

/**
 * @param {number} pid @param {boolean} shared
 * @returns {number | null} descriptors that it, or its children together, may hold; null: not known, or unlimited
 */
function connectionLimit(pid, shared) {
  const each = descriptorLimit(pid);
  if (each === null) return null;
  return shared ? each * (new ProcessTree([pid]).sample({ memory: false }).processes - 1) || null : each;
}
