import { wait } from './pauses.js';

/** @import { ChatError } from './chatError.js' */

/**
 * Runs steps, each of which reads the store, one after the other. A step refused for its rate waits as long as the
 * server says, and runs again.
 * @param {(error: ChatError) => void} failed  a step failed, and is given up
 * @param {(ms: number) => Promise<void>} [pause]
 */
export function createReadQueue(failed, pause = wait) {
  let last = Promise.resolve();
  let closed = false;

  /** @param {() => Promise<void>} step */
  async function attempt(step) {
    while (!closed) {
      try {
        return await step();
      } catch (thrown) {
        const error = /** @type {ChatError} */ (thrown);
        if (closed) return;
        if (error.code !== 'too_many_pages') return failed(error);
        await pause(error.pause);
      }
    }
  }

  return {
    /** @param {() => Promise<void>} step @returns {Promise<void>} settled when the step is done; never rejects */
    run: (step) => (last = last.then(() => attempt(step))),
    /** The rest of the step under way, and all later steps, do not run. */
    close() {
      closed = true;
    },
    get closed() {
      return closed;
    },
  };
}
