import { startFreshInstance } from '../server/freshInstance.js';

/** @typedef {import('../server/freshInstance.js').FreshInstance} FreshInstance */

/**
 * One fresh server at a time, started when it is needed.
 * @param {'node' | 'laravel'} chat @param {{embedded?: boolean, offset?: number}} options
 * @returns {{get: () => Promise<FreshInstance>, end: () => Promise<void>}}
 */
export function oneServer(chat, options) {
  /** @type {FreshInstance | null} */
  let running = null;
  return {
    async get() {
      running ??= await startFreshInstance(chat, options);
      return running;
    },
    async end() {
      await running?.stop();
      running = null;
    },
  };
}
