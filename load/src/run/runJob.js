import { Agents } from '../agents/agents.js';
import { newLoadClient } from '../agents/newLoadClient.js';
import { measureChat } from '../chat/measureChat.js';
import { measureFaults } from '../faults/measureFaults.js';
import { measureHttp } from '../http/measureHttp.js';
import { withServer } from '../server/openServer.js';
import { measureAb } from '../tools/measureAb.js';
import { measureWrk } from '../tools/measureWrk.js';
import { readWorkload } from '../workload/workloads.js';

/**
 * @typedef {import('../workload/workloads.js').Ordered & {agents?: import('../agents/addresses.js').AgentAddress[]}}
 *   JobOnHosts
 * @typedef {import('../record/runRecord.js').RunRecord} RunRecord
 * @typedef {(server: import('../server/openServer.js').OpenServer, job: JobOnHosts, say: (line: string) => void) =>
 *   Promise<RunRecord | RunRecord[]>} Measure one job at a server
 */

/** By driver. @type {Record<JobOnHosts['driver'], Measure>} */
const MEASURES = {
  chat(server, { agents, ...job }, say) {
    const loadClient = agents ? new Agents(agents, job.client) : newLoadClient(job.client);
    return measureChat(server, { ...job, loadClient }, say);
  },
  faults: measureFaults,
  http: measureHttp,
  ab: measureAb,
  wrk: measureWrk,
};

/**
 * @param {import('../server/openServer.js').Which} which @param {JobOnHosts} job @param {(line: string) => void} say
 * @returns {Promise<RunRecord[]>} one, or one for each kind of fault
 */
export function runJob(which, job, say) {
  const { env } = readWorkload(job.workload);
  return withServer({ ...which, env, users: job.users }, async (server) =>
    [await MEASURES[job.driver](server, job, say)].flat(),
  );
}
