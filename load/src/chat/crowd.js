import { Connection, readFrames } from '../wire/connection.js';
import { FrameLibrary, TICK_MS } from '../wire/frameLibrary.js';
import { WIRES } from '../wire/wires.js';
import { now } from '../machine/clock.js';

/** @import { Frame } from '../wire/frameLibrary.js' */
/** @import { Endpoint, Session } from '../wire/types.js' */

// More simultaneous joins would only wait in the server's backlog.
const CONCURRENT_JOINS = 64;

/**
 * @typedef {object} Member a user's connection
 * @property {string} name the user's
 * @property {Connection} connection
 * @property {number} joinedAt ms since 1970
 * @property {number | null} leftAt ms since 1970: when the connection broke; null: it did not break
 * @property {number[]} sequence indices of the frames with messages in the library, in the order of arrival
 */

/** The receivers of one process at one server. They share a frame library. */
export class Crowd {
  /** @type {Member[]} */
  members = [];
  /** @type {string[]} why connections broke */
  broken = [];
  /** @type {Error[]} why users could not join */
  failures = [];

  /** @param {Endpoint} endpoint */
  constructor(endpoint) {
    this.endpoint = endpoint;
    this.wire = WIRES[endpoint.wire](endpoint);
    this.library = new FrameLibrary(readFrames(this.wire));
    this.startedAt = now();
  }

  /**
   * @param {Session[]} sessions one user each
   * @returns {Promise<void>} when each has joined or failed
   */
  async join(sessions) {
    let next = 0;
    const joinSome = async () => {
      while (next < sessions.length) await this.add(sessions[next++]).catch((error) => this.failures.push(error));
    };
    await Promise.all(Array.from({ length: Math.min(CONCURRENT_JOINS, sessions.length) }, joinSome));
  }

  /**
   * @param {Session} session of the user that joins
   * @returns {Promise<Member>}
   * @throws {Error} that says why the user could not join
   */
  async add(session) {
    const { endpoint, wire, library } = this;
    const connection = new Connection({ endpoint, wire, library, session });
    /** @type {Member} */
    const member = { name: session.name, connection, joinedAt: Infinity, leftAt: null, sequence: [] };
    // The listener is set before the join: one read may bring the answer and more frames.
    connection.onMessages = (frame) => this.received(member, frame);
    connection.onBreak = (reason) => {
      member.leftAt = now();
      this.broken.push(reason);
    };
    await connection.join();
    member.joinedAt = now();
    this.members.push(member);
    return member;
  }

  /**
   * Notes the arrival of a frame with messages.
   * @param {Member} member
   * @param {Frame} frame
   */
  received(member, frame) {
    member.sequence.push(frame.index);
    const tick = Math.round((now() - this.startedAt) / TICK_MS);
    frame.arrivals.set(tick, (frame.arrivals.get(tick) ?? 0) + 1);
  }

  /** @returns {number} bytes that all members received */
  get bytesReceived() {
    return this.members.reduce((sum, { connection }) => sum + connection.bytesReceived, 0);
  }

  close() {
    for (const { connection } of this.members) connection.close();
  }
}
