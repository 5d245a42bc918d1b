/** @import { Sample } from './sampler.js' */

/** @typedef {{cpuCores: number, pssMb: number | null}} Usage pssMb: null if memory was not sampled */

/**
 * Computes CPU and memory of a part in an interval. CPU time is interpolated between two samples; memory is the highest
 * value.
 * @param {Sample[]} samples
 * @param {string} part
 * @param {number} startMs since 1970
 * @param {number} endMs since 1970
 * @returns {Usage}
 */
export function usage(samples, part, startMs, endMs) {
  const cpu = cpuAt(samples, part, endMs) - cpuAt(samples, part, startMs);
  const inside = samples.filter(({ at }) => at >= startMs && at < endMs);
  const memorySamples = inside.flatMap(({ parts }) => parts[part].pssMb ?? []);
  return {
    cpuCores: Math.max(0, (cpu / (endMs - startMs)) * 1000),
    pssMb: memorySamples.length === 0 ? null : Math.max(...memorySamples),
  };
}

/**
 * Computes CPU and memory of each part of a server in a run, and as `server` the sum of the target's own parts.
 * @param {Sample[]} samples
 * @param {{parts: string[], serverParts: string[], startAt: number, seconds: number}} run
 * @returns {Record<string, Usage>} without `server` if none of its parts was sampled
 */
export function usagesOf(samples, { parts, serverParts, startAt, seconds }) {
  const usages = Object.fromEntries(
    parts.map((part) => [part, usage(samples, part, startAt, startAt + seconds * 1000)]),
  );
  const partUsages = serverParts.flatMap((part) => usages[part] ?? []);
  return partUsages.length === 0 ? usages : { server: totalUsage(partUsages), ...usages };
}

/** @param {Sample[]} samples @param {string} part @param {number} time ms @returns {number} CPU time in s until then */
function cpuAt(samples, part, time) {
  const laterIndex = samples.findIndex(({ at }) => at >= time);
  if (laterIndex <= 0) return (laterIndex === 0 ? samples[0] : samples.at(-1))?.parts[part].cpuSeconds ?? 0;
  const [earlier, later] = [samples[laterIndex - 1], samples[laterIndex]];
  const share = (time - earlier.at) / (later.at - earlier.at);
  return earlier.parts[part].cpuSeconds * (1 - share) + later.parts[part].cpuSeconds * share;
}

/** @param {Usage[]} usages @returns {Usage} */
const totalUsage = (usages) => ({
  cpuCores: usages.reduce((sum, { cpuCores }) => sum + cpuCores, 0),
  pssMb: usages.some(({ pssMb }) => pssMb === null) ? null : usages.reduce((sum, { pssMb }) => sum + (pssMb ?? 0), 0),
});
