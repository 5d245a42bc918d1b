import { loadClientOf } from '../agents/loadClients.js';
import { measureChat } from '../chat/measureChat.js';
import { measureFaults } from '../faults/measureFaults.js';
import { measureHttp } from '../http/measureHttp.js';
import { measureAb } from '../tools/measureAb.js';
import { measureWrk } from '../tools/measureWrk.js';

/**
 * @typedef {import('../record/runRecord.js').RunRecord} RunRecord
 * @typedef {(server: import('../server/openServer.js').OpenServer, job: import('./workloads.js').Job,
 *   say: (line: string) => void) => Promise<RunRecord | RunRecord[]>} Driver makes one run
 */

/** By the names of driverFacts.js. @type {Record<string, Driver>} */
export const DRIVERS = {
  chat: (server, job, say) => measureChat(server, job, say, loadClientOf(job)),
  faults: measureFaults,
  http: measureHttp,
  ab: measureAb,
  wrk: measureWrk,
};
