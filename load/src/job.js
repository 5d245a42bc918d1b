/**
 * One run of a workload; a driver may take further members of the workload.
 * @typedef {object} Job
 * @property {string} workload its name @property {string} driver of drivers.js
 * @property {string} command that was typed
 * @property {import('./record/kinds.js').RunKind} kind
 * @property {string} client its name in records
 * @property {number} users @property {number} seconds @property {number} repetition from 1
 * @property {number} [rate] of all together
 * @property {number} [senders] @property {number} [warmUp] s @property {number} [settleMs]
 * @property {boolean} [store] false: it is not read
 * @property {import('./agents/addresses.js').AgentAddress[]} [agents] load hosts
 * @property {import('./record/slo.js').Bound[]} [bounds] beside those that each run has
 * @property {string[]} [notes] that a reader of its record has to know
 * @property {string} [request] name of the only one of the requests that is made
 * @property {import('./schedule/schedule.js').PhaseData[]} [phases]
 * @property {Record<string, string>} [env] of a chat that is started for it
 * @property {number} [mostUsers] of the last level of a search @property {number} [runs] of each kind of fault
 */

export {};
