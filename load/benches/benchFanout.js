import path from 'node:path';
import { chatRecord } from '../runRecord/chatRecord.js';
import { descriptorLimit } from '../runRecord/clientFacts.js';
import { saveRecord } from '../runRecord/saveRecord.js';
import { serverFacts } from '../runRecord/serverFacts.js';
import { measureClientCeiling, measureLatencyFloor } from './clientCeiling.js';
import { runFanout } from './fanout.js';
import { provenance } from '../provenance.js';
import { measureOneWriteEach } from './oneWriteEach.js';
import { positiveNumber, typedCommand } from '../commandLine.js';
import { knownTarget } from '../targets/targets.js';
import { medianRun } from './medianRun.js';
import { agentAddresses } from '../agents/addresses.js';
import { agentText } from '../agents/agentText.js';
import { besideStock, objectiveLines, stockNames } from './besideStock.js';
import { findServer } from './server.js';
import { getSessions } from './sessions.js';

// Saturation: so many messages that not everybody has yet. More only queue.
const IN_FLIGHT = 1000;
const AT_MOST_SECONDS = 4;
// So many faults are named; the counts are of all.
const NAMED = 20;

/** @param {Record<string, any>} values @param {(line: string) => void} say */
export async function benchFanout(values, say) {
  const receivers = positiveNumber('receivers', values.receivers ?? '500', { whole: true });
  const rate = positiveNumber('rate', values.rate ?? '200');
  const seconds = positiveNumber('seconds', values.seconds ?? '10');
  const times = positiveNumber('runs', values.runs ?? '1', { whole: true });
  const stock = stockNames(values.stock);
  const agents = values.agents ? agentAddresses(values.agents) : null;
  const { target, pids, parts, database, seed } = await findServer(values);
  const sessions = await getSessions(target.url, receivers, { file: seed, say });

  const runs = [];
  for (let run = 1; run <= times; run++) {
    if (times > 1) say(`Run ${run} of ${times}:`);
    const plan = { target, sessions, rate, seconds, pids, parts, store: !values['no-store'], agents, say };
    const measured = await runFanout(plan);
    if (values.records) await keepRecord(values, { target, database, pids, parts, measured, run });
    // Baselines are taken by one process of this machine: nothing to put beside several hosts.
    if (values['no-baseline'] || agents || !isOurs(target.name)) {
      runs.push(asResult(target, database, measured));
      continue;
    }
    say('Saturation ...');
    const atMost = await runFanout({
      target,
      sessions,
      inFlight: IN_FLIGHT,
      seconds: AT_MOST_SECONDS,
      pids,
      parts,
      say,
    });
    const baselines = await measureBaselines(target, { ...measured, fullSpeed: atMost.messagesPerEvent }, say);
    runs.push(asResult(target, database, measured, { atMost, baselines }));
  }
  const { result: measured, failed } = medianRun(runs);
  const beside =
    stock.length === 0
      ? {}
      : { objective: await besideStock({ target, sessions, pids, seconds, from: rate, stock, say }) };
  const result = { ...measured, ...beside };
  return { result, text: describe(result), failed };
}

/**
 * @param {Record<string, any>} values of the command line
 * @param {{target: import('./wire/meaning.js').Target, database: string | null, pids: number[], parts: Record<string,
 *   number>, measured: import('./fanout.js').FanoutResult, run: number}} what
 */
async function keepRecord({ records }, { target, database, pids, parts, measured, run }) {
  const { receivers, notJoined, rate, seconds, seen } = measured;
  const users = receivers + notJoined;
  const names = [...(pids.length > 0 ? ['server'] : []), ...Object.keys(parts)];
  const record = chatRecord({
    kind: 'fanout',
    command: typedCommand('load/bench'),
    plan: { target: target.name, users, rate, seconds, repetition: run },
    client: 'raw',
    processes: seen.agents?.length ?? 1,
    server: { ...(await serverFacts(target.url)), database, fresh: false, descriptors: descriptorLimit(pids[0] ?? 0) },
    parts: names,
    serverParts: names.slice(0, 1),
    seen,
  });
  saveRecord(path.join(records, `fanout-${target.name}-${users}-${rate}-${run}.json`), record);
}

