/** @typedef {import('./sampler.js').Samples} Samples */

/**
 * What a part used in an interval: CPU time as if it grew evenly between two looks, memory at its highest.
 * @param {Samples['samples']} samples @param {string} part @param {number} from ms @param {number} to ms
 * @returns {{cpuCores: number, rssMb: number | null, pssMb: number | null}} null: nobody looked at memory in it
 */
export function usage(samples, part, from, to) {
  const cpu = cpuAt(samples, part, to) - cpuAt(samples, part, from);
  const looked = samples.filter(({ at, memory }) => memory && at >= from && at < to).map(({ parts }) => parts[part]);
  const most = (/** @type {'rssMb' | 'pssMb'} */ key) =>
    looked.length === 0 ? null : Math.max(...looked.map((sample) => sample[key]));
  return { cpuCores: Math.max(0, (cpu / (to - from)) * 1000), rssMb: most('rssMb'), pssMb: most('pssMb') };
}

/**
 * What each part of a server used in a run, and as `server` those that a target names together.
 * @param {Samples['samples']} samples
 * @param {{parts: string[], serverParts: string[], startAt: number, seconds: number}} run
 * @returns {Record<string, ReturnType<typeof usage>>} without `server` where nothing is known of it
 */
export function usagesOf(samples, { parts, serverParts, startAt, seconds }) {
  const of = (/** @type {string} */ part) => usage(samples, part, startAt, startAt + seconds * 1000);
  const usages = Object.fromEntries(parts.map((part) => [part, of(part)]));
  const own = serverParts.flatMap((part) => usages[part] ?? []);
  return own.length === 0 ? usages : { server: sumOf(own), ...usages };
}

/** @param {Samples['samples']} samples @param {string} part @param {number} time ms @returns {number} CPU s until then */
export function cpuAt(samples, part, time) {
  const later = samples.findIndex(({ at }) => at >= time);
  if (later <= 0) return (later === 0 ? samples[0] : samples.at(-1))?.parts[part].cpuSeconds ?? 0;
  const [before, after] = [samples[later - 1], samples[later]];
  const share = (time - before.at) / (after.at - before.at);
  return before.parts[part].cpuSeconds * (1 - share) + after.parts[part].cpuSeconds * share;
}

/** @param {Array<ReturnType<typeof usage>>} all @returns {ReturnType<typeof usage>} null where one was not looked at */
export function sumOf(all) {
  const sum = (/** @type {'rssMb' | 'pssMb'} */ key) =>
    all.length === 0 || all.some((one) => one[key] === null)
      ? null
      : all.reduce((total, one) => total + (one[key] ?? 0), 0);
  return { cpuCores: all.reduce((total, one) => total + one.cpuCores, 0), rssMb: sum('rssMb'), pssMb: sum('pssMb') };
}
