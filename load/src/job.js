/**
 * One run of a workload; a driver may take further members of the workload.
 * @typedef {object} Job
 * @property {string} workload the workload's name
 * @property {string} driver of drivers.js
 * @property {string} command the command that was typed
 * @property {import('./record/kinds.js').RunKind} kind
 * @property {string} client the load client, as records name it
 * @property {number} users
 * @property {number} seconds
 * @property {number} repetition from 1
 * @property {number} [rate] messages/s or requests/s of all users together
 * @property {number} [senders] only so many of the users send
 * @property {number} [warmUp] seconds of the same load before, which do not count
 * @property {number} [settleMs] how long the run waits after the users have joined
 * @property {boolean} [store] false: the run does not read the store
 * @property {import('./agents/addresses.js').AgentAddress[]} [agents] the load hosts
 * @property {import('./record/slo.js').Bound[]} [bounds] further bounds beside those that every run has
 * @property {string[]} [notes] what a reader of the record has to know
 * @property {string} [request] the one of the workload's requests that the run makes
 * @property {import('./schedule/schedule.js').PhaseData[]} [phases]
 * @property {Record<string, string>} [env] settings of a chat that is started for the run
 * @property {number} [mostUsers] the last level that a search tries
 * @property {number} [runs] how often each kind of fault is injected in a run of its own
 */

export {};
