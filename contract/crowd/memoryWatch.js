import { rssOf } from '../suite/memory.js';
import { familyOf } from './processes.js';

const EVERY_MS = 200;
const METRICS_EVERY_MS = 1000;
const FAMILY_EVERY_MS = 1000;

/** @typedef {{before: number, peak: number, after: number, buffered: number}} Memory bytes; `buffered`: the most that chat_buffered_bytes told */

/** Resident memory of a server's processes, with their children, all the time, and what it says it holds for its sockets now and then. */
export class MemoryWatch {
  /** @param {import('../suite/server.js').Server} server @param {number[]} pids */
  constructor(server, pids) {
    this.pids = pids;
    this.family = familyOf(pids);
    this.before = this.peak = this.#now();
    this.buffered = 0;
    this.timers = [
      setInterval(() => void (this.family = familyOf(this.pids)), FAMILY_EVERY_MS),
      setInterval(() => this.latest(), EVERY_MS),
      setInterval(() => this.#askBuffered(server), METRICS_EVERY_MS),
    ];
  }

  anew() {
    this.before = this.peak = this.#now();
    this.buffered = 0;
  }

  #now() {
    return this.family.reduce((sum, pid) => sum + (rssOf(pid) ?? 0), 0);
  }

  /** Resident bytes now. */
  latest() {
    const bytes = this.#now();
    this.peak = Math.max(this.peak, bytes);
    return bytes;
  }

  /** @param {import('../suite/server.js').Server} server */
  async #askBuffered(server) {
    const text = await server.call('/metrics', { timeoutMs: 5000 }).then(
      (answer) => answer.text,
      () => '',
    );
    const [, bytes] = /^chat_buffered_bytes (\S+)$/m.exec(text) ?? [];
    this.buffered = Math.max(this.buffered, Number(bytes ?? 0));
  }

  /** @returns {Memory} */
  summary() {
    const after = this.latest();
    return { before: this.before, peak: this.peak, after, buffered: this.buffered };
  }

  end() {
    for (const timer of this.timers) clearInterval(timer);
  }
}
