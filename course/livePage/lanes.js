import { socketsOf } from '../../load/src/machine/portOwner.js';
import { childrenOfAll, commandOf } from '../../load/src/machine/processTree.js';
import { threadTimes } from './threadTimes.js';
import { unixConnections } from './unixConnections.js';
import { loopState, shareBetween, workerStates } from './laneStates.js';

/**
 * @typedef {import('./laneStates.js').LaneState} LaneState
 * @typedef {{loop: LaneState, workers: LaneState[], waiting: number | null}} Lanes of one chat; waiting: requests that
 *   wait for a worker, null where nobody knows
 */

// Who ends or begins is looked for so often: that reads a file of each process.
const FIND_EVERY_MS = 1000;
// Of the pools of php-fpm the one that serves ordinary requests; passwords and searches have their own.
const POOL_TITLE = /^php-fpm: pool chat-/;
const POOL_SOCKET = /^\d+\.sock$/;

/** Looks from outside at a chat's loop and workers, and says what each did since the last look. */
export class ChatLanes {
  /** @type {number[]} pids */
  #workers = [];
  #foundAt = -Infinity;
  #lookedAt = 0;
  /** @type {Map<number, import('./laneStates.js').ThreadTimes | null>} of the last look, by pid */
  #before = new Map();
  /** @type {Set<string>} inodes of connections that workers held at the last look */
  #heldBefore = new Set();

  /** @param {import('./layout.js').ChatLayout} chat */
  constructor(chat) {
    this.chat = chat;
  }

  /**
   * @param {number} at ms, now
   * @param {{oldestMs: number, own: number}} asked oldestMs: age of the oldest request that the loop has not answered;
   *   own: requests of the watcher itself that no worker has answered
   * @returns {Lanes}
   */
  look(at, { oldestMs, own }) {
    const ms = Math.max(1, at - this.#lookedAt);
    this.#lookedAt = at;
    const { loop, workers } = this.chat;
    const state = loopState(loop.pid === null ? undefined : this.#since(loop.pid, ms), oldestMs, ms);
    if (workers === null) return { loop: state, workers: [], waiting: null };
    if (at - this.#foundAt >= FIND_EVERY_MS) {
      this.#foundAt = at;
      this.#workers = poolProcesses(workers.pid);
    }
    return { loop: state, ...this.#lookAtWorkers(workers.sockets, ms, own) };
  }

  /** @param {string} prefix @param {number} ms @param {number} own @returns {Omit<Lanes, 'loop'>} */
  #lookAtWorkers(prefix, ms, own) {
    const requests = unixConnections((file) => file.startsWith(prefix) && POOL_SOCKET.test(file.slice(prefix.length)));
    const taken = new Set(requests?.taken);
    const sockets = this.#workers.map(socketsOf);
    // Each listens on one: where none is seen, the workers are another user's, and who has a request is not known.
    const isKnown = sockets.some((all) => all.length > 0);
    const held = new Set(sockets.flat().filter((inode) => taken.has(inode)));
    const seen = this.#workers.map((pid, place) => ({
      thread: this.#since(pid, ms),
      // Those of a few ms that happen to be met are not what keeps others waiting.
      holds: sockets[place].some((inode) => held.has(inode) && this.#heldBefore.has(inode)),
    }));
    this.#heldBefore = held;
    return {
      workers: workerStates(seen, isKnown ? 0 : taken.size),
      // While anything waits all workers are taken, so what the watcher asked waits as well.
      waiting: requests && Math.max(0, requests.waiting - own),
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

/** @param {number} master @returns {number[]} pids of the workers that serve ordinary requests */
const poolProcesses = (master) =>
  (childrenOfAll().get(master) ?? [])
    .filter((pid) => POOL_TITLE.test(commandOf(pid).join(' ')))
    .sort((one, other) => one - other);
