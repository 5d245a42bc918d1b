import { beAloneAt } from '../machine/alone.js';
import { databaseOf } from '../machine/database.js';
import { mayBeElsewhere, partsOf, sameHost, seedFile } from '../machine/installation.js';
import { positiveNumber } from '../commandLine.js';
import { portOwners } from '../machine/portOwner.js';
import { findTarget, urlIn } from './target.js';

/**
 * The server that a bench is to measure, and where its processes are.
 * @param {Record<string, any>} values of the command line
 * @returns {Promise<{target: import('./wire/meaning.js').Target, pids: number[], parts: Record<string, number>, database: string | null, seed: string}>}
 *   pids: of the part that speaks to the sockets; parts: of the others of its installation
 */
export async function findServer(values) {
  const installed = await partsOf(values.instance);
  const url = values.url ?? urlIn(values.target, installed);
  if (!url) mayBeElsewhere(values.instance, values.target);
  const target = await findTarget({ target: values.target, url });
  beAloneAt(target.url);
  const port = Number(new URL(target.socketUrl).port);
  const pids = values.pid ? [positiveNumber('pid', values.pid, { whole: true })] : portOwners(port);
  const belongs = installed.some(({ url }) => url && sameHost(url, target.url));
  const parts = belongs ? installed.filter(({ pid }) => pid !== null && !pids.includes(pid)) : [];
  return {
    target,
    pids,
    parts: Object.fromEntries(parts.map(({ part, pid }) => [part, /** @type {number} */ (pid)])),
    database: databaseOf(target, installed),
    seed: seedFile(values.instance, target.name),
  };
}
