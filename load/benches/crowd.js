import { Connection, readFrames } from './wire/connection.js';
import { FrameLibrary, TICK_MS } from './wire/frameLibrary.js';
import { socketIo } from './wire/socketIo.js';
import { pusher } from './wire/pusher.js';
import { now } from '../ledger/clock.js';

// So many join at the same time: more only wait in the server's backlog.
const JOINING_AT_ONCE = 64;

/**
 * @typedef {object} Member
 * @property {string} name
 * @property {Connection} connection
 * @property {number} joinedAt ms since 1970
 * @property {number[]} sequence indices of the frames with messages, in the order they came
 * @property {number | null} endedAt
 */

/** Receivers of one target that share one frame library. */
export class Crowd {
  /** @type {Member[]} */
  members = [];
  /** @type {string[]} why connections ended that nobody closed */
  ends = [];
  /** @type {Error[]} of those that could not join */
  failures = [];
  delivered = 0;
  /** @type {() => void} */
  onDelivery = () => {};

  /** @param {import('./wire/meaning.js').Target} target */
  constructor(target) {
    this.target = target;
    this.wire = target.wire === 'pusher' ? pusher(target) : socketIo();
    this.library = new FrameLibrary(readFrames(this.wire));
    this.startedAt = now();
  }

  /**
   * @param {import('./wire/meaning.js').Session[]} sessions one connection for each
   * @param {{atOnce?: number}} [options]
   * @returns {Promise<void>} when each has joined or failed
   */
  async join(sessions, { atOnce = JOINING_AT_ONCE } = {}) {
    let next = 0;
    const joinSome = async () => {
      while (next < sessions.length) {
        const session = sessions[next++];
        const connection = new Connection({ target: this.target, wire: this.wire, library: this.library, session });
        try {
          await connection.join();
          this.#add(session.name, connection);
        } catch (error) {
          this.failures.push(/** @type {Error} */ (error));
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(atOnce, sessions.length) }, joinSome));
  }

  /** @param {string} name @param {Connection} connection */
  #add(name, connection) {
    /** @type {Member} */
    const member = { name, connection, joinedAt: now(), sequence: [], endedAt: null };
    this.members.push(member);
    connection.onMessages = (frame) => {
      member.sequence.push(frame.index);
      const tick = Math.round((now() - this.startedAt) / TICK_MS);
      frame.arrivals.set(tick, (frame.arrivals.get(tick) ?? 0) + 1);
      this.delivered += frame.messages;
      this.onDelivery();
    };
    connection.onEnd = (reason) => {
      member.endedAt = now();
      this.ends.push(reason);
    };
  }

  /** @returns {number} bytes that all of them received */
  get bytesReceived() {
    return this.members.reduce((sum, { connection }) => sum + connection.bytesReceived, 0);
  }

  close() {
    for (const { connection } of this.members) connection.close();
  }
}
