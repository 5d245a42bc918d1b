import path from 'node:path';
import { getSessions } from '../server/sessions.js';
import { findTarget } from '../server/target.js';
import { positiveNumber, runCommand, WrongUsage } from '../commandLine.js';
import { newRunName } from '../ledger/clientIds.js';
import { now } from '../ledger/clock.js';
import { runLoad } from '../chat/runLoad.js';
import { ClientWatch } from '../record/clientWatch.js';
import { recordFile } from '../record/recordFile.js';
import { saveRecord } from '../record/saveRecord.js';
import { serverFacts } from '../server/serverFacts.js';
import { startPrivateServer } from '../server/privateServer.js';
import { startProxy } from '../../../contract/proxy.js';
import { runChatYml } from '../artillery/runChatYml.js';
import { FAULTS, injection, KINDS } from './faults.js';
import { faultsRecord } from './faultsRecord.js';

const USAGE = `load/faults [--target node|laravel] [--client raw|artillery] [--runs 10] [--json]
            [--kind ${KINDS.join('|')}] [--save FOLDER]

Shows that the ledger can be believed. A proxy before a private server breaks one delivery, ack or stored message in so
many, in one way a run, and counts what it broke; the ledger of the client has to name as many, by their right name, and
nothing else. A server that nobody breaks has to come out clean. --save leaves a record of
each client, target and kind in a folder, for load/report. Both targets, both clients (the raw one of the benchmarks, and Artillery with load/chat.yml)
and all kinds unless one is named.

Exit codes: 0 every run as it has to be, 1 some not, 2 wrong usage, or a server that does not start.`;

const USERS = 20;
// A prime, above the number of receivers: faults fall on other receivers from message to message.
const ONE_IN_DELIVERIES = 97;
// There are fewer acks and stored messages than deliveries.
const ONE_IN_MESSAGES = 7;

const RAW_SCHEDULE = { rate: 25, seconds: 2.4 };
// Counts need no calm.
const SETTLE_MS = 300;

const TARGETS = /** @type {const} */ (['node', 'laravel']);
const CLIENTS = /** @type {const} */ (['raw', 'artillery']);

/**
 * @typedef {object} Outcome one run
 * @property {boolean} passed the ledger named as many faults as were injected, each by its right name, and nothing else
 * @property {number} injected
 * @property {Record<string, number>} named how often, by name
 */

/** @param {Record<string, any>} values @returns {Promise<0 | 1>} */
async function main(values) {
  const runs = positiveNumber('runs', values.runs, { whole: true });
  const results = [];
  for (const target of oneOf(TARGETS, values.target)) {
    const server = await startPrivateServer(target);
    try {
      for (const client of oneOf(CLIENTS, values.client)) {
        const kinds = oneOf(KINDS, values.kind);
        console.error(`${target}, ${client}: ${runs} of each of ${kinds.join(', ')} ...`);
        // Raw runs beside each other leave each other's messages alone; an Artillery run fills the machine.
        for (const group of client === 'raw' ? [kinds] : kinds.map((kind) => [kind])) {
          const done = await Promise.all(group.map((kind) => series({ url: server.url, target, client, kind, runs })));
          if (values.save) for (const one of done) await keepRecord(values.save, server.url, one);
          if (!values.json) for (const one of done) console.log(describe(one));
          results.push(...done.map(({ took: _, ...one }) => one));
        }
      }
    } finally {
      await server.stop();
    }
  }
  if (values.json) console.log(JSON.stringify(results, null, 2));
  return results.every(({ passed }) => passed === runs) ? 0 : 1;
}

/** @template {string} T @param {readonly T[]} all @param {string | undefined} chosen @returns {readonly T[]} */
function oneOf(all, chosen) {
  if (chosen === undefined) return all;
  const found = all.filter((one) => one === chosen);
  if (found.length === 0) throw new WrongUsage(USAGE);
  return found;
}

/**
 * @typedef {{url: string, target: 'node' | 'laravel', client: 'raw' | 'artillery', kind:
 *   import('./faults.js').FaultKind}} Plan
 * @typedef {{faults?: Array<{kind: string, receivers?: number}>, errors?: Record<string, number>}} Named by the ledger
 */

