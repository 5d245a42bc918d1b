import { loadClientOf } from './loadClients.js';
import { measureCapacity } from './capacity/measureCapacity.js';
import { measureChat } from './chat/measureChat.js';
import { measureFaults } from './faults/measureFaults.js';
import { measureHttp } from './http/measureHttp.js';
import { measureAb } from './programs/measureAb.js';
import { measureWrk } from './programs/measureWrk.js';

/** @import { RunRecord } from './record/runRecord.js' */
/** @import { Server } from './server/openServer.js' */
/** @import { Job } from './job.js' */
/** @import { RunKind } from './record/kinds.js' */

/**
 * @typedef {object} Driver
 * @property {(server: Server, job: Job, say: (line: string) => void, restart: () => Promise<Server>) =>
 *   Promise<RunRecord | RunRecord[]>} measure makes one run; restart gives it the same server, started again
 * @property {RunKind} kind the kind of its records, unless the workload names another
 * @property {string} client the load client, as its records name it
 * @property {string[]} takes options of load/run that this driver takes and some other drivers do not
 * @property {boolean} [callsContract] the driver makes the workload's calls of the contract, if there are some
 * @property {boolean} [oneRequest] each run makes one of the workload's requests
 * @property {boolean} [wholeSeconds] the driver's program takes no fractions of a second
 * @property {boolean} [repeatsItself] the driver makes all repetitions of a load in one job, at one server
 */

/** Keys: the names that workloads give. @type {Record<string, Driver>} */
const DRIVERS = {
  chat: {
    measure: (server, job, say) => measureChat(server, job, say, loadClientOf(job)),
    kind: 'messages',
    client: 'raw',
    takes: ['rate', 'warm-up', 'client', 'agents', 'no-store'],
  },
  capacity: {
    measure: measureCapacity,
    kind: 'capacity',
    client: 'raw',
    takes: ['rate', 'warm-up', 'slo', 'most'],
  },
  faults: {
    measure: measureFaults,
    kind: 'faults',
    client: 'raw',
    takes: ['rate', 'client'],
    repeatsItself: true,
  },
  http: { measure: measureHttp, kind: 'http', client: 'http', takes: ['rate'], callsContract: true },
  ab: { measure: measureAb, kind: 'flood', client: 'ab', takes: [], wholeSeconds: true },
  wrk: { measure: measureWrk, kind: 'http', client: 'wrk', takes: ['warm-up'], oneRequest: true, wholeSeconds: true },
};

/** @param {string} name @returns {Driver} @throws {Error} with the names of all drivers */
export function driverOf(name) {
  if (!Object.hasOwn(DRIVERS, name)) throw new Error(`There is no driver ${name}: ${Object.keys(DRIVERS).join(', ')}.`);
  return DRIVERS[name];
}

/** Options that only some drivers take. */
export const DRIVER_OPTIONS = [...new Set(Object.values(DRIVERS).flatMap(({ takes }) => takes))];
