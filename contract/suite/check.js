/**
 * One check: a sentence that is true of every server of this contract, and the code that sees whether it is.
 *
 * @typedef {object} CheckOptions
 * @property {'crowd' | 'calm' | 'alone' | 'restart'} [company] crowd (default): beside many others; calm: a few at
 *   a time, for what counts who is online; alone: by itself; restart: last, over one restart that they share, and only with --restart
 * @property {boolean} [rateLimited] needs a server whose rate limits are on
 * @property {boolean} [joinCode] needs a server that has a join code
 * @property {import('./capabilities.js').Capability} [needs] what the server of the sockets has to know
 * @property {boolean} [lab] needs a server that has lab calls; false: one that has none
 *
 * @typedef {{name: string, run: (t: import('./trial.js').Trial) => Promise<void>, company: string, rateLimited: boolean, joinCode: boolean, needs?: import('./capabilities.js').Capability, lab?: boolean, topic?: string}} Check
 */

/**
 * @param {string} name @param {(t: import('./trial.js').Trial) => Promise<void>} run @param {CheckOptions} [options]
 * @returns {Check}
 */
export const check = (name, run, { company = 'crowd', rateLimited = false, joinCode = false, needs, lab } = {}) => ({
  name,
  run,
  company,
  rateLimited,
  joinCode,
  needs,
  lab,
});
