import os from 'node:os';
import { BUSY_CORES } from '../record/clientBound.js';
import { usagesOf } from '../sampler/usage.js';

/**
 * Decides whether the load program or the machine limited the figure: each thread of the program kept a core busy, or
 * the machine was full.
 * @param {{name: string, cpuCores: number, threads: number}} tool cpuCores: that it kept busy
 * @param {number} serverCores @param {number} [cores] there are
 * @returns {string | null} what the reader has to know
 */
export function toolBound({ name, cpuCores, threads }, serverCores, cores = os.availableParallelism()) {
  if (cpuCores > BUSY_CORES * threads) return `${name} was busy throughout: the server may answer more`;
  if (cpuCores + serverCores < BUSY_CORES * cores) return null;
  const full = `of the ${cores} cores, which were full:`;
  if (cpuCores < serverCores) return `the server had ${serverCores.toFixed(1)} ${full} on more it may answer more`;
  return `${name} took ${cpuCores.toFixed(1)} ${full} the server may answer more`;
}

/**
 * @param {Parameters<typeof toolBound>[0]} tool
 * @param {{samples: import('../sampler/sampler.js').Sample[], serverParts: string[], startAt: number,
 *   taken: number}} run
 * @returns {{client: import('../record/runRecord.js').Used, notes: string[]}} as they stand in a record
 */
export function toolUsed(tool, { samples, serverParts, startAt, taken }) {
  const usages = usagesOf(samples, { parts: serverParts, serverParts, startAt, seconds: taken });
  const bound = toolBound(tool, usages.server?.cpuCores ?? 0);
  const { name, cpuCores } = tool;
  return { client: { name, cpuCores, boundBy: bound === null ? [] : ['CPU'] }, notes: bound === null ? [] : [bound] };
}