/**
 * @param {import('./wire/meaning.js').Target} target
 * @param {string | null} database
 * @param {import('./fanout.js').FanoutResult} measured
 * @param {{atMost: import('./fanout.js').FanoutResult, baselines: Awaited<ReturnType<typeof measureBaselines>>}}
 *   [beside]
 */
function asResult(target, database, measured, beside) {
  // What the record is made of is large, and in the record.
  const figures = { ...measured, seen: undefined };
  const { faults, ...audit } = measured.audit;
  const { agents, clocksApart } = measured.seen;
  const failed =
    hasFaults(measured) || measured.storeUnread !== null || (beside !== undefined && hasFaults(beside.atMost));
  const result = {
    bench: 'fanout',
    target: target.name,
    url: target.url,
    database,
    ...provenance(),
    ...figures,
    audit: clocksApart ? { ...audit, delivery: null } : audit,
    ...(agents && { agents, clocksApart }),
    faults: faults.slice(0, NAMED),
    ...(beside && {
      atMost: shortOf(beside.atMost),
      baselines: beside.baselines,
      ratio: beside.atMost.deliveriesPerSecond / beside.baselines.oneWriteEach.deliveriesPerSecond,
      shareOfClientCeiling: beside.atMost.deliveriesPerSecond / beside.baselines.client.deliveriesPerSecond,
    }),
  };
  return { result, failed };
}

/** @param {import('./fanout.js').FanoutResult} measured */
const hasFaults = ({ audit, ends, notJoined }) =>
  audit.lost + audit.duplicated + audit.outOfOrder + audit.wrongIds + audit.altered + audit.falseAcks > 0 ||
  notJoined + ends.length + errorsOf(audit) > 0;

/** @param {import('./fanout.js').FanoutResult} measured */
const shortOf = ({ deliveriesPerSecond, messagesPerEvent, server, client, audit }) => ({
  inFlight: IN_FLIGHT,
  deliveriesPerSecond,
  messagesPerEvent,
  server,
  client,
  lost: audit.lost,
  duplicated: audit.duplicated,
  outOfOrder: audit.outOfOrder,
  errors: audit.errors,
});

/**
 * @param {import('./wire/meaning.js').Target} target
 * @param {{receivers: number, messagesPerEvent: number, rate: number, fullSpeed: number}} measured fullSpeed: messages
 *   an event there
 * @param {(line: string) => void} say
 */
async function measureBaselines(target, { receivers, messagesPerEvent, rate, fullSpeed }, say) {
  say('Baseline: one write per message and receiver ...');
  const oneWriteEach = await measureOneWriteEach({ name: target.name, receivers, say });
  say('Baseline: what this client can take at most ...');
  // Each at the size of events that it is compared with.
  const { wire } = target;
  const client = await measureClientCeiling({ wire, receivers, messagesPerEvent: fullSpeed });
  const floor = await measureLatencyFloor({ wire, receivers, messagesPerEvent, rate });
  return { oneWriteEach, client, floor };
}

/**
 * The baseline is the same chat with its window off: of a server that is none of this repository there is none.
 * @param {string} name
 */
const isOurs = (name) => knownTarget(name) !== undefined;

/** @param {{errors: Record<string, number>}} audit */
const errorsOf = ({ errors }) => Object.values(errors).reduce((sum, times) => sum + times, 0);

