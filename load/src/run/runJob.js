import { Agents } from '../agents/agents.js';
import { ArtilleryClient } from '../artillery/artilleryClient.js';
import { measureChat } from '../chat/measureChat.js';
import { measureFaults } from '../faults/measureFaults.js';
import { measureHttp } from '../http/measureHttp.js';
import { withServer } from '../server/openServer.js';
import { measureAb } from '../tools/measureAb.js';
import { measureWrk } from '../tools/measureWrk.js';

/**
 * @typedef {import('../workload/workloads.js').Ordered & {agents?: import('../agents/addresses.js').AgentAddress[]}}
 *   JobOnHosts
 * @typedef {(server: import('../server/openServer.js').OpenServer, job: JobOnHosts, say: (line: string) => void) =>
 *   Promise<object | object[]>} Driver one job at a server; its records
 */

/** @type {Record<JobOnHosts['driver'], Driver>} */
const DRIVERS = {
  chat: (server, { agents, ...job }, say) => measureChat(server, { ...job, loadClient: loadClientOf(job, agents) }, say),
  faults: measureFaults,
  http: measureHttp,
  ab: measureAb,
  wrk: measureWrk,
};

/** @param {{client: string}} job @param {JobOnHosts['agents']} agents */
function loadClientOf({ client }, agents) {
  if (agents) return new Agents(agents, client);
  return client === 'artillery' ? new ArtilleryClient() : undefined;
}

/**
 * @param {import('../server/openServer.js').Which} which @param {JobOnHosts} job @param {(line: string) => void} say
 * @returns {Promise<import('../record/runRecord.js').RunRecord[]>} one, or one for each kind of fault
 */
export const runJob = (which, job, say) =>
  withServer(which, async (server) => /** @type {any[]} */ ([await DRIVERS[job.driver](server, job, say)].flat()));
