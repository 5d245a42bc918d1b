import { minuteOf } from '../runRecord/minuteOf.js';

/**
 * One row of the tables: the study's columns, then what went wrong.
 * @typedef {object} FloodRow
 * @property {string} server @property {number} users
 * @property {number} requests 2xx
 * @property {number} requests_per_s 2xx
 * @property {number} cpu_percent of one core, so two busy cores are 200
 * @property {number} ram_mb of the server's processes at their highest, pages that they share counted once
 * @property {number} rss_mb the same, counted in each process
 * @property {number} p50 ms @property {number} p95 ms @property {number} p99 ms
 * @property {number} empty connections closed without an answer
 * @property {number} other_codes @property {number} refused @property {number} reset @property {number} timeouts @property {number} exceptions
 * @property {number} ab_processes @property {number} ab_cpu_percent of one core, all ab processes together
 * @property {string[]} notes what the reader has to know of this row
 * @property {boolean} fresh the server was started for this level alone
 * @property {string} command @property {string} commit of the client @property {string | null} server_commit @property {string} machine @property {string} date
 */

/** @param {ReturnType<typeof import('./floodRecord.js').floodRecord>} record @returns {FloodRow} */
export function rowOf({ command, startedAt, plan, client, server, counts, latencies, notes }) {
  const { cpuCores, rssMb, pssMb } = server.parts.server;
  const { p50, p95, p99 } = latencies.request;
  return {
    server: plan.target,
    users: plan.users,
    requests: counts.requests,
    requests_per_s: round(counts.requestsPerSecond, 1),
    cpu_percent: round(cpuCores * 100, 1),
    ram_mb: round(pssMb ?? 0, 1),
    rss_mb: round(rssMb ?? 0, 1),
    p50: Math.round(p50),
    p95: Math.round(p95),
    p99: Math.round(p99),
    empty: counts.empty,
    other_codes: counts.otherCodes,
    refused: counts.refused,
    reset: counts.reset,
    timeouts: counts.timeouts,
    exceptions: counts.exceptions,
    ab_processes: client.processes,
    ab_cpu_percent: round(client.cpuCores * 100, 1),
    notes,
    fresh: server.fresh,
    command,
    commit: client.commit,
    server_commit: server.commit,
    machine: client.machine,
    date: `${minuteOf(startedAt)} UTC`,
  };
}

/** @param {FloodRow} row @returns {number} requests that got no 2xx */
export const failuresOf = (row) =>
  (row.empty ?? 0) + row.other_codes + row.refused + row.reset + row.timeouts + row.exceptions;

/** @param {number} value @param {number} digits */
const round = (value, digits) => Number(value.toFixed(digits));
