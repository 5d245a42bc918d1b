/** @typedef {import('./sampler.js').Sample} Sample */

/**
 * CPU and memory of a part in an interval. CPU time is interpolated between two samples; memory is the highest value.
 * @param {Sample[]} samples
 * @param {string} part
 * @param {number} from ms
 * @param {number} to ms
 * @returns {{cpuCores: number, pssMb: number | null}} null: no sample of memory
 */
export function usage(samples, part, from, to) {
  const cpu = cpuAt(samples, part, to) - cpuAt(samples, part, from);
  const inside = samples.filter(({ at }) => at >= from && at < to);
  const looked = inside.flatMap(({ parts }) => parts[part].pssMb ?? []);
  return {
    cpuCores: Math.max(0, (cpu / (to - from)) * 1000),
    pssMb: looked.length === 0 ? null : Math.max(...looked),
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
  const own = serverParts.flatMap((part) => usages[part] ?? []);
  return own.length === 0 ? usages : { server: sumOf(own), ...usages };
}

/**
 * @param {Record<string, {cpuCores: number}>} usages as usagesOf gives them
 * @returns {number} cores that all parts kept busy, databases among them
 */
export function busyCores({ server, ...parts }) {
  const all = Object.values(parts);
  return (all.length > 0 || !server ? all : [server]).reduce((sum, { cpuCores }) => sum + cpuCores, 0);
}

/** @param {Sample[]} samples @param {string} part @param {number} time ms @returns {number} CPU s until then */
function cpuAt(samples, part, time) {
  const later = samples.findIndex(({ at }) => at >= time);
  if (later <= 0) return (later === 0 ? samples[0] : samples.at(-1))?.parts[part].cpuSeconds ?? 0;
  const [before, after] = [samples[later - 1], samples[later]];
  const share = (time - before.at) / (after.at - before.at);
  return before.parts[part].cpuSeconds * (1 - share) + after.parts[part].cpuSeconds * share;
}

/** @param {Array<ReturnType<typeof usage>>} all @returns {ReturnType<typeof usage>} null where one was not looked at */
const sumOf = (all) => ({
  cpuCores: all.reduce((sum, { cpuCores }) => sum + cpuCores, 0),
  pssMb: all.some(({ pssMb }) => pssMb === null) ? null : all.reduce((sum, { pssMb }) => sum + (pssMb ?? 0), 0),
});
