import { now } from '../ledger/clock.js';
import { Sampler } from '../sampler/sampler.js';
import { runAb } from './ab.js';

/**
 * @typedef {object} FloodSeen
 * @property {number} startAt ms since 1970
 * @property {import('./ab.js').Flood} flood
 * @property {import('../sampler/sampler.js').Samples} samples of the server's parts
 */

/**
 * One level of a flood.
 * @param {{url: string, parts: Record<string, number[]>}} target @param {number} users @param {number} seconds
 * @returns {Promise<FloodSeen>}
 */
export async function floodLevel({ url, parts }, users, seconds) {
  const sampler = await Sampler.start({ parts, metricsUrl: null });
  const startAt = now();
  const flood = await runAb({ url, users, seconds });
  return { startAt, flood, samples: await sampler.stop() };
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
