import { now } from '../../../load/src/ledger/clock.js';
import { readBuffered } from './bufferedBytes.js';
import { socketQueues, tcpTable } from './socketQueues.js';

// The kernel's table is long where many connections have just ended.
const LOOK_EVERY_MS = 200;
// Making the text costs the server something too.
const ASK_EVERY_MS = 250;

/**
 * @typedef {object} Look where bytes were at one moment
 * @property {number} at ms since 1970
 * @property {boolean} open the server has not closed the slow receiver's connection
 * @property {number} unread in the kernel of the slow receiver
 * @property {number} unsent in the server's kernel, for it
 * @property {number} buffered in the server's process, for all
 * @property {number} others in both kernels for each of the others, on the average
 */

/** Looks, five times a second, where the bytes are that a receiver does not read. */
export class PileWatch {
  /** @type {Look[]} */
  looks = [];
  #buffered = 0;
  #askedAt = 0;
  #asking = false;
  #timer;

  /**
   * @param {{url: string, serverPort: number, slow: number, others: number[]}} watched url: of the chat; the rest are
   *   ports: of its sockets, and the receivers' own
   * @param {(look: Look) => void} onLook
   */
  constructor(watched, onLook) {
    this.watched = watched;
    this.onLook = onLook;
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  /** @returns {number | null} ms since 1970, when the server was seen to have closed the slow receiver's connection */
  get cutAt() {
    return this.looks.find(({ open }) => !open)?.at ?? null;
  }

  stop() {
    clearInterval(this.#timer);
  }

  #look() {
    const { serverPort, slow, others } = this.watched;
    const [{ unread, unsent, open }, ...each] = socketQueues(
      { readers: [slow, ...others], writer: serverPort },
      tcpTable(),
    );
    const sum = each.reduce((total, one) => total + one.unread + one.unsent, 0);
    const look = { at: now(), open, unread, unsent, buffered: this.#buffered, others: sum / others.length };
    this.looks.push(look);
    this.onLook(look);
    if (!this.#asking && look.at - this.#askedAt > ASK_EVERY_MS) this.#ask();
  }

  async #ask() {
    this.#asking = true;
    this.#askedAt = now();
    this.#buffered = (await readBuffered(this.watched.url))?.bytes ?? this.#buffered;
    this.#asking = false;
  }
}

/** @param {Look} look @returns {number} bytes that wait for the slow receiver */
const totalOf = ({ unread, unsent, buffered }) => unread + unsent + buffered;

/**
 * @param {Look[]} looks
 * @returns {{highest: number, others: number, unread: number, unsent: number, buffered: number}} bytes: the pile at its
 *   highest, what each of the others had at that moment, and the most that each place held
 */
export function pileOf(looks) {
  const most = (/** @type {(look: Look) => number} */ of) => Math.max(0, ...looks.map(of));
  const highest = most(totalOf);
  return {
    highest,
    others: looks.find((look) => totalOf(look) === highest)?.others ?? 0,
    unread: most(({ unread }) => unread),
    unsent: most(({ unsent }) => unsent),
    buffered: most(({ buffered }) => buffered),
  };
}
