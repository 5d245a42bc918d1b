import os from 'node:os';
import { ProcessTree, TreeWatch } from '../machine/processTree.js';
import { runAb } from './ab.js';

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
 */

/**
 * @param {{name: string, url: string, pids: number[], holds: number | null}} target
 * @param {number} users @param {number} seconds
 * @returns {Promise<FloodRow>}
 */
export async function floodLevel(target, users, seconds) {
  const watch = new TreeWatch(new ProcessTree(target.pids));
  const flood = await runAb({ url: target.url, users, seconds });
  const { cpuCores, rssMb, pssMb } = watch.stop();
  const times = flood.times.summary();
  const notes = [...flood.deaths];
  if (target.holds !== null && users >= target.holds) {
    notes.push(`the server may hold ${target.holds} descriptors, so not all ${users} connections at once`);
  }
  const { abCores, processes } = flood;
  const busy = clientNote({ abCores, processes, serverCores: cpuCores, cores: os.availableParallelism() });
  if (busy !== null) notes.push(busy);
  if (flood.wrongLength > 0) notes.push(`${flood.wrongLength} answers differed in length`);
  if (flood.ok < users) notes.push(`at least ${users - flood.ok} of the users had no answer when the time was up`);
  return {
    server: target.name,
    users,
    requests: flood.ok,
    requests_per_s: round(flood.requestsPerSecond, 1),
    cpu_percent: round(cpuCores * 100, 1),
    ram_mb: round(pssMb, 1),
    rss_mb: round(rssMb, 1),
    p50: Math.round(times.p50),
    p95: Math.round(times.p95),
    p99: Math.round(times.p99),
    empty: flood.empty,
    other_codes: flood.otherCodes,
    refused: flood.refused,
    reset: flood.reset,
    timeouts: flood.timeouts,
    exceptions: flood.exceptions,
    ab_processes: flood.processes,
    ab_cpu_percent: round(flood.abCores * 100, 1),
    notes,
  };
}

// Above this share of what there is a processor counts as full.
const FULL = 0.9;

/**
 * Whether ab or the machine, and not the server, set the figure: its processes, of one thread each, were busy throughout, or together they
 * took the machine from a server that got less of it than they.
 * @param {{abCores: number, processes: number, serverCores: number, cores: number}} load cores kept busy, and cores there are
 * @returns {string | null} what the reader has to know
 */
export function clientNote({ abCores, processes, serverCores, cores }) {
  if (abCores > FULL * processes) return 'ab was busy throughout: the server may answer more';
  if (abCores + serverCores < FULL * cores) return null;
  if (abCores < serverCores)
    return `the server had ${serverCores.toFixed(1)} of the ${cores} cores, which were full: on more it may answer more`;
  return `ab took ${abCores.toFixed(1)} of the ${cores} cores, which were full: the server may answer more`;
}

/** @param {FloodRow} row @returns {number} requests that got no 2xx */
export const failuresOf = (row) =>
  (row.empty ?? 0) + row.other_codes + row.refused + row.reset + row.timeouts + row.exceptions;

/** @param {number} value @param {number} digits */
const round = (value, digits) => Number(value.toFixed(digits));
