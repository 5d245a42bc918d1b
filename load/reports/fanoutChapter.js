import { objectiveTable } from './objectiveTable.js';
import { figure, markdownTable } from './markdownTable.js';

/** @param {any[]} results of `load/bench fanout --json` @returns {string} */
export function fanoutChapter(results) {
  const besideStock = results.filter(({ objective }) => objective);
  const atFullSpeed = results.filter(({ atMost, baselines }) => atMost && baselines?.oneWriteEach);
  return [
    'Every message at every receiver is in the ledger; latencies count from the intended send time. One event carries all messages of a window,',
    'so a receiver gets as many WebSocket frames a second as there are events. Receivers of one event get it together: percentiles of deliveries rest',
    'on as many independent observations as there were events. The null server is this client against a server that only sends, with windows of the same',
    'size and rate: what is left above it is the chat.',
    results.every(({ client }) => client.boundBy) ? BOUND_BY_ITSELF : BOUND,
    ofSeveral(results),
    '',
    pacedTable(results),
    '',
    'At saturation, in the same runs: the chat with 1,000 messages in flight, and the same chat with its window switched off (`CHAT_WINDOW=off`, a plain',
    '`io.emit` a message on Node.js), embedded store, 8 messages in flight. Depth and store differ, and the ratio is of these two alone: it says',
    'nothing of the rates in the table above.',
    '',
    fullSpeedTable(atFullSpeed),
    '',
    ...(besideStock.length === 0
      ? []
      : [
          `At an equal objective, 95 of 100 deliveries within ${besideStock[0].objective.p95Ms} ms and none lost: the greatest rate of each, beside servers of others, taken as they come.`,
          'What stores nothing, or waits for no disk, has an advantage that its row names.',
          '',
          objectiveTable(besideStock),
          '',
        ]),
    ...results.map(
      (r) =>
        `- ${r.target}: \`load/bench fanout --target ${r.target} --receivers ${r.receivers} --rate ${r.rate} --seconds ${r.seconds}${r.audit.stored === null ? ' --no-store' : ''}${r.baselines ? '' : ' --no-baseline'}${r.runs ? ` --runs ${r.runs.length}` : ''}${r.objective ? ` --stock ${r.objective.names.join(',')}` : ''}\`; commit ${r.commit}; ${r.machine}; ${r.date}`,
    ),
    '',
  ].join('\n');
}

/** @param {any[]} results */
function pacedTable(results) {
  const head = [
    'target',
    'receivers',
    'messages/s',
    'messages an event',
    'events',
    'frames/s, all receivers',
    'deliveries/s',
    'delivery p50 / p95 / p99 ms',
    'p95 of all runs',
    'null server: p95 ms',
    'p95, times the null server’s',
    'ack p50 / p95 / p99 ms',
    'lost / duplicated / out of order',
    'store read',
    'server CPU',
    'database, its CPU',
    'client CPU',
  ];
  const rows = results.map((result) => {
    const { audit, baselines } = result;
    const floor = baselines?.floor?.delivery.p95;
    return [
      result.target,
      figure(result.receivers),
      figure(result.rate),
      figure(result.messagesPerEvent, 1),
      figure(audit.sent / result.messagesPerEvent),
      figure(result.deliveriesPerSecond / result.messagesPerEvent),
      figure(result.deliveriesPerSecond),
      audit.delivery ? percentiles(audit.delivery) : '–',
      audit.delivery ? spreadOf(result, ({ delivery }) => delivery.p95) : '–',
      floor ? figure(floor, 1) : '',
      floor ? figure(audit.delivery.p95 / floor, 1) : '',
      percentiles(audit.ack),
      `${audit.lost} / ${audit.duplicated} / ${audit.outOfOrder}`,
      audit.stored === null ? 'no' : `${figure(audit.stored)} stored`,
      `${figure(result.server.cpuCores * 100)} %`,
      database(result),
      clientCpu(result.client),
    ];
  });
  return markdownTable(head, rows);
}

/** @param {any[]} results @returns {string} how several runs became one row: data saved before medians were taken are of one run */
const ofSeveral = (results) =>
  results.every(({ runs, medians }) => !runs || medians)
    ? 'Of several runs (`--runs`) each figure is its own median, a fault the most that any had; the least and the greatest of all stand beside it.'
    : 'Of several runs (`--runs`) the one with the middle p95 stands here; the least and the greatest of all stand beside it.';

/** @param {any[]} results with baselines */
function fullSpeedTable(results) {
  const head = [
    'target',
    'receivers',
    'deliveries/s',
    'messages an event',
    'frames/s, all receivers',
    'window off: deliveries/s',
    'messages an event',
    'ratio',
    'client at most',
    'its messages an event',
  ];
  const rows = results.map((result) => {
    const { atMost, baselines, receivers, target } = result;
    const { oneWriteEach, client } = baselines;
    return [
      `${target}, ${figure(result.rate)}/s`,
      figure(receivers),
      figure(atMost.deliveriesPerSecond) + bound(atMost.client),
      figure(atMost.messagesPerEvent, 1),
      figure(atMost.deliveriesPerSecond / atMost.messagesPerEvent),
      figure(oneWriteEach.deliveriesPerSecond) + bound(oneWriteEach.client),
      figure(oneWriteEach.messagesPerEvent, 1),
      ratio(result),
      figure(client.deliveriesPerSecond),
      client.messagesPerEvent === undefined ? 'of the paced run' : figure(client.messagesPerEvent, 1),
    ];
  });
  return markdownTable(
    head.map((name, place) => (place === 0 ? 'target, of the run at' : name)),
    rows,
  );
}

