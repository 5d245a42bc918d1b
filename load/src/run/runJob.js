import { Agents } from '../agents/agents.js';
import { ArtilleryClient } from '../artillery/artilleryClient.js';
import { measureChat } from '../chat/measureChat.js';
import { measureFaults } from '../faults/measureFaults.js';
import { measureHttp } from '../http/measureHttp.js';
import { withServer } from '../server/openServer.js';
import { measureAb } from '../tools/measureAb.js';
import { measureWrk } from '../tools/measureWrk.js';

/**
 * @typedef {import('../workload/workloads.js').Job & {command: string, store?: boolean,
 *   agents?: import('../agents/addresses.js').AgentAddress[]}} Ordered command: that was typed
 * @typedef {(server: import('../server/openServer.js').OpenServer, job: Ordered, say: (line: string) => void) =>
 *   Promise<object | object[]>} Driver one job at a server; its records
 */

/** @type {Record<import('../workload/workloads.js').Job['driver'], Driver>} */
const DRIVERS = {
  chat: (server, { agents, client, ...job }, say) => {
    const clientName = client ?? 'raw';
    // Artillery's users send once.
    const warmUp = clientName === 'artillery' ? 0 : job.warmUp;
    const plan = { ...job, warmUp, clientName, client: clientOf(clientName, agents) };
    return measureChat(server, /** @type {import('../chat/measureChat.js').ChatPlan} */ (plan), say);
  },
  faults: measureFaults,
  http: measureHttp,
  ab: measureAb,
  wrk: measureWrk,
};

/** @param {'raw' | 'artillery'} name @param {Ordered['agents']} agents */
function clientOf(name, agents) {
  if (agents) return new Agents(agents, name);
  return name === 'artillery' ? new ArtilleryClient() : undefined;
}

/**
 * One job at a server, which is found or started before and ended after it.
 * @param {import('../server/openServer.js').Which} which @param {Ordered} job @param {(line: string) => void} say
 * @returns {Promise<import('../record/runRecord.js').RunRecord[]>} one, or one for each kind of fault
 */
export const runJob = (which, job, say) =>
  withServer(
    { ...which, users: job.users },
    async (server) => /** @type {any[]} */ ([await DRIVERS[job.driver](server, job, say)].flat()),
  );
