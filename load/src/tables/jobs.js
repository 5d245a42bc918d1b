import { typedCommand } from '../commandLine.js';
import { recordFile } from '../record/recordFile.js';
import { readTarget } from '../server/targets.js';
import { jobsOf, readWorkload } from '../workload/workloads.js';

/** @typedef {import('../run/runLeft.js').FiledJob} Job */

/** A look at everything: both ends and the middle. */
const QUICK = { levels: [1, 100, 1000], seconds: 4, warmUp: 1, repetitions: 1 };
// Beyond this Artillery, which parses every delivery in one thread, is itself the limit: its records say so.
const ARTILLERY_UP_TO = 50;

/**
 * @param {string} target @param {{quick: boolean, only?: string}} options
 * @returns {Job[]} the floods, and the messages of both clients
 */
export function jobsAt(target, { quick, only }) {
  const wanted = quick ? QUICK : {};
  const levelsOf = (/** @type {string} */ name) => (quick ? QUICK.levels : readWorkload(name).ladder) ?? [];
  const few = levelsOf('messages').filter((users) => users <= ARTILLERY_UP_TO);
  const ordered = [
    ...jobsOf('flood', { ...wanted, levels: levelsOf('flood'), warmUp: 0 }),
    ...jobsOf('messages', { ...wanted, levels: levelsOf('messages') }),
    ...(readTarget(target).send === 'socket' ? jobsOf('messages', { ...wanted, levels: few, repetitions: 1 }) : []).map(
      (job) => ({ ...job, client: /** @type {const} */ ('artillery') }),
    ),
  ];
  return ordered
    .filter(({ kind }) => only === undefined || kind === only)
    .map((job) => {
      const client = { name: job.kind === 'flood' ? 'ab' : 'client' in job ? String(job.client) : 'raw' };
      const file = recordFile({ kind: job.kind, plan: { ...job, target }, client });
      return { ...job, target, command: typedCommand('load/tables'), file };
    });
}
