import { contract } from '../../contract.js';
import { ChatError } from '../../ChatError.js';
import { FairTurns } from './fairTurns.js';
import { Shares } from './shares.js';

const { searchWaitSeconds } = contract.limits;

// Each takes some ms: behind so many a search waits for about a second.
const WAITING_MAX = 100;
// Each user may queue two searches even then, up to this many in all.
const OWN_PLACES = 2;
const ALL_WAITING_MAX = 200;
// Of the event loop at once.
const SLICE_MS = 3;
// Turns of the loop between two slices. libuv accepts one connection a turn: the last of 200 would wait for 200 slices.
const REST_TURNS = 16;

/** Searches take the processor: one at a time, in slices, so that nobody else waits for one. */
export class SearchTurns {
  #turns = new FairTurns(1);
  #waiting = 0;
  #own = new Shares(OWN_PLACES);
  #restedAt = -Infinity;
  #now;

  /** @param {{ now?: () => number }} [options] now: ms, never set back */
  constructor({ now = () => performance.now() } = {}) {
    this.#now = now;
  }

  /**
   * @template T
   * @param {string} who searches
   * @param {(rest: () => Promise<void> | undefined) => Promise<T>} search calls rest often, and waits for it where it
   *   says so
   * @returns {Promise<T>}
   * @throws {ChatError} too_many_searches
   */
  async run(who, search) {
    if (this.#waiting >= (this.#own.hasRoom(who) ? ALL_WAITING_MAX : WAITING_MAX)) throw tooMany();
    this.#waiting++;
    this.#own.take(who);
    const began = this.#now();
    try {
      return await this.#turns.run(who, async () => {
        if (this.#now() - began > searchWaitSeconds * 1000) throw tooMany();
        // Many short searches in a row keep others waiting as a long one does.
        await this.#rest();
        return search(this.#rest);
      });
    } finally {
      this.#waiting--;
      this.#own.release(who);
    }
  }

  /** @returns {Promise<void> | undefined} to wait for where the slice is used up */
  #rest = () => {
    if (performance.now() - this.#restedAt < SLICE_MS) return undefined;
    return this.#yield();
  };

  async #yield() {
    for (let turn = 0; turn < REST_TURNS; turn++) await new Promise(setImmediate);
    this.#restedAt = performance.now();
  }
}

const tooMany = () => new ChatError('too_many_searches', { retryAfter: 1 });
