import { now } from '../../../load/src/machine/clock.js';
import { socketQueues, tcpTable } from './socketQueues.js';

// A read of the kernel's table takes long when many connections have just ended.
const LOOK_EVERY_MS = 250;

/**
 * @typedef {object} Look where the bytes were at one moment, in bytes
 * @property {number} at ms since 1970
 * @property {boolean} open whether the server still holds the slow receiver's connection open
 * @property {number} unread bytes in the slow receiver's kernel
 * @property {number} unsent bytes for the slow receiver in the server's kernel
 * @property {number} buffered bytes for all receivers in the server's process
 * @property {number} others bytes for each other receiver in both kernels (mean)
 */

/** Finds out, four times a second, where the bytes are that the slow receiver has not read. */
export class BacklogWatch {
  /** @type {Look[]} */
  looks = [];
  #buffered = 0;
  #asking = false;
  #timer;

  /**
   * @param {{url: string, serverPort: number, slow: number, others: number[]}} watched url: the chat's; serverPort: its
   *   sockets' port; slow, others: ports of the receivers
   * @param {(look: Look) => void} onLook
   */
  constructor(watched, onLook) {
    this.watched = watched;
    this.onLook = onLook;
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  /** @returns {number | null} ms since 1970: first look after the server had closed the slow receiver's connection */
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
    if (!this.#asking) this.#ask();
  }

  async #ask() {
    this.#asking = true;
    this.#buffered = (await readBuffered(this.watched.url))?.bytes ?? this.#buffered;
    this.#asking = false;
  }
}

/** @param {Look} look @returns {number} bytes that wait for the slow receiver */
const totalOf = ({ unread, unsent, buffered }) => unread + unsent + buffered;

/**
 * @param {Look[]} looks
 * @returns {{highest: number, others: number, unread: number, unsent: number, buffered: number}} bytes; highest: the
 *   largest backlog; others: mean of the other receivers at that moment; unread, unsent, buffered: the most of each
 */
export function backlogOf(looks) {
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

/** @param {string} url a chat's @returns {Promise<ReturnType<typeof bufferedIn> | null>} null: no answer in time */
export async function readBuffered(url) {
  try {
    const response = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(2000) });
    return response.ok ? bufferedIn(await response.text()) : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} metrics Prometheus text (docs/operations.md)
 * @returns {{bytes: number | null, tooSlow: number}} bytes: buffered for all receivers, null if not reported; tooSlow:
 *   number of receivers that the server cut off
 */
export const bufferedIn = (metrics) => ({
  bytes: metricIn(metrics, 'chat_buffered_bytes'),
  tooSlow: metricIn(metrics, 'chat_errors_total{code="receiver_too_slow"}') ?? 0,
});

/** @param {string} text @param {string} name with its labels @returns {number | null} null: no such metric */
function metricIn(text, name) {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? null : parseFloat(line.slice(name.length + 1));
}
