import { Broadcast } from './broadcast.js';
import { StoreQueue } from './storeQueue.js';

/**
 * @template Draft, Answer, Message
 * @typedef {Omit<import('./storeQueue.js').StoreQueueParts<Draft, Answer, Message>, 'onStored' | 'onAnswerError'>
 *   & Omit<import('./broadcast.js').BroadcastParts<Message>, 'mustWait'>} WindowParts
 */

/**
 * The store queue, and behind it the broadcast: what was stored is told to everybody, and the next insert is on its
 * way before.
 * @template Draft, Answer, Message
 * @param {WindowParts<Draft, Answer, Message>} parts
 */
export function createWindow(parts) {
  /** @type {Broadcast<Message>} */
  const broadcast = new Broadcast({ ...parts, mustWait: () => queue.isStarting });
  /** @type {StoreQueue<Draft, Answer, Message>} */
  const queue = new StoreQueue({
    ...parts,
    onStored: (messages, since) => broadcast.add(messages, since),
    onAnswerError: parts.onDeliverError,
  });
  return {
    /** @type {StoreQueue<Draft, Answer, Message>['push']} */
    push: (draft, bytes, done) => queue.push(draft, bytes, done),
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
