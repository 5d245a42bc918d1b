import { makeClientId, textOf } from '../ledger/clientIds.js';
import { now } from '../machine/clock.js';

/** @typedef {Pick<import('./crowd.js').Member, 'connection'>} Member */

/** Sends over the members' sockets and notes the acks. After a break it sends the unanswered messages again. */
export class SocketSender {
  /** @type {Map<Member, Map<string | number, string>>} clientIds by the key of the ack that they wait for */
  #pendingAcks = new Map();

  /** @param {import('../ledger/ledger.js').Ledger} ledger */
  constructor(ledger) {
    this.ledger = ledger;
  }

  /** @param {Member} member @param {{sender: number, number: number, intendedAt: number}} message */
  send(member, message) {
    const clientId = makeClientId({ run: this.ledger.run, ...message });
    this.ledger.sent(clientId, now());
    this.#write(member, clientId);
  }

  /** Sends again what waits for an ack: the member has come back. @param {Member} member */
  resend(member) {
    const clientIds = [...(this.#pendingAcks.get(member)?.values() ?? [])];
    this.#pendingAcks.delete(member);
    for (const clientId of clientIds) this.#write(member, clientId);
  }

  /** No longer waits for the acks of a connection that broke. @param {Member} member */
  forget(member) {
    this.#pendingAcks.delete(member);
  }

  /** @param {Member} member @param {string} clientId */
  #write(member, clientId) {
    const { connection } = member;
    let pendingAcks = this.#pendingAcks.get(member);
    if (!pendingAcks) {
      this.#pendingAcks.set(member, (pendingAcks = new Map()));
      connection.onAck = (ack) => this.#take(member, ack);
    }
    // A broken connection writes nothing: the message waits for the next one.
    pendingAcks.set(connection.send(textOf(clientId), clientId), clientId);
  }

  /** @param {Member} member @param {import('../wire/types.js').Meaning} meaning an ack */
  #take(member, { key = '', ack }) {
    const clientId = this.#pendingAcks.get(member)?.get(key);
    if (clientId === undefined) return;
    this.#pendingAcks.get(member)?.delete(key);
    this.ledger.answered(clientId, ack, now());
  }
}
