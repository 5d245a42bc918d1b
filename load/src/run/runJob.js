import { openServer } from '../server/openServer.js';
import { driverOf } from '../drivers.js';

/** @typedef {import('../record/runRecord.js').RunRecord} RunRecord */

/**
 * Finds or starts a server for one run, and ends it afterwards if it was started.
 * @param {import('../server/openServer.js').ServerWanted} serverWanted @param {import('../job.js').Job} job
 * @param {(line: string) => void} say
 * @returns {Promise<RunRecord[]>} one, or one for each kind of fault
 */
export async function runJob(serverWanted, job, say) {
  const server = await openServer({ ...serverWanted, env: job.env, users: job.users });
  try {
    return await measure(server, job, say);
  } finally {
    await server.stop();
  }
}

/**
 * @param {import('../server/openServer.js').OpenServer} server @param {import('../job.js').Job} job
 * @param {(line: string) => void} say
 * @returns {Promise<RunRecord[]>}
 */
export const measure = async (server, job, say) => [await driverOf(job.driver).measure(server, job, say)].flat();
