import { Broadcast } from './broadcast.js';
import { cleanClientId, cleanReplyTo, cleanText } from './fields.js';
import { StoreQueue } from './storeQueue.js';

/**
 * @typedef {import('./stores.js').NewMessage} NewMessage
 * @typedef {import('./stores.js').Sent} Sent
 * @typedef {import('./stores.js').Message} Message
 * @typedef {import('./storeQueue.js').StoreQueueParts<NewMessage, Sent, Message>} QueueParts
 * @typedef {Pick<import('./broadcast.js').BroadcastParts<Message>, 'onBroadcast' | 'onDeliverError'>} BroadcastObservers
 */

/**
 * Sending: checks, limit, then the queue that stores, acknowledges and broadcasts.
 * @param {object} parts
 * @param {Pick<import('./stores.js').MessageStore, 'append' | 'hear' | 'lastId'>} parts.messages
 * @param {(messages: Message[]) => void} parts.deliver
 * @param {import('./limits.js').Limit | null} parts.limit null: no rate limit
 * @param {boolean} [parts.gathers] false: each message is an event of its own, at once
 * @param {Pick<QueueParts, 'onInsert'> & BroadcastObservers & { onStored?: (messages: number) => void }} observers told
 *   of each insert and broadcast, and how many messages an insert stored
 */
export function createSendMessage({ messages, deliver, limit, gathers = true }, observers = {}) {
  const broadcast = new Broadcast({ deliver, ...observers, ...(gathers ? {} : { maxMs: 0, eventMaxMessages: 1 }) });
  const queue = new StoreQueue({
    async insert(/** @type {NewMessage[]} */ batch) {
      const result = await messages.append(batch);
      observers.onStored?.(result.answers.filter(({ repeated }) => !repeated).length);
      return result;
    },
    broadcast,
    onInsert: observers.onInsert,
  });

  /**
   * @param {import('./stores.js').User} user
   * @param {{ text?: unknown, clientId?: unknown, replyTo?: unknown }} input
   * @param {'post' | 'socket'} way each has a limit of its own
   * @returns {Promise<Sent>} after the commit, before the broadcast
   * @throws {import('../ChatError.js').ChatError} a field's fault, too_many_messages, store_unavailable
   */
  async function sendMessage(user, input, way) {
    const text = cleanText(input.text);
    const clientId = cleanClientId(input.clientId);
    const replyTo = cleanReplyTo(input.replyTo, messages.lastId);
    await limit?.take(`${way}:${user.id}`);
    return queue.push({ user, text, at: new Date().toISOString(), clientId, replyTo }, Buffer.byteLength(text));
  }

  return {
    sendMessage,
    /** Tells what another process has stored. @param {Message[]} stored */
    hear(stored) {
      const news = messages.hear?.(stored) ?? [];
      if (news.length > 0) broadcast.add(news, performance.now());
    },
    catchUp: () => queue.catchUp(),
    close: () => queue.close(),
  };
}
