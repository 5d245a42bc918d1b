import { figure, markdownTable } from './markdownTable.js';

/** @param {any[]} results of `load/bench fanout --json` @returns {string} */
export function fanoutChapter(results) {
  const rows = results.map((result) => [
    result.target,
    figure(result.receivers),
    figure(result.rate),
    figure(result.deliveriesPerSecond),
    `${figure(result.audit.delivery.p50, 1)} / ${figure(result.audit.delivery.p95, 1)} / ${figure(result.audit.delivery.p99, 1)}`,
    spreadOf(result, ({ delivery }) => delivery.p95),
    `${figure(result.audit.ack.p50, 1)} / ${figure(result.audit.ack.p95, 1)} / ${figure(result.audit.ack.p99, 1)}`,
    `${result.audit.lost} / ${result.audit.duplicated} / ${result.audit.outOfOrder}`,
    `${figure(result.server.cpuCores * 100)} %`,
    database(result),
    clientCpu(result.client),
    result.atMost ? figure(result.atMost.deliveriesPerSecond) + bound(result.atMost.client) : '',
    result.baselines
      ? figure(result.baselines.oneWriteEach.deliveriesPerSecond) + bound(result.baselines.oneWriteEach.client)
      : '',
    ratio(result),
    result.baselines ? figure(result.baselines.client.deliveriesPerSecond) : '',
    result.baselines?.floor ? figure(result.baselines.floor.delivery.p95, 1) : '',
  ]);
  const head = [
    'target',
    'receivers',
    'messages/s',
    'deliveries/s',
    'delivery p50 / p95 / p99 ms',
    'p95 of all runs',
    'ack p50 / p95 / p99 ms',
    'lost / duplicated / out of order',
    'server CPU',
    'database, its CPU',
    'client CPU',
    'as fast as it goes: deliveries/s',
    'one write each, as fast: deliveries/s',
    'ratio',
    'client at most',
    'null server: p95 ms',
  ];
  return [
    'Every message at every receiver is in the ledger; latencies count from the intended send time. The ratio is of the chat as fast as it goes',
    '(1,000 messages in flight) to the same chat with its window switched off, as fast as that goes, in the same run. *Client at most* is what this client',
    'takes from a server that only sends; its p95 is with windows of the same size and rate.',
    BOUND,
    'Of several runs (`--runs`) the one with the middle p95 stands here; the least and the greatest of all stand beside it.',
    '',
    markdownTable(head, rows),
    '',
    ...results.map(
      (r) =>
        `- ${r.target}: \`load/bench fanout --target ${r.target} --receivers ${r.receivers} --rate ${r.rate} --seconds ${r.seconds}${r.audit.stored === null ? ' --no-store' : ''}${r.baselines ? '' : ' --no-baseline'}${r.runs ? ` --runs ${r.runs.length}` : ''}\`; commit ${r.commit}; ${r.machine}; ${r.date}`,
    ),
    '',
  ].join('\n');
}

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
      (r) => `- ${r.target}: \`load/bench empty --target ${r.target}\`; commit ${r.commit}; ${r.machine}; ${r.date}`,
    ),
    '',
  ].join('\n');
}

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
