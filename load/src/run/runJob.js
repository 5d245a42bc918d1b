import { Agents } from '../agents/agents.js';
import { measureArtillery } from '../artillery/measureArtillery.js';
import { measureChat } from '../chat/measureChat.js';
import { measureHttp } from '../http/measureHttp.js';
import { withServer } from '../server/openServer.js';
import { measureAb } from '../tools/measureAb.js';
import { measureWrk } from '../tools/measureWrk.js';

/**
 * @typedef {import('../workload/workloads.js').Job & {command: string, client?: 'raw' | 'artillery', store?: boolean,
 *   agents?: import('../agents/addresses.js').AgentAddress[]}} Ordered command: that was typed
 * @typedef {(server: import('../server/openServer.js').OpenServer, job: Ordered, say: (line: string) => void) =>
 *   Promise<object>} Driver one run at a server; its record
 */

/** @type {Record<import('../workload/workloads.js').Job['driver'], Driver>} */
const DRIVERS = {
  chat: (server, job, say) =>
    job.client === 'artillery' ? measureArtillery(server, job) : measureChat(server, chatPlanOf(job), say),
  http: measureHttp,
  ab: measureAb,
  wrk: measureWrk,
};

/** @param {Ordered} job @returns {import('../chat/measureChat.js').ChatPlan} */
const chatPlanOf = ({ agents, client: _client, ...job }) =>
  /** @type {any} */ ({ ...job, ...(agents && { client: new Agents(agents) }) });

/**
 * One run at a server, which is found or started before and ended after it.
 * @param {import('../server/openServer.js').Which} which @param {Ordered} job @param {(line: string) => void} say
 * @returns {Promise<import('../record/runRecord.js').RunRecord>}
 */
export const runJob = (which, job, say) =>
  withServer(which, async (server) => /** @type {any} */ (await DRIVERS[job.driver](server, job, say)));
