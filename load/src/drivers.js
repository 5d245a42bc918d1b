import { loadClientOf } from './loadClients.js';
import { measureCapacity } from './capacity/measureCapacity.js';
import { measureChat } from './chat/measureChat.js';
import { FAULT_KINDS } from './faults/faults.js';
import { measureFaults } from './faults/measureFaults.js';
import { measureHttp } from './http/measureHttp.js';
import { measureAb } from './tools/measureAb.js';
import { measureWrk } from './tools/measureWrk.js';

/**
 * @typedef {import('./record/runRecord.js').RunRecord} RunRecord
 *
 * @typedef {object} Driver
 * @property {(server: import('./server/openServer.js').OpenServer, job: import('./job.js').Job,
 *   say: (line: string) => void, restart: () => Promise<import('./server/openServer.js').OpenServer>) =>
 *   Promise<RunRecord | RunRecord[]>} measure makes one run; restart: where it needs the server anew
 * @property {import('./record/kinds.js').RunKind} kind of its records unless the workload says another
 * @property {string} client its name in them
 * @property {string[]} takes options of load/run that some drivers do not have
 * @property {boolean} [callsContract] it makes HTTP calls of the contract, where the workload has some
 * @property {boolean} [oneRequest] a run makes one of the workload's requests
 * @property {string[]} [faults] it injects: a job makes all repetitions, and has a record of each fault
 */

/** By the name that a workload gives. @type {Record<string, Driver>} */
export const DRIVERS = {
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
    faults: FAULT_KINDS,
  },
  http: { measure: measureHttp, kind: 'http', client: 'http', takes: ['rate'], callsContract: true },
  ab: { measure: measureAb, kind: 'flood', client: 'ab', takes: [] },
  wrk: { measure: measureWrk, kind: 'http', client: 'wrk', takes: ['warm-up'], oneRequest: true },
};

/** @param {string} name @returns {Driver} @throws {Error} with the names of all drivers */
export function driverOf(name) {
  if (!Object.hasOwn(DRIVERS, name)) throw new Error(`There is no driver ${name}: ${Object.keys(DRIVERS).join(', ')}.`);
  return DRIVERS[name];
}

/** Options that only some drivers take. */
export const DRIVER_OPTIONS = [...new Set(Object.values(DRIVERS).flatMap(({ takes }) => takes))];
