import { childrenOfAll, commandOf } from '../../load/src/machine/processTree.js';
import { threadTimes } from './threadTimes.js';
import { unixConnections } from './unixConnections.js';
import { loopState, shareBetween, workerStates } from './laneStates.js';

/** @import { LaneState } from './laneStates.js' */
/** @import { ThreadTimes } from './threadTimes.js' */
/** @import { ChatLayout } from '../src/layout.js' */

/**
 * @typedef {{loop: LaneState, workers: LaneState[], waiting: number | null}} Lanes one chat's; waiting: number of
 *   requests that wait for a worker, null: unknown
 */

// The search for new and ended workers reads a file of every process, so it runs less often.
const FIND_EVERY_MS = 1000;
// These pools of php-fpm take all requests but logins.
const POOL_TITLE = /^php-fpm: pool chat-/;

/** Watches a chat's loop and workers from outside, and says how each spent the time since the last look. */
export class ChatLanes {
  /** @type {number[]} pids */
  #workers = [];
  #foundAt = -Infinity;
  #lookedAt = 0;
  /** @type {Map<number, ThreadTimes | null>} times at the last look, by pid */
  #before = new Map();

  /** @param {ChatLayout} chat */
  constructor(chat) {
    this.chat = chat;
  }

  /**
   * @param {number} at ms, now
   * @param {{oldestMs: number, own: number}} asked oldestMs: age of the loop's oldest unanswered request; own: the
   *   watcher's own requests that no worker has answered
   * @returns {Lanes}
   */
  look(at, { oldestMs, own }) {
    const ms = Math.max(1, at - this.#lookedAt);
    this.#lookedAt = at;
    const { loop, workers } = this.chat;
    const state = loopState(this.#since(loop.pid, ms), oldestMs, ms);
    if (workers === null) return { loop: state, workers: [], waiting: null };
    if (at - this.#foundAt >= FIND_EVERY_MS) {
      this.#foundAt = at;
      this.#workers = poolProcesses(workers.pid);
    }
    return { loop: state, ...this.#lookAtWorkers(workers.socket, ms, own) };
  }

  /** @param {string} socket @param {number} ms @param {number} own @returns {Omit<Lanes, 'loop'>} */
  #lookAtWorkers(socket, ms, own) {
    const threads = this.#workers.map((pid) => this.#since(pid, ms));
    const requests = unixConnections(socket);
    if (requests === null) return { workers: workerStates(threads, 0), waiting: null };
    // While requests wait, all workers are taken, so the watcher's own requests wait too.
    const { taken, waiting } = requests;
    return {
      workers: workerStates(threads, taken - Math.max(0, own - waiting)),
      waiting: Math.max(0, waiting - own),
    };
  }

  /** @param {number} pid @param {number} ms */
  #since(pid, ms) {
    const before = this.#before.get(pid) ?? null;
    const after = threadTimes(pid);
    this.#before.set(pid, after);
    return shareBetween(before, after, ms);
  }
}

/** @param {number} master @returns {number[]} pids of the workers for ordinary requests */
const poolProcesses = (master) =>
  (childrenOfAll().get(master) ?? [])
    .filter((pid) => POOL_TITLE.test(commandOf(pid).join(' ')))
    .sort((one, other) => one - other);
