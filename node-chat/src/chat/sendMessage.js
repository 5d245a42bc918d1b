import { Broadcast } from './broadcast.js';
import { cleanClientId, cleanReplyTo, cleanText } from './fields.js';
import { StoreQueue } from './storeQueue.js';

/** @import { Message, MessageStore, NewMessage, Sent, User } from './stores.js' */
/** @import { StoreQueueParts } from './storeQueue.js' */
/** @import { BroadcastParts } from './broadcast.js' */
/** @import { Limit } from './limits.js' */

/**
 * @typedef {StoreQueueParts<NewMessage, Sent, Message>} QueueParts
 * @typedef {Pick<BroadcastParts<Message>, 'onBroadcast' | 'onDeliverError'>} BroadcastObservers
 */

/**
 * Sending: checks the fields and the limit, then queues the message to be stored, acknowledged and broadcast.
 * @param {object} parts
 * @param {Pick<MessageStore, 'append' | 'hear' | 'lastId'>} parts.messages
 * @param {(messages: Message[]) => void} parts.deliver
 * @param {Limit | null} parts.limit null: no rate limit
 * @param {boolean} [parts.gathers] false: each message is a separate event, at once
 * @param {Pick<QueueParts, 'onInsert'> & BroadcastObservers & { onStored?: (messages: number) => void }} observers
 *   called after each insert and broadcast; onStored: with the number of messages that an insert stored
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
   * @param {User} user
   * @param {{ text?: unknown, clientId?: unknown, replyTo?: unknown }} input
   * @param {'post' | 'socket'} way each has a separate limit
   * @returns {Promise<Sent>} after the commit, before the broadcast
   * @throws {ChatError} an error of a field, too_many_messages, store_unavailable
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
    /** Broadcasts messages that another process has stored. @param {Message[]} stored */
    hear(stored) {
      const news = messages.hear?.(stored) ?? [];
      if (news.length > 0) broadcast.add(news, performance.now());
    },
    catchUp: () => queue.catchUp(),
    close: () => queue.close(),
  };
}
