import { ChatError } from '../ChatError.js';
import { Broadcast } from './broadcast.js';
import { cleanText } from './fields.js';
import { messagesKey } from './limits.js';
import { StoreQueue } from './storeQueue.js';

/** @import { Change, ChangeStore, Message, User } from './stores.js' */
/** @import { Allowance } from './limits.js' */

// Of one batch. Each is a separate update, which costs more than a message in an insert of many.
const CHANGES_MAX = 50;

/**
 * Editing and deleting own messages: limit, author, then a queue as for sending.
 * @param {object} options
 * @param {Pick<ChangeStore, 'rev' | 'find' | 'apply' | 'readNew' | 'receive'>} options.changes
 * @param {(messages: Message[]) => void} options.broadcastNow broadcasts messages that were not broadcast yet: clients
 *   ignore a change of a message that they do not have
 * @param {(event: { after: number, messages: Message[] }) => void} options.emit after: earlier events cover all changes
 *   up to this revision
 * @param {Allowance} options.allowance
 */
export function createChangeMessage({ changes, broadcastNow, emit, allowance }) {
  let lastRev = changes.rev;
  const broadcast = new Broadcast({
    deliver(/** @type {Message[]} */ messages) {
      const after = lastRev;
      lastRev = /** @type {number} */ (messages[messages.length - 1].rev);
      broadcastNow(messages);
      emit({ after, messages });
    },
  });
  const queue = new StoreQueue({
    insert: (/** @type {Change[]} */ wanted) => changes.apply(wanted),
    readNew: changes.readNew,
    onStored: broadcast.add,
    maxMessages: CHANGES_MAX,
  });

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
    /** Broadcasts changes of another process. @param {{ after: number, messages: Message[] }} changed */
    receive: (changed) => broadcast.add(changes.receive(changed)),
    catchUp: () => queue.catchUp(),
    async close() {
      await queue.close();
      broadcast.flush();
    },
  };
}

/** @typedef {ReturnType<typeof createChangeMessage>} ChangeMessage */
