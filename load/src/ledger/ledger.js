import { intendedAtOf, isOfRun, textOf } from './clientIds.js';
import { Latencies } from './latencies.js';

/**
 * @typedef {object} SentMessage
 * @property {number} sentAt ms since 1970, the first attempt @property {number} [ackedAt]
 * @property {number} [id] of the ack @property {string} [code] of an error
 *
 * @typedef {object} Receiver
 * @property {Array<{from: number, to: number | null}>} stays when it was joined; null: still is
 * @property {number[]} received ids of this run in the order they came
 * @property {Record<number, string>} otherClientIds of those, by place in received, whose id came with another before
 * @property {number[]} altered places in received of messages whose text is not the one that was sent
 * @property {number[]} caughtUp ids read from the store after a break
 *
 * @typedef {{id: number, clientId: string, text: string}} ReceivedMessage
 *
 * The answer to a message, over a socket or by HTTP; taken: a baseline's, which names no message.
 * @typedef {{ok: true, message: ReceivedMessage} | {ok: true, taken: true} | {ok: false, error: {code: string}}} Ack
 *
 * @typedef {object} LedgerRecord one process's ledger, as data
 * @property {string} run that begins the clientIds of its messages
 * @property {Record<string, SentMessage>} messages by clientId @property {Record<string, Receiver>} receivers by name
 * @property {Record<string, string>} clientIds by message id, as the first receiver saw it
 * @property {Record<string, number>} errors how often, by code
 * @property {string} ack latencies from the intended time @property {string} delivery the same to each delivery
 */

/**
 * Writes down what one process sends, hears acknowledged, and receives at each receiver. Judges nothing.
 */
export class Ledger {
  /** @type {Map<string, SentMessage>} */
  messages = new Map();
  /** @type {Map<string, Receiver>} */
  receivers = new Map();
  /** @type {Map<number, string>} */
  clientIds = new Map();
  /** @type {Map<string, number>} */
  errors = new Map();
  ack = new Latencies();
  delivery = new Latencies();

  /** @param {string} run begins the clientId of each of its messages */
  constructor(run) {
    this.run = run;
  }

  /** @param {string} clientId @param {number} sentAt ms; a repeated send of the same clientId changes nothing */
  sent(clientId, sentAt) {
    if (this.messages.has(clientId)) return;
    this.messages.set(clientId, { sentAt });
  }

  /** @param {string} clientId @param {number | undefined} id a server may give none @param {number} ackedAt ms */
  acknowledged(clientId, id, ackedAt) {
    const message = this.messages.get(clientId);
    if (!message || message.ackedAt !== undefined) return;
    message.ackedAt = ackedAt;
    message.id = id;
    this.ack.record(ackedAt - intendedAtOf(clientId));
  }

  /** @param {string} clientId @param {string} code error code of the answer */
  refused(clientId, code) {
    const message = this.messages.get(clientId);
    if (message) message.code = code;
    this.error(code);
  }

  /** @param {string} clientId @param {Ack | undefined} ack its answer, or an empty one @param {number} answeredAt ms */
  answered(clientId, ack, answeredAt) {
    if (!ack?.ok) this.refused(clientId, ack?.error?.code ?? 'bad_ack');
    else if ('taken' in ack) this.acknowledged(clientId, undefined, answeredAt);
    else if (ack.message?.clientId !== clientId) this.refused(clientId, 'ack_of_another_message');
    else if (!Number.isInteger(ack.message.id)) this.refused(clientId, 'bad_ack');
    else this.acknowledged(clientId, ack.message.id, answeredAt);
  }

  /** @param {string} code */
  error(code) {
    this.errors.set(code, (this.errors.get(code) ?? 0) + 1);
  }

  /** @param {string} name @param {number} joinedAt ms */
  joined(name, joinedAt) {
    const stay = { from: joinedAt, to: null };
    const receiver = this.receivers.get(name);
    if (receiver) receiver.stays.push(stay);
    else this.receivers.set(name, { stays: [stay], received: [], otherClientIds: {}, altered: [], caughtUp: [] });
  }

  /** @param {string} name @param {number} leftAt ms */
  left(name, leftAt) {
    const stay = this.receivers.get(name)?.stays.at(-1);
    if (stay && stay.to === null) stay.to = leftAt;
  }

  /**
   * @param {string} name of a receiver @param {ReceivedMessage[]} messages of an event
   * @param {number} [receivedAt] ms; latencies are recorded elsewhere unless given
   */
  received(name, messages, receivedAt) {
    const receiver = this.receivers.get(name);
    if (!receiver) return;
    for (const { id, clientId, text } of messages) {
      if (!isOfRun(clientId, this.run)) continue;
      const place = receiver.received.push(id) - 1;
      if (!this.clientIds.has(id)) this.clientIds.set(id, clientId);
      else if (this.clientIds.get(id) !== clientId) receiver.otherClientIds[place] = clientId;
      if (text !== textOf(clientId)) receiver.altered.push(place);
      if (receivedAt !== undefined) this.delivery.record(receivedAt - intendedAtOf(clientId));
    }
  }

  /** @param {string} name @param {Array<{id: number, clientId: string}>} messages read from the store after a break */
  caughtUp(name, messages) {
    const receiver = this.receivers.get(name);
    for (const { id, clientId } of messages) {
      if (!isOfRun(clientId, this.run)) continue;
      receiver?.caughtUp.push(id);
      if (!this.clientIds.has(id)) this.clientIds.set(id, clientId);
    }
  }

  /** @returns {LedgerRecord} */
  toJSON() {
    const { run, messages, receivers, clientIds, errors, ack, delivery } = this;
    return {
      run,
      ack: ack.toJSON(),
      delivery: delivery.toJSON(),
      messages: Object.fromEntries(messages),
      receivers: Object.fromEntries(receivers),
      clientIds: Object.fromEntries(clientIds),
      errors: Object.fromEntries(errors),
    };
  }
}
