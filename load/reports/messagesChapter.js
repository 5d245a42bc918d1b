import { minuteOf } from '../runRecord/minuteOf.js';
import { knownTarget } from '../targets/targets.js';
import { figure, markdownTable } from './markdownTable.js';
import { studyByUsers } from './readStudy.js';

/**
 * @typedef {ReturnType<typeof import('../studyTables/messagesData.js').messagesData>[number]} MessagesData
 * @typedef {MessagesData['rows'][number]} Row
 */

/** @param {MessagesData} data @returns {string} the study's columns beside ours */
export function messagesTable({ target, rows }) {
  const theirs = studyByUsers('message-test', knownTarget(target)?.study.server);
  const head = [
    'users',
    'messages/s each',
    'messages',
    'acknowledged in 5 s, /s',
    'error %',
    'refused / no ack in 5 s / lost',
    'ack p50 / p95 / p99 ms',
    'delivery p50 / p95 / p99 ms',
    'server CPU %',
    'server MB',
    'database CPU %',
    'client CPU %',
    'sent late p95 ms',
    'Artillery: ack p95 ms, error %',
    'study: messages',
    'messages/s',
    'error %',
    'CPU %',
  ];
  const raw = rows.filter(({ client }) => client === 'raw');
  const body = raw.map((row) => {
    const study = /** @type {any} */ (theirs.get(row.users));
    const artillery = rows.find(({ client, users }) => client === 'artillery' && users === row.users);
    return [
      figure(row.users),
      figure(row.ratePerUser, row.ratePerUser % 1 === 0 ? 0 : 1),
      of(row, 'sent'),
      of(row, 'acknowledgedPerSecond', 1),
      of(row, 'errorPercent', 2),
      ['refused', 'noAck', 'lost'].map((name) => figure(row.metrics[name].median)).join(' / '),
      percentiles(row, 'ack'),
      percentiles(row, 'delivery'),
      of(row, 'serverCpuPercent'),
      of(row, 'serverMb'),
      of(row, 'databaseCpuPercent'),
      of(row, 'clientCpuPercent') + (row.bound > 0 ? ' (bound)' : ''),
      of(row, 'lateP95', 1),
      artillery ? besideArtillery(row, artillery) : '',
      ...(study
        ? [
            figure(study.messages),
            figure(study.messages_per_s, 1),
            figure(study.error_percent, 1),
            figure(study.cpu_percent),
          ]
        : ['', '', '', '']),
    ];
  });
  return markdownTable(head, body, { left: [] });
}

/** @param {MessagesData} data @returns {string} a chapter of docs/results.md */
export function messagesChapter(data) {
  const known = knownTarget(data.target);
  const [first] = data.rows;
  const bound = data.rows.filter((row) => row.bound > 0);
  const [from] = data.rows.map((row) => row.from).sort();
  const [to] = data.rows
    .map((row) => row.to)
    .sort()
    .reverse();
  const list = (/** @type {(row: Row) => string} */ what) => [...new Set(data.rows.map(what))].join(', ');
  return [
    `### ${data.title} (\`${data.target}\`)`,
    '',
    messagesTable(data),
    '',
    `The way of a message: ${data.codePath}.`,
    ...bound.map(
      (row) =>
        `At ${figure(row.users)} users the ${row.client} client was bound by ${row.boundBy.join(', ')} in ${row.bound} of ${row.repetitions} runs: its own lateness is in the latencies.`,
    ),
    ...(known ? [`The study's columns: ${known.study.messages}.`] : []),
    '',
    `${list(({ command }) => `\`${command.replace(/--users \d+/, '--users N')}\``)}; commit ${list(({ commit }) => commit)}, of the server ${list(({ serverCommit }) => serverCommit)}; ` +
      `${first.runtime ?? 'runtime not told'}, ${first.database ?? 'embedded store'}; ${first.machine}; ${minuteOf(from)} UTC to ${minuteOf(to)} UTC.`,
    '',
  ].join('\n');
}

/** @param {Row} row @param {string} name @param {number} [digits] @returns {string} the median, with the least and the greatest where there were several */
function of({ metrics, repetitions }, name, digits = 0) {
  const spread = metrics[name];
  if (!spread) return '';
  const all = repetitions > 1 && spread.least !== spread.greatest;
  return (
    figure(spread.median, digits) +
    (all ? ` (${figure(spread.least, digits)} to ${figure(spread.greatest, digits)})` : '')
  );
}

/** @param {Row} row @param {'ack' | 'delivery'} name */
const percentiles = (row, name) => ['P50', 'P95', 'P99'].map((p) => of(row, `${name}${p}`, 1)).join(' / ');

// Two clients agree where neither sees twice what the other does; a few ms no machine is free of.
const TWICE = 2;
const APART_MS = 5;

/** @param {Row} raw @param {Row} artillery @returns {string} what it measured, and whether that is the same */
function besideArtillery(raw, artillery) {
  const [mine, theirs] = [raw.metrics.ackP95.median, artillery.metrics.ackP95.median];
  const apart = Math.abs(mine - theirs) > APART_MS && Math.max(mine, theirs) > TWICE * Math.min(mine, theirs);
  const same = !apart && raw.metrics.errorPercent.median === artillery.metrics.errorPercent.median;
  const bound = [raw, artillery].filter((row) => row.bound > 0);
  // Not bound, a client still takes what it takes from the cores that the server has too.
  const cpu = figure(artillery.metrics.clientCpuPercent.median);
  const why =
    bound.map(({ client, boundBy }) => `${client} bound by ${boundBy.join(', ')}`).join('; ') ||
    `neither was bound, and its client took ${cpu} % of a core beside the server`;
  return `${figure(theirs, 1)}, ${figure(artillery.metrics.errorPercent.median, 2)}: ${same ? 'agrees' : `differs, ${why}`}`;
}