/** @param {{p50: number, p95: number, p99: number}} latencies */
const percentiles = ({ p50, p95, p99 }) => `${figure(p50, 1)} / ${figure(p95, 1)} / ${figure(p99, 1)}`;

/** @param {any[]} results of `load/bench connections --json` @returns {string} */
export function connectionsChapter(results) {
  const rows = results.map((result) => [
    result.target,
    figure(result.receivers),
    figure(result.failed + result.ends.length),
    figure(result.kilobytesEach, 1),
    figure(result.joinsPerSecond),
    figure(result.wireMegabytes, 2),
    result.baseline ? figure(result.baseline.kilobytesEach, 1) : '',
    clientCpu(result.client),
  ]);
  const head = [
    'target',
    'joined',
    'failed or broken',
    'KB resident each',
    'joins/s',
    'MB on the wire, all joins',
    'null server: KB each',
    'client CPU',
  ];
  return [
    markdownTable(head, rows),
    '',
    ...results.map(
      (r) =>
        `- ${r.target}: \`load/bench connections --target ${r.target} --receivers ${r.receivers}${r.baseline ? '' : ' --no-baseline'}\`; commit ${r.commit}; ${r.machine}; ${r.date}`,
    ),
    '',
  ].join('\n');
}

/** @param {any[]} results of `load/bench empty --json` @returns {string} */
export function emptyChapter(results) {
  const rows = results.flatMap((result) =>
    result.rows.map((/** @type {any} */ row) => [
      result.target,
      figure(row.users),
      figure(row.server.requestsPerSecond) + (row.clientBound ? ' (bound)' : ''),
      figure(row.baseline.requestsPerSecond) + (row.baselineClientBound ? ' (bound)' : ''),
      figure(row.ratio, 2) + spread(row.ratioOfTurns),
      figure(row.server.cpuMicroseconds),
      figure(row.cpuRatio, 2),
      figure(row.canned.requestsPerSecond),
      figure(row.server.failed),
    ]),
  );
  const head = [
    'target',
    'users',
    'requests/s',
    'bare node:http',
    'ratio',
    'CPU us a request',
    'ratio of CPU',
    'node:net, canned answer: requests/s',
    'failed',
  ];
  return [
    'Where ab kept its cores busy the figure is marked *(bound)*: the server may answer more, and the ratio says little. In brackets the least',
    'and the greatest ratio of the turns that the two servers took.',
    '',
    markdownTable(head, rows),
    '',
    ...results.map(
      (r) =>
        `- ${r.target}: \`load/bench empty --target ${r.target}\`; commit ${r.commit}; ${r.machine}; ${r.date}. ` +
        `The way of a request: ${r.codePath}.`,
    ),
    '',
  ].join('\n');
}

const BOUND_BY_ITSELF =
  'A client that was busy for more than 90 % of a core, or late itself, is marked *(bound)*: its own queue is in the figure, the server may do more. Where it was\nthe baseline that was measured so, the ratio may be too high.';

// Of data saved before lateness was looked at.
const BOUND =
  'A client that was busy for more than 90 % of a core is marked *(bound)*: its own queue is in the figure, the server may do more. Where it was\nthe baseline that was measured so, the ratio may be too high.';

/** @param {{bound: boolean}} client @returns {string} */
const bound = (client) => (client.bound ? ' (bound)' : '');

/** @param {{cpuCores: number, bound: boolean}} client @returns {string} */
const clientCpu = (client) => `${figure(client.cpuCores * 100)} %${bound(client)}`;

/** @param {{min: number, max: number} | undefined} turns absent where it was not saved @returns {string} */
const spread = (turns) => (turns ? ` (${figure(turns.min, 2)} to ${figure(turns.max, 2)})` : '');

/** @param {any} result @returns {string} */
function ratio(result) {
  if (!result.ratio) return '';
  const all = spreadOf(result, (run) => run.ratio);
  return `${figure(result.ratio, 1)} times${all && ` (${all})`}${bound(result.baselines.oneWriteEach.client)}`;
}

/** @param {any} result @param {(run: any) => number} of @returns {string} empty where there was one run */
function spreadOf({ runs }, of) {
  if (!runs) return '';
  const all = runs.map(of);
  return `${figure(Math.min(...all), 1)} to ${figure(Math.max(...all), 1)}`;
}

/** @param {any} result whose parts are all of the installation, idle ones too @returns {string} */
function database({ database: name, parts: { mongo, mariadb } }) {
  const cores = Math.max(mongo?.cpuCores ?? 0, mariadb?.cpuCores ?? 0);
  return mongo || mariadb ? [name, `${figure(cores * 100)} %`].filter(Boolean).join(', ') : '';
}
