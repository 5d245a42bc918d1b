import { agentText } from '../agents/agentText.js';
import { failedVerdicts } from '../runRecord/verdict.js';

/** Head of the lines that the command prints. */
export const HEAD =
  'users  rate/s     sent   ack/s  error %  (refused  no ack  lost)   ack p50    p95    p99 ms   delivery p50    p95    p99 ms   server CPU %  MB   database CPU %   client CPU %  late p95 ms';

/** @param {ReturnType<typeof import('../runRecord/chatRecord.js').chatRecord>} record @returns {string} */
export function levelLine({ plan, counts, latencies, server, client, verdicts, errors, notes: known = [] }) {
  const { ack, delivery, sendLateness } = latencies;
  const parts = /** @type {Record<string, {cpuCores: number, pssMb: number | null}>} */ (server.parts);
  const database = parts.mongo ?? parts.mariadb;
  const percent = (/** @type {{cpuCores: number} | undefined} */ used) =>
    used ? (used.cpuCores * 100).toFixed(0) : '-';
  /** @type {Array<[string | number, number]>} */
  const cells = [
    [plan.users, 5],
    [Number(plan.rate.toFixed(1)), 8],
    [counts.sent, 9],
    [counts.acknowledgedPerSecond.toFixed(1), 8],
    [counts.errorPercent.toFixed(2), 9],
    [counts.refused, 11],
    [counts.noAck, 8],
    [counts.lost, 6],
    [ack.p50.toFixed(1), 11],
    [ack.p95.toFixed(1), 7],
    [ack.p99.toFixed(1), 7],
    [delivery?.p50.toFixed(1) ?? '-', 18],
    [delivery?.p95.toFixed(1) ?? '-', 7],
    [delivery?.p99.toFixed(1) ?? '-', 7],
    [percent(parts.server), 18],
    [parts.server?.pssMb?.toFixed(0) ?? '-', 4],
    [percent(database), 17],
    [percent(client), 15],
    [sendLateness.p95.toFixed(1), 13],
  ];
  const trouble = failedVerdicts({ verdicts }).map(({ name, value }) =>
    name === 'lost deliveries' ? lostText(counts) : `${name}: ${value}`,
  );
  const codes = Object.entries(errors).map(([code, times]) => `${times} x ${code}`);
  const notes = [
    ...trouble,
    ...codes,
    ...known,
    ...(client.agents ?? []).map(agentText),
    ...(client.bound ? [`CLIENT-BOUND by ${client.boundBy.join(', ')}`] : []),
  ];
  return (
    cells.map(([value, width]) => String(value).padStart(width)).join('') +
    notes.map((note) => `\n        ${note}`).join('')
  );
}

/**
 * @param {{lostDeliveries: number, lost: number, lostWithoutAck: number}} counts
 * @returns {string} under which column they are
 */
const lostText = ({ lostDeliveries, lost, lostWithoutAck }) =>
  [
    `lost deliveries, one for each receiver: ${lostDeliveries}`,
    `of ${lost} messages acknowledged in time (counted under lost)`,
    `and of ${lostWithoutAck} that were not (under refused or no ack)`,
  ].join(', ');
