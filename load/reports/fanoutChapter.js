import { figure, markdownTable } from './markdownTable.js';

/** @param {any[]} results of `load/bench fanout --json` @returns {string} */
export function fanoutChapter(results) {
  const rows = results.map((result) => [
    result.target,
    figure(result.receivers),
    figure(result.rate),
    figure(result.deliveriesPerSecond),
    `${figure(result.audit.delivery.p50, 1)} / ${figure(result.audit.delivery.p95, 1)} / ${figure(result.audit.delivery.p99, 1)}`,
    `${figure(result.audit.ack.p50, 1)} / ${figure(result.audit.ack.p95, 1)} / ${figure(result.audit.ack.p99, 1)}`,
    `${result.audit.lost} / ${result.audit.duplicated} / ${result.audit.outOfOrder}`,
    `${figure(result.server.cpuCores * 100)} %`,
    `${figure(result.client.cpuCores * 100)} %${result.client.bound ? ' (bound)' : ''}`,
    result.baselines ? figure(result.baselines.oneWriteEach.deliveriesPerSecond) : '',
    result.ratio ? `${figure(result.ratio, 1)} times` : '',
    result.baselines ? figure(result.baselines.client.deliveriesPerSecond) : '',
    result.baselines?.floor ? figure(result.baselines.floor.delivery.p95, 1) : '',
  ]);
  const head = [
    'target',
    'receivers',
    'messages/s',
    'deliveries/s',
    'delivery p50 / p95 / p99 ms',
    'ack p50 / p95 / p99 ms',
    'lost / duplicated / out of order',
    'server CPU',
    'client CPU',
    'one write each: deliveries/s',
    'ratio',
    'client at most',
    'null server: p95 ms',
  ];
  return [
    'Every message at every receiver is in the ledger; latencies count from the intended send time. The baseline is the same chat with',
    'its window switched off, measured in the same run; *client at most* is what this client takes from a server that\nonly sends; its p95 is with windows of the same size and rate.',
    '',
    markdownTable(head, rows),
    '',
    ...results.map(
      (r) =>
        `- ${r.target}: \`load/bench fanout --target ${r.target} --receivers ${r.receivers} --rate ${r.rate} --seconds ${r.seconds}\`; commit ${r.commit}; ${r.machine}; ${r.date}`,
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
    `${figure(result.client.cpuCores * 100)} %`,
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
        `- ${r.target}: \`load/bench connections --target ${r.target} --receivers ${r.receivers}\`; commit ${r.commit}; ${r.machine}; ${r.date}`,
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
      figure(row.server.requestsPerSecond),
      figure(row.baseline.requestsPerSecond),
      figure(row.ratio, 2),
      figure(row.server.cpuMicroseconds),
      figure(row.cpuRatio, 2),
      figure(row.ceiling.requestsPerSecond),
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
    'canned answer: requests/s',
    'failed',
  ];
  return [
    markdownTable(head, rows),
    '',
    ...results.map(
      (r) => `- ${r.target}: \`load/bench empty --target ${r.target}\`; commit ${r.commit}; ${r.machine}; ${r.date}`,
    ),
    '',
  ].join('\n');
}
