import path from 'node:path';
import { newRunName } from '../ledger/clientIds.js';
import { now } from '../ledger/clock.js';
import { runLoad } from '../run/runLoad.js';
import { recordFile } from '../runRecord/recordFile.js';
import { saveRecord } from '../runRecord/saveRecord.js';
import { BUSY_CORES } from '../runRecord/clientBound.js';
import { ClientWatch } from '../runRecord/clientWatch.js';
import { serverFacts } from '../runRecord/serverFacts.js';
import { connectionsRecord } from './connectionsRecord.js';
import { startBaseline } from './baselines.js';
import { provenance } from '../provenance.js';
import { positiveNumber, typedCommand } from '../commandLine.js';
import { ProcessTree } from '../machine/processTree.js';
import { nullSessions, nullTarget } from './nullTarget.js';
import { findServer } from './server.js';
import { getSessions } from './sessions.js';

// Presence is gathered over 0.1 ms a user, and garbage of the joining has time to go.
const SETTLE_MS = 3000;

/**
 * @typedef {object} ConnectionsResult
 * @property {number} startedAt ms since 1970 @property {number} seconds until the server was looked at again
 * @property {number} receivers joined
 * @property {number} failed
 * @property {number} joinsPerSecond
 * @property {number} kilobytesEach resident memory of the server, after less before, for each connection
 * @property {number} wireMegabytes all that the joins cost on the wire, to all receivers together
 * @property {{rssMb: number, pssMb: number}} before @property {{rssMb: number, pssMb: number}} after
 * @property {number} serverSecondsEach CPU of the server for each join
 * @property {ReturnType<ClientWatch['stop']> & {bound: boolean}} client
 * @property {string[]} ends connections that broke, by reason
 * @property {string | null} why the first that failed
 */

/** @param {Record<string, any>} values @param {(line: string) => void} say */
export async function benchConnections(values, say) {
  const receivers = positiveNumber('receivers', values.receivers ?? '1000', { whole: true });
  const hold = positiveNumber('seconds', values.seconds ?? '3');
  const { target, pids, seed, database } = await findServer(values);
  if (pids.length === 0) throw new Error(`No process here listens at ${target.socketUrl}: give its --pid.`);
  const sessions = await getSessions(target.url, receivers, { file: seed, say });
  const measured = await measureJoins({ target, sessions, pids, hold, say });
  const baseline = values['no-baseline'] ? null : await measureNullJoins({ target, receivers, hold, say });
  if (values.records) {
    const record = connectionsRecord({
      command: typedCommand('load/bench'),
      plan: { target: target.name, users: receivers },
      server: { ...(await serverFacts(target.url)), database, fresh: false },
      pid: pids[0],
      measured,
      baseline,
    });
    saveRecord(path.join(values.records, recordFile(record)), record);
  }
  const result = {
    bench: 'connections',
    target: target.name,
    url: target.url,
    ...provenance(),
    ...measured,
    ...(baseline && {
      baseline: { name: 'null server: node:http with upgrade, no session, no presence', ...baseline },
      ratio: {
        kilobytesEach: measured.kilobytesEach / baseline.kilobytesEach,
        joinsPerSecond: measured.joinsPerSecond / baseline.joinsPerSecond,
      },
    }),
  };
  return { result, text: describe(result), failed: measured.failed + measured.ends.length > 0 };
}

/**
 * @param {object} plan
 * @param {import('./wire/meaning.js').Target} plan.target @param {import('./wire/meaning.js').Session[]} plan.sessions
 * @param {number[]} plan.pids @param {number} plan.hold s @param {(line: string) => void} plan.say
 * @returns {Promise<ConnectionsResult>}
 */
async function measureJoins({ target, sessions, pids, hold, say }) {
  const tree = new ProcessTree(pids);
  const before = tree.sample();
  let after = before;
  const watch = new ClientWatch();
  const startedAt = now();
  let joinedAt = startedAt;
  let endedAt = startedAt;
  const observer = {
    onPhase(/** @type {import('../run/runLoad.js').Phase} */ phase) {
      if (phase === 'joined') {
        watch.stop();
        joinedAt = now();
      }
      if (phase === 'waiting for the last messages') {
        after = tree.sample();
        endedAt = now();
      }
    },
  };
  const seen = await runLoad(
    {
      ...{ target, observer, settleMs: SETTLE_MS, store: false },
      schedule: { rate: 0, seconds: hold },
      population: { users: sessions.length, sessions },
    },
    say,
  );
  const { joined } = seen;
  const client = watch.stop();
  return {
    startedAt,
    seconds: (endedAt - startedAt) / 1000,
    receivers: joined,
    failed: sessions.length - joined,
    joinsPerSecond: (joined / (joinedAt - startedAt)) * 1000,
    kilobytesEach: ((after.rssMb - before.rssMb) * 1024) / joined,
    wireMegabytes: seen.megabytes,
    before: { rssMb: before.rssMb, pssMb: before.pssMb },
    after: { rssMb: after.rssMb, pssMb: after.pssMb },
    serverSecondsEach: (after.cpuSeconds - before.cpuSeconds) / joined,
    client: { ...client, bound: client.cpuCores > BUSY_CORES },
    ends: seen.ends,
    why: seen.why,
  };
}

/**
 * @param {{target: import('./wire/meaning.js').Target, receivers: number, hold: number, say: (line: string) => void}}
 *   plan
 */
async function measureNullJoins({ target, receivers, hold, say }) {
  // It begins to send once one more than all have joined: never.
  const server = await startBaseline('nullServer', [target.wire, '1', String(receivers + 1), newRunName()]);
  try {
    const nobody = nullTarget(server.url, target.wire);
    return await measureJoins({ target: nobody, sessions: nullSessions(receivers), pids: [server.pid], hold, say });
  } finally {
    server.stop();
  }
}

/** @param {any} result @returns {string} */
function describe(result) {
  const { baseline, ratio, client } = result;
  const lines = [
    `connections ${result.target}: ${result.receivers} joined, ${result.failed} ` +
      `failed${result.why ? ` (${result.why})` : ''} (${result.commit}, ${result.machine}, ${result.date})`,
    `  memory         ${result.kilobytesEach.toFixed(1)} KB resident each (${result.before.rssMb.toFixed(0)} to ` +
      `${result.after.rssMb.toFixed(0)} MB)`,
    `  joins          ${result.joinsPerSecond.toFixed(0)}/s, ${(result.serverSecondsEach * 1000).toFixed(2)} ms ` +
      `of server CPU each`,
    `  on the wire    ${result.wireMegabytes.toFixed(2)} MB in all`,
    `  this client    ${Math.round(client.cpuCores * 100)} % of a ` +
      `core${client.bound ? ': CLIENT-BOUND, the server joins faster' : ''}`,
    ...[...new Set(result.ends)].map((reason) => `  broken         ${reason}`),
  ];
  if (baseline) {
    lines.push(
      `  baseline       ${baseline.kilobytesEach.toFixed(1)} KB each, ${baseline.joinsPerSecond.toFixed(0)} ` +
        `joins/s: ${baseline.name}`,
      `  ratio          ${ratio.kilobytesEach.toFixed(1)} times its memory, ${ratio.joinsPerSecond.toFixed(2)} ` +
        `times its joins/s`,
    );
  }
  return lines.join('\n');
}
