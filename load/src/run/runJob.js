import { openServer } from '../server/openServer.js';
import { driverOf } from '../drivers.js';

/** @import { RunRecord } from '../record/runRecord.js' */
/** @import { Server, ServerOptions } from '../server/openServer.js' */
/** @import { Job } from '../job.js' */

/**
 * Makes one run at a server. It finds or starts the server, and afterwards ends a started one.
 * @param {ServerOptions} serverOptions @param {Job} job
 * @param {(line: string) => void} say
 * @returns {Promise<RunRecord[]>} one record, or one of each kind of fault
 */
export async function runJob(serverOptions, job, say) {
  /** @type {Server | undefined} */
  let server;
  const restart = async () => {
    await server?.stop();
    server = undefined;
    return (server = await openServer({ ...serverOptions, env: job.env, users: job.mostUsers ?? job.users }));
  };
  try {
    return [await driverOf(job.driver).measure(await restart(), job, say, restart)].flat();
  } finally {
    await server?.stop();
  }
}
