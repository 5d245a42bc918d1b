/** @typedef {import('./sampler.js').Sample} Sample */

/**
 * CPU and memory of a part in an interval. CPU time is interpolated between two samples; memory is the highest value.
 * @param {Sample[]} samples
 * @param {string} part
 * @param {number} startMs since 1970
 * @param {number} endMs
 * @returns {{cpuCores: number, pssMb: number | null}} null: no sample of memory
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
 * CPU and memory of each part of a server in a run, and as `server` the sum of the target's own parts.
 * @param {Sample[]} samples
 * @param {{parts: string[], serverParts: string[], startAt: number, seconds: number}} run
 * @returns {Record<string, ReturnType<typeof usage>>} without `server` where nothing is known of it
 */
export function usagesOf(samples, { parts, serverParts, startAt, seconds }) {
  const usages = Object.fromEntries(
    parts.map((part) => [part, usage(samples, part, startAt, startAt + seconds * 1000)]),
  );
  const partUsages = serverParts.flatMap((part) => usages[part] ?? []);
  return partUsages.length === 0 ? usages : { server: sumOf(partUsages), ...usages };
}

/**
 * @param {Record<string, {cpuCores: number}>} usages as usagesOf gives them
 * @returns {number} cores that all parts kept busy, databases among them
 */
export function busyCores({ server, ...parts }) {
  const treeSamples = Object.values(parts);
  return (treeSamples.length > 0 || !server ? treeSamples : [server]).reduce((sum, { cpuCores }) => sum + cpuCores, 0);
}

/** @param {Sample[]} samples @param {string} part @param {number} time ms @returns {number} CPU s until then */
function cpuAt(samples, part, time) {
  const nextPlace = samples.findIndex(({ at }) => at >= time);
  if (nextPlace <= 0) return (nextPlace === 0 ? samples[0] : samples.at(-1))?.parts[part].cpuSeconds ?? 0;
  const [earlier, later] = [samples[nextPlace - 1], samples[nextPlace]];
  const share = (time - earlier.at) / (later.at - earlier.at);
  return earlier.parts[part].cpuSeconds * (1 - share) + later.parts[part].cpuSeconds * share;
}

/** @param {Array<ReturnType<typeof usage>>} all @returns {ReturnType<typeof usage>} null where one was not looked at */
const sumOf = (all) => ({
  cpuCores: all.reduce((sum, { cpuCores }) => sum + cpuCores, 0),
  pssMb: all.some(({ pssMb }) => pssMb === null) ? null : all.reduce((sum, { pssMb }) => sum + (pssMb ?? 0), 0),
});
