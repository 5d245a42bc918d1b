import { intendedAtOf, isOfRun, textOf } from './clientIds.js';
import { Latencies } from './latencies.js';

/**
 * @typedef {object} SentMessage
 * @property {number} sentAt ms since 1970, at the first attempt
 * @property {number} [ackedAt] ms since 1970
 * @property {number} [id] the message's id, as the ack gave it
 * @property {string} [code] the error's code, if the server refused the message
 *
 * @typedef {object} Receiver
 * @property {number} joinedAt ms since 1970
 * @property {number | null} leftAt ms since 1970; null: it is still joined
 * @property {number[]} received ids of this run's messages in the order of arrival
 * @property {Record<number, string>} otherClientIds clientIds of messages whose id had come with another clientId
 *   before; by index in `received`
 * @property {number[]} altered indices in `received` of messages whose text is not the one that was sent
 *
 * @typedef {{id: number, clientId: string, text: string}} ReceivedMessage
 *
 * The server's answer to a message, over a socket or by HTTP. Some baselines acknowledge without an id: `taken`.
 * @typedef {{ok: true, message: ReceivedMessage} | {ok: true, taken: true} | {ok: false, error: {code: string}}} Ack
 *
 * @typedef {object} LedgerRecord the ledger of one process as plain data
 * @property {string} run prefix of the clientIds
 * @property {Record<string, SentMessage>} messages by clientId
 * @property {Record<string, Receiver>} receivers by name
 * @property {Record<string, string>} clientIds by message id, as the first receiver saw it
 * @property {Record<string, number>} errors number of errors by code
 * @property {string} ack histogram: latencies from the intended time to the ack
 * @property {string} delivery histogram: latencies from the intended time to each delivery
 */

/** Records what one process sends, which acks it gets, and what its receivers receive. The audit judges it. */
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

  /** @param {string} run prefix of the clientIds */
  constructor(run) {
    this.run = run;
  }

  /**
   * Records the first attempt to send a message. Further attempts under the same clientId change nothing.
   * @param {string} clientId
   * @param {number} sentAt ms since 1970
   */
  sent(clientId, sentAt) {
    if (this.messages.has(clientId)) return;
    this.messages.set(clientId, { sentAt });
  }

  /**
   * @param {string} clientId
   * @param {number | undefined} id undefined: the ack names no message
   * @param {number} ackedAt ms since 1970
   */
  acknowledged(clientId, id, ackedAt) {
    const message = this.messages.get(clientId);
    if (!message || message.ackedAt !== undefined) return;
    message.ackedAt = ackedAt;
    message.id = id;
    this.ack.record(ackedAt - intendedAtOf(clientId));
  }

  /** @param {string} clientId @param {string} code the error's */
  refused(clientId, code) {
    const message = this.messages.get(clientId);
    if (message) message.code = code;
    this.error(code);
  }

  /**
   * @param {string} clientId
   * @param {Ack | undefined} ack undefined: the server's answer is empty
   * @param {number} answeredAt ms since 1970
   */
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

  /** @param {string} name @param {number} joinedAt ms since 1970 */
  joined(name, joinedAt) {
    this.receivers.set(name, { joinedAt, leftAt: null, received: [], otherClientIds: {}, altered: [] });
  }

  /** @param {string} name @param {number} leftAt ms since 1970; the first call counts */
  left(name, leftAt) {
    const receiver = this.receivers.get(name);
    if (receiver) receiver.leftAt ??= leftAt;
  }

  /**
   * @param {string} name the receiver's
   * @param {ReceivedMessage[]} messages all messages of one event
   * @param {number} [receivedAt] ms since 1970; without it the caller fills `delivery` itself
   */
  received(name, messages, receivedAt) {
    const receiver = this.receivers.get(name);
    if (!receiver) return;
    for (const { id, clientId, text } of messages) {
      if (!isOfRun(clientId, this.run)) continue;
      const index = receiver.received.push(id) - 1;
      if (!this.clientIds.has(id)) this.clientIds.set(id, clientId);
      else if (this.clientIds.get(id) !== clientId) receiver.otherClientIds[index] = clientId;
      if (text !== textOf(clientId)) receiver.altered.push(index);
      if (receivedAt !== undefined) this.delivery.record(receivedAt - intendedAtOf(clientId));
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
