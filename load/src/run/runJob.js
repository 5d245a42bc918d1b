import { openServer } from '../server/openServer.js';
import { driverOf } from '../drivers.js';

/** @typedef {import('../record/runRecord.js').RunRecord} RunRecord */

/**
 * Finds or starts a server for one run, and ends it afterwards if it was started.
 * @param {import('../server/openServer.js').ServerWanted} serverWanted @param {import('../job.js').Job} job
 * @param {(line: string) => void} say
 * @returns {Promise<RunRecord[]>} one record, or one of each kind of fault
 */
export async function runJob(serverWanted, job, say) {
  /** @type {import('../server/openServer.js').OpenServer | undefined} */
  let server;
  const restart = async () => {
    await server?.stop();
    server = undefined;
    return (server = await openServer({ ...serverWanted, env: job.env, users: job.mostUsers ?? job.users }));
  };
  try {
    return [await driverOf(job.driver).measure(await restart(), job, say, restart)].flat();
  } finally {
    await server?.stop();
  }
}
