import { startProxy } from '../../../contract/harness/proxy.js';
import { LOAD_CLIENTS } from '../loadClients.js';
import { runLoad } from '../chat/runLoad.js';
import { newRunName } from '../ledger/clientIds.js';
import { now } from '../machine/clock.js';
import { ClientWatch } from '../machine/clientWatch.js';
import { runRecord } from '../record/runRecord.js';
import { verdict } from '../record/verdict.js';
import { scheduleOf } from '../schedule/schedule.js';
import { findEndpoint } from '../server/endpoint.js';
import { FAULT_KINDS, FAULTS, injectorOf } from './faults.js';

/** @import { Server } from '../server/openServer.js' */
/** @import { Session } from '../wire/types.js' */
/** @import { Job } from '../job.js' */
/** @import { FaultKind } from './faults.js' */
/** @import { RunRecord } from '../record/runRecord.js' */

/**
 * @typedef {object} FaultRunOptions
 * @property {Server} server
 * @property {Session[]} sessions
 * @property {Job} job
 * @property {FaultKind} fault
 *
 * @typedef {object} FaultRun the result of one run
 * @property {boolean} passed the ledger named as many faults as were injected, each by its right name, and nothing else
 * @property {number} injected how many faults the proxy injected
 * @property {Record<string, number>} named how many faults the ledger named, by name
 * @property {boolean} isDisturbed some users could not join, or got no answer in time, so the run is repeated
 */

/**
 * Tests the ledger. A proxy before the server injects faults of one kind in each run and counts them. The client's
 * ledger has to name as many, by their right name, and nothing else. In runs of `none` the proxy injects nothing, so
 * the ledger must name nothing.
 * @param {Server} server @param {Job} job
 * @param {(line: string) => void} say
 * @returns {Promise<RunRecord[]>} one record for each kind of fault
 * @throws {Error} if the server keeps no contract
 */
export async function measureFaults(server, job, say) {
  if (server.contractProblem) throw new Error(server.contractProblem);
  const sessions = await server.logIn(job.users, say);
  // Runs may overlap: each run breaks only its own messages.
  const groups = LOAD_CLIENTS[job.client].isProcess ? FAULT_KINDS.map((kind) => [kind]) : [FAULT_KINDS];
  const records = [];
  for (const group of groups)
    records.push(...(await Promise.all(group.map((fault) => recordOf({ server, sessions, job, fault })))));
  return records;
}

/** @param {FaultRunOptions} faultRun @returns {Promise<RunRecord>} one record for all runs */
async function recordOf(faultRun) {
  const { server, job, fault } = faultRun;
  const { repetitions: runs } = job;
  /** @type {FaultRun[]} */
  const outcomes = [];
  const startAt = now();
  const watch = new ClientWatch();
  for (let disturbed = 0; outcomes.length < runs;) {
    const outcome = await oneRun(faultRun);
    if (outcome.isDisturbed && disturbed++ < runs) continue;
    outcomes.push(outcome);
  }
  const { cpuCores } = watch.stop();
  const wrongRuns = outcomes.filter(({ passed }) => !passed).length;
  /** @type {Record<string, number>} */
  const namedCounts = {};
  for (const outcome of outcomes)
    for (const [name, times] of Object.entries(outcome.named)) namedCounts[name] = (namedCounts[name] ?? 0) + times;
  return runRecord(server, job, {
    startAt,
    seconds: (now() - startAt) / 1000,
    fault,
    // The proxy runs in this process too, so its CPU does not show whether the load client was the limit.
    client: { cpuCores, boundBy: [] },
    counts: {
      runs,
      wrongRuns,
      rightRunsPercent: (100 * (runs - wrongRuns)) / runs,
      injected: outcomes.reduce((sum, { injected }) => sum + injected, 0),
      // Wrong names and false alarms do not count as named faults.
      named: namedCounts[FAULTS[fault].name ?? ''] ?? 0,
    },
    errors: namedCounts,
    verdicts: [verdict('wrong runs', wrongRuns)],
  });
}

/** @param {FaultRunOptions} options @returns {Promise<FaultRun>} */
async function oneRun({ server, sessions, job, fault }) {
  const { rate = 0, seconds, senders, settleMs, client } = job;
  const run = newRunName();
  const { hooks, injected } = injectorOf(fault, run);
  const proxy = await startProxy(server.url, hooks);
  try {
    const { audit, joined } = await runLoad({
      endpoint: { ...(await findEndpoint(proxy.url)), byPost: server.endpoint?.byPost },
      schedule: scheduleOf({ rate, seconds }),
      loadClient: LOAD_CLIENTS[client].create(),
      sessions,
      senders,
      run,
      settleMs,
    });
    const absent = sessions.length - joined;
    const errors = { ...audit.errors, ...(absent > 0 && { not_joined: absent }) };
    /** @type {Record<string, number>} */
    const named = { ...errors };
    for (const { kind, receivers = 1 } of audit.findings) named[kind] = (named[kind] ?? 0) + receivers;
    const { name } = FAULTS[fault];
    // The proxy injects nothing before the run.
    const count = injected();
    const rightOnes = name === null ? count === 0 : count > 0 && named[name] === count;
    return {
      passed: rightOnes && Object.keys(named).every((each) => each === name),
      injected: count,
      named,
      isDisturbed: Object.keys(errors).length > 0,
    };
  } finally {
    proxy.close();
  }
}
