import os from 'node:os';
import { BUSY_CORES } from '../record/clientBound.js';
import { usagesOf } from '../sampler/usage.js';

/**
 * Decides what limited the figure: the load program, each of whose threads kept a core busy; or the machine, of whose
 * cores the program or the server had more.
 * @param {{name: string, cpuCores: number, threads: number}} tool cpuCores: that it kept busy
 * @param {number} serverCores @param {number} [cores] there are
 * @returns {{byTool: boolean, note: string} | null} note: what the reader has to know
 */
export function toolBound({ name, cpuCores, threads }, serverCores, cores = os.availableParallelism()) {
  if (cpuCores > BUSY_CORES * threads)
    return { byTool: true, note: `${name} was busy throughout: the server may answer more` };
  if (cpuCores + serverCores < BUSY_CORES * cores) return null;
  const full = `of the ${cores} cores, which were full:`;
  if (cpuCores < serverCores)
    return { byTool: false, note: `the server had ${serverCores.toFixed(1)} ${full} on more it may answer more` };
  return { byTool: true, note: `${name} took ${cpuCores.toFixed(1)} ${full} the server may answer more` };
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
  return {
    client: { name, cpuCores, boundBy: bound?.byTool ? ['CPU'] : [] },
    notes: bound === null ? [] : [bound.note],
  };
}
