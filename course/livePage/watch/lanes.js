import { socketsOf } from '../../../load/src/machine/portOwner.js';
import { childrenOfAll, commandOf } from '../../../load/src/machine/processTree.js';
import { threadTimes } from '../../../load/src/machine/threadTimes.js';
import { unixConnections } from '../../../load/src/machine/unixRequests.js';
import { loopState, remoteLoopState, threadBetween, workerStates } from './laneStates.js';

/**
 * @typedef {import('./layout.js').ChatLayout} ChatLayout
 * @typedef {NonNullable<ChatLayout['workers']>} Workers
 * @typedef {import('./laneStates.js').LaneState} LaneState
 * @typedef {import('../../../load/src/machine/threadTimes.js').ThreadTimes} ThreadTimes
 *
 * @typedef {object} Lanes of one chat
 * @property {LaneState} loop @property {number | null} loopShare of the time that it computed
 * @property {LaneState[]} workers @property {number | null} waiting requests that wait for a worker; null: nobody knows
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
  /** @type {Map<number, ThreadTimes | null>} by thread, of the last look and of none before it */
  #before = new Map();
  /** @type {Map<number, ThreadTimes | null>} of this look */
  #now = new Map();
  /** @type {Set<string>} inodes of connections that workers held at the last look */
  #heldBefore = new Set();

  /** @param {ChatLayout} chat */
  constructor(chat) {
    this.chat = chat;
  }

  /**
   * @param {number} at ms, now
   * @param {{oldestMs: number, own: number}} told oldestMs: age of the oldest request that the loop has not answered;
   *   own: requests of the watcher itself that the workers have not answered
   * @returns {Lanes}
   */
  look(at, { oldestMs, own }) {
    const ms = Math.max(1, at - this.#lookedAt);
    this.#lookedAt = at;
    this.#before = this.#now;
    this.#now = new Map();
    const { loop, workers } = this.chat;
    const thread = loop.pid === null ? null : this.#since(loop.pid, loop.pid, ms);
    const state = loop.pid === null ? remoteLoopState(oldestMs, ms) : loopState(thread, oldestMs, ms);
    const loopShare = thread?.share ?? null;
    if (workers === null) return { loop: state, loopShare, workers: [], waiting: null };
    if (at - this.#foundAt >= FIND_EVERY_MS) {
      this.#foundAt = at;
      this.#workers = poolProcesses(workers.pid);
    }
    const { seen, busy, waiting } = this.#lookAtProcesses(workers, ms, own);
    return { loop: state, loopShare, workers: workerStates(seen, busy), waiting };
  }

  /** @param {Workers} workers @param {number} ms @param {number} own */
  #lookAtProcesses({ at }, ms, own) {
    const ids = this.#workers;
    const requests =
      at === null ? null : unixConnections((file) => file.startsWith(at) && POOL_SOCKET.test(file.slice(at.length)));
    const taken = new Set(requests?.taken);
    const sockets = ids.map(socketsOf);
    // Each has the one that it listens on: where none is seen they are another user's, and it is not known which has a
    // request.
    const isKnown = sockets.some((all) => all.length > 0);
    const held = new Set(sockets.flat().filter((inode) => taken.has(inode)));
    const seen = ids.map((id, place) => ({
      thread: this.#since(id, id, ms),
      // Those of a few ms that happen to be met are not what keeps others waiting.
      holds: sockets[place].some((inode) => held.has(inode) && this.#heldBefore.has(inode)),
    }));
    this.#heldBefore = held;
    // While anything waits all workers are taken, so what the watcher asked waits as well.
    const waiting = requests && Math.max(0, requests.waiting - own);
    return { seen, busy: isKnown ? null : (requests?.taken.length ?? null), waiting };
  }

  /**
   * @param {number} pid
   * @param {number} thread
   * @param {number} ms
   * @returns {import('./laneStates.js').Thread | null}
   */
  #since(pid, thread, ms) {
    const before = this.#before.get(thread) ?? null;
    const after = threadTimes(pid, thread);
    this.#now.set(thread, after);
    return threadBetween(before, after, ms);
  }
}

/** @param {number} master @returns {number[]} pids of the workers that serve ordinary requests */
const poolProcesses = (master) =>
  (childrenOfAll().get(master) ?? [])
    .filter((pid) => POOL_TITLE.test(commandOf(pid).join(' ')))
    .sort((one, other) => one - other);
