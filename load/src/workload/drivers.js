/**
 * A driver puts a load on a server; run/runJob.js makes its runs.
 * @typedef {object} Driver
 * @property {'messages' | 'faults' | 'http' | 'flood'} kind of its records unless the workload says another
 * @property {'raw' | 'http' | 'ab' | 'wrk'} client its name in them
 * @property {string[]} takes options of load/run that some drivers do not have
 * @property {boolean} [joins] its users join a chat
 * @property {boolean} [oneRequest] a run makes one of the workload's requests
 */

/** By the name that a workload gives. @type {Record<'chat' | 'faults' | 'http' | 'ab' | 'wrk', Driver>} */
export const DRIVERS = {
  chat: { kind: 'messages', client: 'raw', takes: ['rate', 'warm-up', 'client', 'agents', 'no-store'], joins: true },
  faults: { kind: 'faults', client: 'raw', takes: ['rate', 'client'], joins: true },
  http: { kind: 'http', client: 'http', takes: ['rate'] },
  ab: { kind: 'flood', client: 'ab', takes: [] },
  wrk: { kind: 'http', client: 'wrk', takes: ['warm-up'], oneRequest: true },
};

/** Options that only some drivers take. */
export const DRIVER_OPTIONS = [...new Set(Object.values(DRIVERS).flatMap(({ takes }) => takes))];
