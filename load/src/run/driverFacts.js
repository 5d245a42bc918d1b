import { FAULT_KINDS } from '../faults/faults.js';

/**
 * @typedef {object} DriverFacts what a workload's jobs are made by; drivers.js measures them
 * @property {import('../record/kinds.js').RunKind} kind of its records unless the workload says another
 * @property {string} client its name in them
 * @property {string[]} takes options of load/run that some drivers do not have
 * @property {boolean} [oneRequest] a run makes one of the workload's requests
 * @property {string[]} [faults] it injects: a job makes all repetitions, and has a record of each fault
 */

/** By the name that a workload gives. @type {Record<string, DriverFacts>} */
export const DRIVER_FACTS = {
  chat: { kind: 'messages', client: 'raw', takes: ['rate', 'warm-up', 'client', 'agents', 'no-store'] },
  faults: { kind: 'faults', client: 'raw', takes: ['rate', 'client'], faults: FAULT_KINDS },
  http: { kind: 'http', client: 'http', takes: ['rate'] },
  ab: { kind: 'flood', client: 'ab', takes: [] },
  wrk: { kind: 'http', client: 'wrk', takes: ['warm-up'], oneRequest: true },
};

/** Options that only some drivers take. */
export const DRIVER_OPTIONS = [...new Set(Object.values(DRIVER_FACTS).flatMap(({ takes }) => takes))];
