import fs from 'node:fs';
import { childrenOfAll, commandOf } from '../../load/src/machine/processTree.js';
import { threadTimes } from './threadTimes.js';
import { unixConnections } from './unixConnections.js';
import { loopState, shareBetween, workerStates } from './laneStates.js';

/**
 * @typedef {import('./laneStates.js').LaneState} LaneState
 * @typedef {{loop: LaneState, workers: LaneState[], waiting: number | null}} Lanes one chat's; waiting: requests that
 *   wait for a worker, null: unknown
 */

// Finding new and ended workers reads a file of every process, so it is done less often.
const FIND_EVERY_MS = 1000;
// Pools of php-fpm for all requests but logins.
const POOL_TITLE = /^php-fpm: pool chat-/;
const POOL_SOCKET = /^\d+\.sock$/;

/** Watches a chat's loop and workers from outside, and says how each spent the time since the last look. */
export class ChatLanes {
  /** @type {number[]} pids */
  #workers = [];
  #foundAt = -Infinity;
  #lookedAt = 0;
  /** @type {Map<number, import('./laneStates.js').ThreadTimes | null>} of the last look, by pid */
  #before = new Map();
  /** @type {Set<string>} inodes of connections that workers held at the last look */
  #heldBefore = new Set();

  /** @param {import('../src/layout.js').ChatLayout} chat */
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
    return { loop: state, ...this.#lookAtWorkers(workers.sockets, ms, own) };
  }

  /** @param {string} prefix @param {number} ms @param {number} own @returns {Omit<Lanes, 'loop'>} */
  #lookAtWorkers(prefix, ms, own) {
    const requests = unixConnections((file) => file.startsWith(prefix) && POOL_SOCKET.test(file.slice(prefix.length)));
    const taken = new Set(requests?.taken);
    const sockets = this.#workers.map(socketsOf);
    // Each worker listens on a socket. If none is visible, this process may not look into those of another user.
    const isKnown = sockets.some((all) => all.length > 0);
    const held = new Set(sockets.flat().filter((inode) => taken.has(inode)));
    const seen = this.#workers.map((pid, place) => ({
      thread: this.#since(pid, ms),
      // A connection seen at one look alone may last only a few ms and keeps no one waiting.
      holds: sockets[place].some((inode) => held.has(inode) && this.#heldBefore.has(inode)),
    }));
    this.#heldBefore = held;
    return {
      workers: workerStates(seen, isKnown ? 0 : taken.size),
      // While requests wait, all workers are taken, so the watcher's own requests wait too.
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

/** @param {number} master @returns {number[]} pids of the workers for ordinary requests */
const poolProcesses = (master) =>
  (childrenOfAll().get(master) ?? [])
    .filter((pid) => POOL_TITLE.test(commandOf(pid).join(' ')))
    .sort((one, other) => one - other);

/** @param {number} pid @returns {string[]} inodes of its sockets; [] where it is not this user's */
function socketsOf(pid) {
  try {
    return fs.readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(fs.readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}
