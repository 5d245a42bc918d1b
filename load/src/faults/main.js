import { startProxy } from '../../../contract/proxy.js';
import { runChatYml } from '../artillery/runChatYml.js';
import { runLoad } from '../chat/runLoad.js';
import { runCommand, WrongUsage } from '../commandLine.js';
import { newRunName } from '../ledger/clientIds.js';
import { now } from '../ledger/clock.js';
import { ClientWatch } from '../record/clientWatch.js';
import { RunPrinter } from '../record/printRuns.js';
import { runRecord } from '../record/runRecord.js';
import { saveRecord } from '../record/recordFiles.js';
import { failedVerdicts, verdict } from '../record/verdict.js';
import { startFreshInstance } from '../server/freshInstance.js';
import { serverFacts } from '../server/serverFacts.js';
import { getSessions } from '../server/sessions.js';
import { findTarget } from '../server/target.js';
import { FAULTS, injection, KINDS } from './faults.js';

const TARGETS = /** @type {const} */ (['node', 'laravel']);
const CLIENTS = /** @type {const} */ (['raw', 'artillery']);

const COMMAND = {
  usage: `load/faults

Shows that the ledger can be believed. A proxy before a fresh server breaks one delivery, ack or stored message in so
many, in one way a run, and counts what it broke; the ledger of the client has to name as many, by their right name, and
nothing else. A run in which users could not join or had no answer in time is made again. A server that nobody breaks has to come out clean.`,
  options: {
    '--target T': `${TARGETS.join(' or ')} (both)`,
    '--client C': `${CLIENTS.join(' or ')}, which runs load/chat.yml (both)`,
    '--kind K': `${KINDS.join(', ')} (all)`,
    '--runs N': 'of each (10)',
    '--save FOLDER': 'a record of each client, target and kind, for load/report',
  },
  exitCodes: '0 every run as it has to be, 1 some not, 2 wrong usage, or a server that does not start.',
};

const USERS = 20;
// A prime, above the number of receivers: faults fall on other receivers from message to message.
const ONE_IN_DELIVERIES = 97;
// There are fewer acks and stored messages than deliveries.
const ONE_IN_MESSAGES = 7;
// Of chat.yml, in which each user sends a message a second.
const SECONDS = 5;
const RAW_SCHEDULE = { rate: 25, seconds: 2.4 };
// Counts need no calm.
const SETTLE_MS = 300;

/**
 * @typedef {{url: string, target: 'node' | 'laravel', client: 'raw' | 'artillery', kind:
 *   import('./faults.js').FaultKind}} Plan
 * @typedef {object} Outcome one run
 * @property {boolean} passed the ledger named as many faults as were injected, each by its right name, and nothing else
 * @property {number} injected
 * @property {Record<string, number>} named how often, by name
 * @property {boolean} isDisturbed users could not join, or had no answer in time: it is made again, as often as others
 */

await runCommand(COMMAND, async ({ runs = 10, save, ...chosen }) => {
  const kinds = oneOf(KINDS, chosen.kind);
  const clients = oneOf(CLIENTS, chosen.client);
  const printer = new RunPrinter('faults');
  let allPassed = true;
  for (const target of oneOf(TARGETS, chosen.target)) {
    const server = await startFreshInstance(target, { embedded: true });
    try {
      for (const client of clients) {
        console.error(`${target}, ${client}: ${runs} of each of ${kinds.join(', ')} ...`);
        // Raw runs beside each other leave each other's messages alone; an Artillery run fills the machine.
        for (const group of client === 'raw' ? [kinds] : kinds.map((kind) => [kind])) {
          const plans = group.map((kind) => ({ url: server.url, target, client, kind }));
          for (const record of await Promise.all(plans.map((plan) => series(plan, runs)))) {
            printer.row(record);
            allPassed &&= failedVerdicts(record).length === 0;
            if (save) saveRecord(save, record);
          }
        }
      }
    } finally {
      await server.stop();
    }
  }
  return allPassed ? 0 : 1;
});

