import { wait } from './pauses.js';

/** @import { ChatError } from './chatError.js' */

/**
 * Runs steps, each of which reads the store, one after the other. If the server refuses a step for its rate, the queue
 * waits as long as the server says, and runs the step again.
 * @param {(error: ChatError) => void} failed  a step failed for good
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
    /** @param {() => Promise<void>} step @returns {Promise<void>} settles when the step is done; never rejects */
    run: (step) => (last = last.then(() => attempt(step))),
    /** Stops the queue: the rest of the running step, and all later steps, do not run. */
    close() {
      closed = true;
    },
    get closed() {
      return closed;
    },
  };
}
