import { Broadcast } from './broadcast.js';
import { StoreQueue } from './storeQueue.js';

/**
 * @template Draft, Answer, Message
 * @typedef {Omit<import('./storeQueue.js').StoreQueueParts<Draft, Answer, Message>, 'onStored'>
 *   & import('./broadcast.js').BroadcastParts<Message>} WindowParts
 */

/**
 * The store queue, and behind it the broadcast: what was stored is told to everybody.
 * @template Draft, Answer, Message
 * @param {WindowParts<Draft, Answer, Message>} parts
 */
export function createWindow(parts) {
  /** @type {Broadcast<Message>} */
  const broadcast = new Broadcast(parts);
  /** @type {StoreQueue<Draft, Answer, Message>} */
  const queue = new StoreQueue({ ...parts, onStored: (messages, since) => broadcast.add(messages, since) });
  return {
    /** @type {StoreQueue<Draft, Answer, Message>['push']} */
    push: (draft, bytes) => queue.push(draft, bytes),
    /**
     * Takes no more messages, and sees to those it has.
     * @returns {Promise<void>} resolves when all were stored and told
     */
    async close() {
      await queue.close();
      await broadcast.drain();
    },
  };
}
