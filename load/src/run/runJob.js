import { withServer } from '../server/openServer.js';
import { DRIVERS } from './drivers.js';
import { readWorkload } from './workloads.js';

/**
 * @param {import('../server/openServer.js').Which} which @param {import('./workloads.js').Job} job
 * @param {(line: string) => void} say
 * @returns {Promise<import('../record/runRecord.js').RunRecord[]>} one, or one for each kind of fault
 */
export function runJob(which, job, say) {
  const { env } = readWorkload(job.workload);
  return withServer({ ...which, env, users: job.users }, async (server) =>
    [await DRIVERS[job.driver].measure(server, job, say)].flat(),
  );
}