/** @param {Plan & {runs: number}} plan */
async function series({ runs, ...plan }) {
  /** @type {Outcome[]} */
  const outcomes = [];
  const startedAt = now();
  const watch = new ClientWatch();
  while (outcomes.length < runs) outcomes.push(await oneRun(plan));
  const { target, client, kind } = plan;
  const took = { startedAt, seconds: (now() - startedAt) / 1000, ...watch.stop() };
  return { target, client, kind, runs, passed: outcomes.filter(({ passed }) => passed).length, outcomes, took };
}

/** @param {string} folder @param {string} url @param {Awaited<ReturnType<typeof series>>} done */
async function keepRecord(folder, url, { target, client, kind, took, outcomes }) {
  const record = faultsRecord({
    command: `load/faults --target ${target} --client ${client} --kind ${kind} --runs ${outcomes.length}`,
    plan: { target, users: USERS, fault: kind },
    server: { ...(await serverFacts(url)), database: null, fresh: true, descriptors: null },
    client,
    took,
    outcomes,
  });
  saveRecord(path.join(folder, recordFile(record)), record);
}

/** @param {Plan} plan @returns {Promise<Outcome>} */
async function oneRun({ url, target, client, kind }) {
  const oneIn = kind === 'lose' || kind === 'falseAck' ? ONE_IN_MESSAGES : ONE_IN_DELIVERIES;
  const run = client === 'raw' ? newRunName() : '';
  const fault = injection(kind, oneIn, run);
  const proxy = await startProxy(url, fault.hooks);
  try {
    const { record, status } = await (client === 'raw'
      ? raw(proxy.url, run).then((audit) => ({ record: audit, status: null }))
      : runChatYml({ name: target, url: proxy.url, users: USERS }));
    // Asked after the run: until then nothing is injected.
    return judge(kind, fault.injected(), /** @type {Named} */ (record), status);
  } finally {
    proxy.close();
  }
}

/** @param {string} url @param {string} run */
async function raw(url, run) {
  const sessions = await getSessions(url, USERS);
  const target = await findTarget(url);
  const population = { users: USERS, sessions, senders: 5 };
  const { audit, joined } = await runLoad({ target, schedule: RAW_SCHEDULE, population, run, settleMs: SETTLE_MS });
  if (joined < USERS) throw new Error(`${USERS - joined} of ${USERS} users did not join ${url}.`);
  return audit;
}

/**
 * @param {import('./faults.js').FaultKind} kind
 * @param {number} injected
 * @param {Named} seen
 * @param {number | null} status the client's exit code, where it is a program of its own: it has to fail a run with
 *   faults
 * @returns {Outcome}
 */
export function judge(kind, injected, { faults = [], errors = {} }, status) {
  /** @type {Record<string, number>} */
  const named = { ...errors };
  for (const { kind: name, receivers = 1 } of faults) named[name] = (named[name] ?? 0) + receivers;
  const { name } = FAULTS[kind];
  const rightOnes = name === null ? injected === 0 : injected > 0 && named[name] === injected;
  const nothingElse = Object.keys(named).every((each) => each === name);
  const rightStatus = status === null || (status === 0) === (name === null);
  return { passed: rightOnes && nothingElse && rightStatus, injected, named };
}

/** @param {{target: string, client: string, kind: string, runs: number, passed: number, outcomes: Outcome[]}} series */
function describe({ target, client, kind, runs, passed, outcomes }) {
  const injected = outcomes.reduce((sum, outcome) => sum + outcome.injected, 0);
  /** @type {Record<string, number>} */
  const named = {};
  for (const outcome of outcomes) {
    for (const [name, times] of Object.entries(outcome.named)) named[name] = (named[name] ?? 0) + times;
  }
  const list =
    Object.entries(named)
      .map(([name, times]) => `${times} ${name}`)
      .join(', ') || 'nothing';
  const what = `${target.padEnd(8)} ${client.padEnd(10)} ${kind.padEnd(9)}`;
  return `${what} ${passed} of ${runs} runs as they have to be: ${injected} injected, named ${list}`;
}

await runCommand(
  USAGE,
  {
    target: { type: 'string' },
    client: { type: 'string' },
    kind: { type: 'string' },
    runs: { type: 'string', default: '10' },
    save: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  main,
);
