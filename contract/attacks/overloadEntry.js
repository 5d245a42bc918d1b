/**
 * One attack on what a server has: its processor, memory, descriptors, workers. It runs beside a crowd who chat, and what
 * they notice is judged after each (contract/crowd/verdict.js); the entry itself asks for what the contract names.
 *
 * @typedef {object} OverloadEntry
 * @property {string} name
 * @property {(h: import('./overloader.js').Overloader) => Promise<void>} run
 * @property {string} [wire] only there
 * @property {boolean} [secret] needs the app's secret, to sign
 * @property {number} seconds it may take at most
 * @property {Bound} peakMB the server may grow by while it runs
 * @property {Bound} bufferedMB may wait for its clients, as it counts itself
 * @property {number} restMB it may still be larger by soon after
 * @property {string} [topic]
 *
 * @typedef {{long: number, short: number}} Bound
 */

// Beyond it something is kept for clients that no chat among fifty needs.
const LARGE_MB = 256;

/**
 * @param {string} name @param {OverloadEntry['run']} run
 * @param {{wire?: string, secret?: boolean, seconds?: number, peakMB?: number | Bound, bufferedMB?: number | Bound, restMB?: number}} [options]
 *   a number is for both forms
 * @returns {OverloadEntry}
 */
export const overload = (
  name,
  run,
  { seconds = 30, peakMB = LARGE_MB, bufferedMB = LARGE_MB, restMB = 96, ...options } = {},
) => ({
  name,
  run,
  seconds,
  peakMB: bound(peakMB),
  bufferedMB: bound(bufferedMB),
  restMB,
  ...options,
});

/** @param {number | Bound} mb @returns {Bound} */
const bound = (mb) => (typeof mb === 'number' ? { long: mb, short: mb } : mb);
