import { contract } from '../../contract.js';
import { ChatError } from '../../ChatError.js';
import { FairTurns } from './fairTurns.js';
import { Shares } from './shares.js';

const { loginsWaitingMax, loginsWaitingPerAddress, loginWaitSeconds } = contract.limits;
const FIRST_GUESS_MS = 60; // of a hash, until one was seen
const WEIGHT = 0.1; // of the newest hash in the mean

/** @typedef {<T>(hash: () => Promise<T>) => Promise<T>} InTurn hashes when the turn of this login has come */

/**
 * How many may log in at once: a password hash is expensive, and who would wait for long had better come again. An
 * address has a share of the places, and addresses take turns at hashing.
 */
export class LoginQueue {
  #turns;
  #now;
  #places;
  #threads;
  /** Those of each address, waiting or hashed. */
  #shares;
  #underWay = 0;
  #hashMs = FIRST_GUESS_MS;

  /**
   * @param {number} threads that hash at the same time
   * @param {{ shares: boolean, now?: () => number }} options shares: whether an address has no more than its own;
   *   now: ms, never set back
   */
  constructor(threads, { shares, now = () => performance.now() }) {
    this.#turns = new FairTurns(threads);
    this.#now = now;
    this.#threads = threads;
    this.#places = threads + loginsWaitingMax;
    this.#shares = new Shares(shares ? loginsWaitingPerAddress : Infinity);
  }

  /**
   * @template T
   * @param {string} address of the client
   * @param {(inTurn: InTurn) => Promise<T>} attempt is handed what to hash a password with
   * @returns {Promise<T>}
   * @throws {ChatError} too_many_logins, with the time that those who wait will take
   */
  async enter(address, attempt) {
    if (this.#underWay >= this.#places || !this.#shares.hasRoom(address)) throw this.#tooMany();
    this.#underWay++;
    this.#shares.take(address);
    const began = this.#now();
    try {
      return await attempt((hash) => this.#turns.run(address, () => this.#inTime(began, hash)));
    } finally {
      this.#underWay--;
      this.#shares.release(address);
    }
  }

  /**
   * A turn that comes too late, as on a busy machine, is refused: its client has gone.
   * @template T @param {number} began @param {() => Promise<T>} hash
   */
  async #inTime(began, hash) {
    const turn = this.#now();
    if (turn - began > loginWaitSeconds * 1000) throw this.#tooMany();
    try {
      return await hash();
    } finally {
      this.#hashMs += WEIGHT * (this.#now() - turn - this.#hashMs);
    }
  }

  #tooMany() {
    const seconds = (this.#underWay * this.#hashMs) / this.#threads / 1000;
    return new ChatError('too_many_logins', { retryAfter: Math.max(1, Math.ceil(seconds)) });
  }
}
