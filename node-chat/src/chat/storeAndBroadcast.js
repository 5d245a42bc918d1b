import { contract } from '../contract.js';
import { Broadcast } from './broadcast.js';
import { StoreQueue } from './storeQueue.js';

// The contract allows 5 s: the rest is for the answer.
const DEADLINE_MS = 4500;

/**
 * @template Draft, Answer, Message
 * @typedef {Omit<import('./storeQueue.js').StoreQueueParts<Draft, Answer, Message>, 'onStored'>
 *   & import('./broadcast.js').BroadcastParts<Message>} Both
 */

/**
 * What is not given is as contract.json says.
 * @template Draft, Answer, Message
 * @typedef {Pick<Both<Draft, Answer, Message>, 'insert' | 'deliver'> & Partial<Both<Draft, Answer, Message>>} Parts
 */

/**
 * The store queue, and behind it the broadcast: what was stored is told to everybody.
 * @template Draft, Answer, Message
 * @param {Parts<Draft, Answer, Message>} given
 */
export function createStoreAndBroadcast(given) {
  const { pendingMaxMessages, ...sizes } = contract.window;
  const parts = { ...sizes, pendingMax: pendingMaxMessages, deadlineMs: DEADLINE_MS, ...given };
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
