/**
 * One attack and what must come of it; that the witness notices nothing is asked after each.
 *
 * @typedef {object} Entry
 * @property {string} name
 * @property {(h: import('./attacker.js').Attacker) => Promise<void>} run
 * @property {string} [wire] only there
 * @property {boolean} [slow] waits for something: it runs beside all others
 * @property {boolean} [secret] needs to know where the Pusher HTTP API is, and the secret that signs its calls
 * @property {string} [topic]
 */

/**
 * @param {string} name @param {(h: import('./attacker.js').Attacker) => Promise<void>} run
 * @param {{wire?: string, secret?: boolean, slow?: boolean}} [options] @returns {Entry}
 */
export const entry = (name, run, options = {}) => ({ name, run, ...options });

/**
 * Entries of one kind for a list of named inputs.
 * @template T @param {string} stem @param {Record<string, T>} inputs
 * @param {(h: import('./attacker.js').Attacker, input: T) => Promise<void>} run
 * @param {{wire?: string, secret?: boolean, slow?: boolean}} [options]
 */
export const entries = (stem, inputs, run, options) =>
  Object.entries(inputs).map(([name, input]) => entry(`${stem}: ${name}`, (h) => run(h, input), options));
