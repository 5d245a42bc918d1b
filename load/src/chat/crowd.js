import { Connection, readFrames } from '../wire/connection.js';
import { FrameLibrary, TICK_MS } from '../wire/frameLibrary.js';
import { WIRES } from '../wire/wires.js';
import { now } from '../machine/clock.js';

// More joins at a time would only wait in the server's backlog.
const JOINING_AT_ONCE = 64;

/**
 * @typedef {import('../wire/types.js').Endpoint} Endpoint @typedef {import('../wire/frameLibrary.js').Frame} Frame
 *
 * @typedef {object} Member
 * @property {string} name
 * @property {import('../wire/types.js').Session} session
 * @property {Connection} connection
 * @property {Array<{from: number, to: number | null}>} stays when it was joined, ms since 1970; null: still is
 * @property {number[]} sequence indices of the frames with messages, in the order they came
 * @property {import('../ledger/ledger.js').ReceivedMessage[]} caughtUp read from the store after a break
 */

/** Receivers at one server that share one frame library. */
export class Crowd {
  /** @type {Member[]} */
  members = [];
  /** @type {string[]} why connections broke */
  broken = [];
  /** @type {Error[]} of those that could not join */
  failures = [];
  delivered = 0;
  /**
   * Called at each arrival of a frame with messages; tick: its time, counted from startedAt.
   * @type {(frame: Frame, tick: number) => void}
   */
  onDelivery = () => {};

  /**
   * @param {Endpoint} endpoint
   * @param {{bytesPerSecond?: number}} [reading] how fast each reads; as fast as it comes unless given
   */
  constructor(endpoint, { bytesPerSecond } = {}) {
    this.endpoint = endpoint;
    this.bytesPerSecond = bytesPerSecond;
    this.wire = WIRES[endpoint.wire](endpoint);
    this.library = new FrameLibrary(readFrames(this.wire));
    this.startedAt = now();
  }

  /**
   * @param {import('../wire/types.js').Session[]} sessions one connection for each
   * @returns {Promise<void>} when each has joined or failed
   */
  async join(sessions) {
    let next = 0;
    const joinSome = async () => {
      while (next < sessions.length) {
        const session = sessions[next++];
        const connection = this.#connection(session);
        try {
          await connection.join();
          this.#add(session, connection);
        } catch (error) {
          this.failures.push(/** @type {Error} */ (error));
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(JOINING_AT_ONCE, sessions.length) }, joinSome));
  }

  /**
   * Joins once more as a member whose connection broke.
   * @param {Member} member @returns {Promise<void>} @throws {Error} saying what happened instead
   */
  async rejoin(member) {
    const connection = this.#connection(member.session);
    await connection.join();
    member.connection = connection;
    member.stays.push({ from: now(), to: null });
    this.#listen(member);
  }

  /** @param {import('../wire/types.js').Session} session */
  #connection(session) {
    const { endpoint, wire, library, bytesPerSecond } = this;
    return new Connection({ endpoint, wire, library, session, bytesPerSecond });
  }

  /** @param {import('../wire/types.js').Session} session @param {Connection} connection */
  #add(session, connection) {
    const stays = [{ from: now(), to: null }];
    /** @type {Member} */
    const member = { name: session.name, session, connection, stays, sequence: [], caughtUp: [] };
    this.members.push(member);
    this.#listen(member);
  }

  /** @param {Member} member */
  #listen(member) {
    const { connection } = member;
    connection.onMessages = (frame) => {
      member.sequence.push(frame.index);
      const tick = Math.round((now() - this.startedAt) / TICK_MS);
      frame.arrivals.set(tick, (frame.arrivals.get(tick) ?? 0) + 1);
      this.delivered += frame.messages;
      this.onDelivery(frame, tick);
    };
    connection.onBreak = (reason) => {
      endStay(member);
      this.broken.push(reason);
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

/** @param {Member} member */
function endStay(member) {
  const stay = member.stays[member.stays.length - 1];
  stay.to ??= now();
}
