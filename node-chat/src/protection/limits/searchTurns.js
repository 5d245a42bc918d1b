import { contract } from '../../contract.js';
import { ChatError } from '../../ChatError.js';
import { FairTurns } from './fairTurns.js';
import { Shares } from './shares.js';

const { searchWaitSeconds } = contract.limits;

// Each has the loop for some ms: who waits behind so many has waited for a second or so.
const WAITING_MAX = 100;
// Of a user beside whom that many wait already: who searches as people do finds a place however many searches others bring.
const OWN_PLACES = 2;
const ALL_WAITING_MAX = 200;
// Of the loop's time at once: what else is due waits for no more.
const SLICE_MS = 3;
// Of the loop between two slices, next to nothing where it is idle: libuv accepts one connection a turn, and whoever comes
// behind two hundred others would wait for as many slices.
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
   * @param {(rest: () => Promise<void> | undefined) => Promise<T>} search calls rest often, and waits for it where it says so
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
        // Its turn has come so late that nobody looks at what it finds: those behind it gain the time.
        if (this.#now() - began > searchWaitSeconds * 1000) throw tooMany();
        // A slice is of all searches: many short ones in a row keep others waiting as a long one does.
        await this.#rest();
        return search(this.#rest);
      });
    } finally {
      this.#waiting--;
      this.#own.release(who);
    }
  }

  /** @returns {Promise<void> | undefined} to be waited for where the slice is used up */
  #rest = () => {
    if (performance.now() - this.#restedAt < SLICE_MS) return undefined;
    return this.#letOthersGo();
  };

  async #letOthersGo() {
    for (let turn = 0; turn < REST_TURNS; turn++) await new Promise(setImmediate);
    this.#restedAt = performance.now();
  }
}

const tooMany = () => new ChatError('too_many_searches', { retryAfter: 1 });
