import { ChatError } from '../ChatError.js';
import { cleanText } from './fields.js';
import { messagesKey } from './limits.js';

/** @import { ChangeStore, Message, User } from './stores.js' */
/** @import { Allowance } from './limits.js' */
/** @import { ChangeQueue } from './changeQueue.js' */

/**
 * A user edits or deletes a message of their own: checks limit and author, then stores the change, to be broadcast
 * after the author's answer.
 * @param {object} options
 * @param {Pick<ChangeStore, 'find'>} options.changes
 * @param {Pick<ChangeQueue, 'push'>} options.queue
 * @param {Allowance} options.allowance
 */
export function createChangeMessage({ changes, queue, allowance }) {
  /**
   * A change counts as a message, even if it is refused.
   * @param {User} user @param {number} id @param {string | null} text null: delete it
   * @returns {Promise<Message>} as it is stored now
   */
  async function change(user, id, text) {
    await allowance.take(messagesKey(user, 'post'));
    const message = await changes.find(id);
    if (!message) throw new ChatError('message_not_found');
    if (message.user.id !== user.id) throw new ChatError('not_yours');
    return queue.push({ message, text });
  }

  return {
    /**
     * @param {User} user @param {number} id @param {{ text?: unknown }} input
     * @returns {Promise<Message>} as it is stored
     * @throws {ChatError} an error of the text, too_many_messages, message_not_found, not_yours, message_deleted,
     *   store_unavailable
     */
    async edit(user, id, input) {
      const message = await change(user, id, cleanText(input.text));
      if (message.deleted) throw new ChatError('message_deleted');
      return message;
    },
    /**
     * @param {User} user @param {number} id
     * @returns {Promise<Message>} the deleted message, which keeps its id
     * @throws {ChatError} too_many_messages, message_not_found, not_yours, store_unavailable
     */
    delete: (user, id) => change(user, id, null),
  };
}
