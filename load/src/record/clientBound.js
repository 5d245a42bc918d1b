import os from 'node:os';
import { sendLateness } from '../ledger/sendLateness.js';
import { usagesOf } from '../machine/usage.js';

/** @import { ClientUsage } from '../machine/clientWatch.js' */
/** @import { ClientResult, RunRecord } from './runRecord.js' */
/** @import { Ledger } from '../ledger/ledger.js' */
/** @import { Server } from '../server/openServer.js' */
/** @import { Sample } from '../machine/sampler.js' */

/**
 * Tells whether the load client, or the machine that both share, limited a figure (docs/method.md, "Client-bound").
 */

// Above this a single-threaded process is so busy that its own queue is part of every latency.
const BUSY_CORES = 0.9;
// Any process may wait for a core on a machine with a greater share of its cores busy.
const FULL_SHARE = 0.9;
// The client's part of a latency must stay below this share; a few ms are unavoidable.
const SHARE = 0.25;
const LEAST_MS = 5;

/**
 * Judges a client of ours by how busy it was, how late it sent, and how late its event loop ran.
 * @param {ClientUsage & {sendLatenessP95: number, ackP95: number}} usage times in ms
 * @returns {string[]} the client's limits; [] if it kept up
 */
export function clientBoundBy({ cpuCores, loopDelayP99Ms, sendLatenessP95, ackP95 }) {
  const isTooLong = (/** @type {number} */ ms) => ms > Math.max(LEAST_MS, SHARE * ackP95);
  return [
    cpuCores > BUSY_CORES && 'CPU',
    isTooLong(sendLatenessP95) && 'late sends',
    isTooLong(loopDelayP99Ms) && 'loop delay',
  ].filter((limit) => limit !== false);
}

/**
 * @param {Ledger} ledger @param {ClientUsage} use the process's use while it sent
 * @returns {ClientResult} a load client's process, as it stands in a record
 */
export function clientResult(ledger, use) {
  const sendLatenessP95 = sendLateness(Object.fromEntries(ledger.messages)).percentile(95);
  const boundBy = clientBoundBy({ ...use, sendLatenessP95, ackP95: ledger.ack.percentile(95) });
  return { ...use, boundBy };
}

/**
 * Judges a load program. It was the limit if each of its threads kept a core busy. If the whole machine was busy, the
 * limit was the program or the server, whichever had more of the cores.
 * @param {{name: string, cpuCores: number, threads: number}} program cpuCores: how many cores it kept busy
 * @param {number} serverCores how many cores the server and its database kept busy
 * @param {number} [cores] the machine's
 * @returns {{boundBy: string[], notes: string[]}} properties of a record
 */
export function programBound({ name, cpuCores, threads }, serverCores, cores = os.availableParallelism()) {
  if (cpuCores > BUSY_CORES * threads)
    return { boundBy: ['CPU'], notes: [`${name} was busy throughout: the server may answer more`] };
  if (!isFull(cpuCores + serverCores, cores)) return { boundBy: [], notes: [] };
  const fullCores = `of the ${cores} cores, which were full:`;
  return cpuCores < serverCores
    ? { boundBy: [], notes: [`the server had ${serverCores.toFixed(1)} ${fullCores} on more it may answer more`] }
    : { boundBy: ['CPU'], notes: [`${name} took ${cpuCores.toFixed(1)} ${fullCores} the server may answer more`] };
}

/**
 * @param {Parameters<typeof programBound>[0]} program
 * @param {Pick<Server, 'pidsByPart'>} server
 * @param {{samples: Sample[], startAt: number, seconds: number}} run
 * @returns {{client: ClientResult, notes: string[]}} properties of a record
 */
export function programResult(program, { pidsByPart }, { samples, ...run }) {
  const usages = usagesOf(samples, { ...run, parts: Object.keys(pidsByPart), serverParts: [] });
  const { boundBy, notes } = programBound(program, busyCores(usages));
  return { client: { cpuCores: program.cpuCores, boundBy }, notes };
}

/**
 * @param {Pick<RunRecord, 'client' | 'server'>} run
 * @param {number} [cores] the machine's
 * @returns {string[]} the limits of the run's client and of the machine, as `boundBy` names them
 */
export function limitsOf({ client, server }, cores = os.availableParallelism()) {
  const busy = busyCores(server.parts) + client.cpuCores;
  return [...client.boundBy, ...(isFull(busy, cores) ? [`machine: ${busy.toFixed(1)} of ${cores} cores busy`] : [])];
}

/** @param {number} busy cores that servers, databases and load client kept busy @param {number} cores the machine's */
const isFull = (busy, cores) => busy > FULL_SHARE * cores;

/**
 * @param {Record<string, {cpuCores: number}>} usages result of usagesOf
 * @returns {number} cores that all parts kept busy, databases among them
 */
function busyCores({ server, ...parts }) {
  const usages = Object.values(parts);
  return (usages.length > 0 || !server ? usages : [server]).reduce((sum, { cpuCores }) => sum + cpuCores, 0);
}
