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
 * @property {number} peakMB the server may grow by while it runs
 * @property {number} restMB it may still be larger by soon after
 * @property {string} [topic]
 */

/**
 * @param {string} name @param {OverloadEntry['run']} run
 * @param {{wire?: string, secret?: boolean, seconds?: number, peakMB?: number, restMB?: number}} [options]
 * @returns {OverloadEntry}
 */
export const overload = (name, run, { seconds = 30, peakMB = 256, restMB = 96, ...options } = {}) => ({
  name,
  run,
  seconds,
  peakMB,
  restMB,
  ...options,
});
