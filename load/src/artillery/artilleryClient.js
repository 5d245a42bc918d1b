import { once } from 'node:events';
import { clockAhead, now } from '../ledger/clock.js';
import { ownTurns } from '../chat/turns.js';
import { startArtillery } from './startArtillery.js';
import { addressOf } from './wires.js';

// The order is on its way to the worker's thread for a moment.
const START_AFTER_MS = 500;

/** The flow of chat.yml that speaks a wire. @type {Record<string, string>} */
const FLOWS = { 'socket.io': 'node', pusher: 'laravel' };

/**
 * One process's part of a run, made by Artillery: `artillery run load/chat.yml` joins, sends and leaves as it is told.
 */
export class ArtilleryClient {
  /** @type {ReturnType<typeof startArtillery> | undefined} */
  #artillery;
  #joined = 0;
  #target = '';

  async gather() {}

  /**
   * @param {{target: import('../wire/meaning.js').Target, sessions: import('../wire/meaning.js').Session[]}} order
   * @returns {Promise<{joined: number, why: string | null}>}
   */
  async join({ target, sessions }) {
    this.#target = FLOWS[target.wire];
    if (!this.#target) throw new Error(`Artillery has no engine for ${target.wire}.`);
    this.#artillery = startArtillery({ led: true });
    const targets = { [this.#target]: addressOf(target) };
    const answer = await this.#ask({ users: sessions.length, sessions, targets, aheadMs: clockAhead() });
    this.#joined = answer.joined;
    return answer;
  }

  /**
   * @param {import('../chat/loadClient.js').SendOrder} order
   * @returns {Promise<{startAt: number, sentUntil: number}>}
   */
  send({ run, schedule, senders, startAt = now() + START_AFTER_MS, share = ownTurns(this.#joined, senders) }) {
    return this.#ask({ run, schedule, startAt, share });
  }

  /** @returns {Promise<import('../chat/runLoad.js').Left>} */
  async leave() {
    const { parts } = await this.#ask({ leave: true });
    return { parts: [parts[this.#target]] };
  }

  close() {
    this.#artillery?.child.kill('SIGKILL');
  }

  /**
   * @param {object} order @returns {Promise<any>} its answer
   * @throws {Error} with what Artillery said, where it ends
   */
  async #ask(order) {
    if (!this.#artillery) throw new Error('nobody has joined');
    const { child, said, ended } = this.#artillery;
    child.send(order);
    const answer = await Promise.race([once(child, 'message'), ended]);
    if (!Array.isArray(answer)) throw new Error(`Artillery ended:\n${said()}`);
    return answer[0];
  }
}
