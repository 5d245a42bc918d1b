import os from 'node:os';
import { BUSY_CORES } from '../record/clientBound.js';

/**
 * Whether a load program or the machine, and not the server, set the figure: each of the program's threads kept a core
 * busy, or the machine was full.
 * @param {{tool: string, toolCores: number, threads: number, serverCores: number, cores?: number}} load cores kept
 *   busy, and cores there are
 * @returns {string | null} what the reader has to know
 */
export function toolBound({ tool, toolCores, threads, serverCores, cores = os.availableParallelism() }) {
  if (toolCores > BUSY_CORES * threads) return `${tool} was busy throughout: the server may answer more`;
  if (toolCores + serverCores < BUSY_CORES * cores) return null;
  if (toolCores < serverCores)
    return `the server had ${serverCores.toFixed(1)} of the ${cores} cores, which were full: on more it may answer more`;
  return `${tool} took ${toolCores.toFixed(1)} of the ${cores} cores, which were full: the server may answer more`;
}