/** @template {string} T @param {readonly T[]} all @param {string | undefined} chosen @returns {readonly T[]} */
function oneOf(all, chosen) {
  const found = all.filter((one) => chosen === undefined || one === chosen);
  if (found.length === 0) throw new WrongUsage();
  return found;
}

/** @param {Plan} plan @param {number} runs @returns {Promise<import('../record/runRecord.js').RunRecord>} of all */
async function series(plan, runs) {
  const { url, target, client, kind } = plan;
  /** @type {Outcome[]} */
  const outcomes = [];
  const startAt = now();
  const watch = new ClientWatch();
  for (let disturbed = 0; outcomes.length < runs;) {
    const outcome = await oneRun(plan);
    if (outcome.isDisturbed && disturbed++ < runs) continue;
    outcomes.push(outcome);
  }
  const { cpuCores } = watch.stop();
  const wrongRuns = outcomes.filter(({ passed }) => !passed).length;
  /** @type {Record<string, number>} */
  const named = {};
  for (const outcome of outcomes)
    for (const [name, times] of Object.entries(outcome.named)) named[name] = (named[name] ?? 0) + times;
  return runRecord({
    kind: 'faults',
    command: `load/faults --target ${target} --client ${client} --kind ${kind} --runs ${runs}`,
    ...{ startAt, seconds: (now() - startAt) / 1000, plan: { target, users: USERS, fault: kind } },
    // Its CPU is the proxy's too, so it says nothing of a limit.
    client: { name: client, cpuCores, boundBy: [] },
    server: { ...(await serverFacts(url)), database: null, fresh: true, parts: {} },
    counts: {
      ...{ runs, wrongRuns, rightRunsPercent: (100 * (runs - wrongRuns)) / runs },
      injected: outcomes.reduce((sum, { injected }) => sum + injected, 0),
      named: Object.values(named).reduce((sum, times) => sum + times, 0),
    },
    errors: named,
    verdicts: [verdict('runs that were not as they have to be', wrongRuns)],
  });
}

/** @param {Plan} plan @returns {Promise<Outcome>} */
async function oneRun({ url, target, client, kind }) {
  const oneIn = kind === 'lose' || kind === 'falseAck' ? ONE_IN_MESSAGES : ONE_IN_DELIVERIES;
  const run = client === 'raw' ? newRunName() : '';
  const fault = injection(kind, oneIn, run);
  const proxy = await startProxy(url, fault.hooks);
  try {
    const { record, status } =
      client === 'raw'
        ? { record: await raw(proxy.url, run), status: null }
        : await runChatYml({ name: target, url: proxy.url, users: USERS, seconds: SECONDS });
    // Asked after the run: until then nothing is injected.
    return judge(kind, fault.injected(), /** @type {any} */ (record), status);
  } finally {
    proxy.close();
  }
}

/** @param {string} url @param {string} run */
async function raw(url, run) {
  const sessions = await getSessions(url, USERS);
  const target = await findTarget(url);
  const { audit, joined } = await runLoad({
    ...{ target, schedule: RAW_SCHEDULE, sessions, senders: 5, run, settleMs: SETTLE_MS },
  });
  return joined < USERS ? { ...audit, errors: { ...audit.errors, not_joined: USERS - joined } } : audit;
}

/**
 * @param {import('./faults.js').FaultKind} kind @param {number} injected
 * @param {{faults?: Array<{kind: string, receivers?: number}>, errors?: Record<string, number>}} seen by the ledger
 * @param {number | null} status the client's exit code, where it is a program: it has to fail a run with faults
 * @returns {Outcome}
 */
function judge(kind, injected, { faults = [], errors = {} }, status) {
  /** @type {Record<string, number>} */
  const named = { ...errors };
  for (const { kind: name, receivers = 1 } of faults) named[name] = (named[name] ?? 0) + receivers;
  const { name } = FAULTS[kind];
  const rightOnes = name === null ? injected === 0 : injected > 0 && named[name] === injected;
  const nothingElse = Object.keys(named).every((each) => each === name);
  const rightStatus = status === null || (status === 0) === (name === null);
  const isDisturbed = Object.keys(errors).length > 0;
  return { passed: rightOnes && nothingElse && rightStatus, injected, named, isDisturbed };
}
