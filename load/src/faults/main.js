import { startProxy } from '../../../contract/proxy.js';
import { ArtilleryClient } from '../artillery/artilleryClient.js';
import { runLoad } from '../chat/runLoad.js';
import { runCommand, WrongUsage } from '../commandLine.js';
import { newRunName } from '../ledger/clientIds.js';
import { now } from '../ledger/clock.js';
import { ClientWatch } from '../record/clientBound.js';
import { RunPrinter } from '../record/printRuns.js';
import { saveRecord } from '../record/recordFiles.js';
import { runRecord } from '../record/runRecord.js';
import { failedVerdicts, verdict } from '../record/verdict.js';
import { withServer } from '../server/openServer.js';
import { findTarget } from '../server/target.js';
import { FAULTS, injection, KINDS } from './faults.js';

const TARGETS = /** @type {const} */ (['node', 'laravel']);
const CLIENTS = /** @type {const} */ (['raw', 'artillery']);

const COMMAND = {
  usage: `load/faults

Shows that the ledger can be believed. A proxy before a fresh server breaks one delivery, ack or stored message in so
many, in one way a run, and counts what it broke; the ledger of the client has to name as many, by their right name, and
nothing else. A run in which users could not join or had no answer in time is made again. A server that nobody breaks
has to come out clean.`,
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
const SENDERS = 5;
const SCHEDULE = { rate: 25, seconds: 2.4 };
// A prime, above the number of receivers: faults fall on other receivers from message to message.
const ONE_IN_DELIVERIES = 97;
// There are fewer acks and stored messages than deliveries.
const ONE_IN_MESSAGES = 7;
// Counts need no calm.
const SETTLE_MS = 300;

/**
 * @typedef {object} Plan
 * @property {import('../server/openServer.js').OpenServer} server
 * @property {import('../wire/meaning.js').Session[]} sessions
 * @property {'raw' | 'artillery'} client @property {import('./faults.js').FaultKind} kind
 *
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
  for (const target of oneOf(TARGETS, chosen.target))
    await withServer({ target, fresh: true, embedded: true }, async (server) => {
      const sessions = await server.logIn(USERS, () => {});
      for (const client of clients) {
        console.error(`${target}, ${client}: ${runs} of each of ${kinds.join(', ')} ...`);
        // Raw runs may overlap: each breaks its own messages only. An Artillery run fills the machine.
        for (const group of client === 'raw' ? [kinds] : kinds.map((kind) => [kind])) {
          const all = group.map((kind) => series({ server, sessions, client, kind }, runs));
          for (const record of await Promise.all(all)) {
            printer.row(record);
            allPassed &&= failedVerdicts(record).length === 0;
            if (save) saveRecord(save, record);
          }
        }
      }
    });
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
  const { server, client, kind } = plan;
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
    command: `load/faults --target ${server.name} --client ${client} --kind ${kind} --runs ${runs}`,
    ...{ startAt, seconds: (now() - startAt) / 1000, plan: { target: server.name, users: USERS, fault: kind } },
    // Its CPU is the proxy's too, so it says nothing of a limit.
    client: { name: client, cpuCores, boundBy: [] },
    server: { ...server.facts, parts: {} },
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
async function oneRun({ server, sessions, client, kind }) {
  const run = newRunName();
  const fault = injection(kind, kind === 'lose' || kind === 'falseAck' ? ONE_IN_MESSAGES : ONE_IN_DELIVERIES, run);
  const proxy = await startProxy(server.url, fault.hooks);
  try {
    const { audit, joined } = await runLoad({
      ...{ target: await findTarget(proxy.url), schedule: SCHEDULE, sessions, senders: SENDERS },
      ...{ run, settleMs: SETTLE_MS, client: client === 'artillery' ? new ArtilleryClient() : undefined },
    });
    const errors = { ...audit.errors, ...(joined < USERS && { not_joined: USERS - joined }) };
    // Nothing is injected before the run.
    return judge(kind, fault.injected(), audit.faults, errors);
  } finally {
    proxy.close();
  }
}

/**
 * @param {import('./faults.js').FaultKind} kind @param {number} injected
 * @param {import('../ledger/audit.js').Fault[]} faults that the ledger names @param {Record<string, number>} errors
 * @returns {Outcome}
 */
function judge(kind, injected, faults, errors) {
  /** @type {Record<string, number>} */
  const named = { ...errors };
  for (const { kind: name, receivers = 1 } of faults) named[name] = (named[name] ?? 0) + receivers;
  const { name } = FAULTS[kind];
  const rightOnes = name === null ? injected === 0 : injected > 0 && named[name] === injected;
  const nothingElse = Object.keys(named).every((each) => each === name);
  return { passed: rightOnes && nothingElse, injected, named, isDisturbed: Object.keys(errors).length > 0 };
}