/** @param {any} result @returns {string} */
function describe(result) {
  const { audit, server, client, parts, baselines } = result;
  const round = (/** @type {number} */ value) => Math.round(value).toLocaleString('en').replaceAll(',', ' ');
  const percent = (/** @type {number} */ cores) => `${Math.round(cores * 100)} % of a core`;
  const ms = (/** @type {any} */ { p50, p95, p99 }) =>
    `p50 ${p50.toFixed(1)}  p95 ${p95.toFixed(1)}  p99 ${p99.toFixed(1)} ms`;
  const lines = [
    `fanout ${result.target}${result.database ? `, ${result.database}` : ''}: ${result.receivers} receivers, ` +
      `${result.rate} messages/s, ${result.seconds} s (${result.commit}, ${result.machine}, ${result.date})`,
    `  deliveries     ${round(result.deliveriesPerSecond)}/s, ${result.messagesPerEvent.toFixed(1)} messages an ` +
      `event`,
    `  delivery       ${audit.delivery ? `${ms(audit.delivery)} from the intended send time` : result.clocksApart}`,
    `  ack            ${ms(audit.ack)}`,
    `  ledger         ${round(audit.sent)} sent, ${round(audit.acked)} acknowledged, ` +
      `${audit.stored === null ? 'store not read' : `${round(audit.stored)} stored`}, ${round(audit.delivered)} ` +
      `of ${round(audit.expected)} delivered, ` +
      `${audit.lost} lost, ${audit.duplicated} duplicated, ${audit.outOfOrder} out of order, ${audit.wrongIds} ` +
      `under a wrong id, ${audit.altered} altered, ${audit.falseAcks} falsely acknowledged`,
    server && `  server         ${percent(server.cpuCores)}, ${round(server.rssMb)} MB resident`,
    ...Object.entries(parts).map(
      ([name, load]) => `  ${name.padEnd(14)} ${percent(load.cpuCores)}, ${round(load.rssMb)} MB resident`,
    ),
    `  this client    ${percent(client.cpuCores)}` +
      (client.bound ? `: CLIENT-BOUND by ${client.boundBy.join(', ')}, these figures are the client’s` : ''),
    ...(result.agents ?? []).map((/** @type {any} */ agent) => `                 ${agentText(agent)}`),
    ...Object.entries(audit.errors).map(([code, times]) => `  error          ${times} x ${code}`),
    result.notJoined > 0 && `  not joined     ${result.notJoined}`,
    result.storeUnread && `  store          not read: ${result.storeUnread}`,
    ...[...new Set(result.ends)].map((reason) => `  broken         ${reason}`),
    ...result.faults.map(
      (/** @type {any} */ f) =>
        `  fault          ${f.kind}: message ${f.id} at ` +
        `${f.receiver ?? 'the store'}${f.receivers ? ` and ${f.receivers - 1} others that had the same` : ''}`,
    ),
  ];
  if (baselines) {
    const { oneWriteEach, client: ceiling } = baselines;
    const { atMost } = result;
    lines.push(
      `  saturation     ${round(atMost.deliveriesPerSecond)}/s, ${atMost.messagesPerEvent.toFixed(1)} messages ` +
        `an event: ${atMost.inFlight} messages in flight`,
      `                 ${atMost.lost} lost, ${atMost.duplicated} duplicated, ${atMost.outOfOrder} out of order`,
      ...Object.entries(atMost.errors).map(([code, times]) => `                 ${times} x ${code}`),
      `                 ${atMost.server ? `server ${percent(atMost.server.cpuCores)}, ` : ''}client ` +
        `${percent(atMost.client.cpuCores)}`,
      `  baseline       ${round(oneWriteEach.deliveriesPerSecond)}/s: ${oneWriteEach.baseline}`,
      `                 client ${percent(oneWriteEach.client.cpuCores)}` +
        (oneWriteEach.client.bound ? ': CLIENT-BOUND, the baseline may be faster' : ''),
      ...(oneWriteEach.messagesPerEvent > 1.1
        ? [
            `                 it gathered ${oneWriteEach.messagesPerEvent.toFixed(1)} messages an event, so the ` +
              `ratio understates`,
          ]
        : []),
      `  latency floor  ${ms(baselines.floor.delivery)}: ${baselines.floor.baseline}`,
      `  client at most ${round(ceiling.deliveriesPerSecond)}/s: ${ceiling.baseline}`,
      `  ratio          ${result.ratio.toFixed(1)} times one write per message and receiver, each at saturation`,
    );
  }
  if (result.objective) lines.push(...objectiveLines(result.objective));
  if (result.runs && audit.delivery) {
    const p95 = result.runs.map((/** @type {any} */ { delivery }) => delivery.p95.toFixed(1)).join(', ');
    lines.push(`  runs           p95 ${p95} ms: above are the medians, each of its own figure`);
  }
  return lines.filter(Boolean).join('\n');
}
