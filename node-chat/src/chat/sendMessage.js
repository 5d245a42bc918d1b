import { ChatError } from '../ChatError.js';
import { cleanClientId, cleanReplyTo, cleanText } from './fields.js';
import { messagesKey } from './limits.js';

/** @import { MessageStore, Sent, User } from './stores.js' */
/** @import { Allowance } from './limits.js' */
/** @import { MessageQueue } from './messageQueue.js' */

/**
 * Sending: checks the fields and the limit, then queues the message.
 * @param {object} options
 * @param {Pick<MessageStore, 'lastId' | 'after'>} options.messages
 * @param {Pick<MessageQueue, 'push'>} options.queue
 * @param {Allowance} options.allowance
 */
export function createSendMessage({ messages, queue, allowance }) {
  /** Asks the store for an id above its last one: another process may have stored it. @param {number} id */
  const isStored = async (id) => id <= messages.lastId || (await messages.after(id - 1, 1)).messages.length > 0;

  /**
   * @param {User} user
   * @param {{ text?: unknown, clientId?: unknown, replyTo?: unknown }} input
   * @param {'post' | 'socket'} way each is counted apart
   * @returns {Promise<Sent>} after the commit, before the broadcast
   * @throws {ChatError} an error of a field, too_many_messages, message_not_found, store_unavailable
   */
  return async function sendMessage(user, input, way) {
    const text = cleanText(input.text);
    const clientId = cleanClientId(input.clientId);
    const replyTo = cleanReplyTo(input.replyTo);
    await allowance.take(messagesKey(user, way));
    if (replyTo && !(await isStored(replyTo))) throw new ChatError('message_not_found', { field: 'replyTo' });
    return queue.push({ user, text, clientId, replyTo });
  };
}
