import { StoreQueue } from './storeQueue.js';

/** @import { Metrics } from '../metrics.js' */
/** @import { Message, MessageStore, NewMessage, Sent } from './stores.js' */

/** @typedef {Omit<NewMessage, 'at'>} Draft */

/**
 * The queue of messages before the store. A message has the time of its insert.
 * @param {object} options
 * @param {Pick<MessageStore, 'append' | 'readNew'>} options.messages
 * @param {(stored: Message[]) => void} options.onStored see StoreQueue
 * @param {Pick<Metrics, 'onStored'>} options.metrics
 */
export const createMessageQueue = ({ messages, onStored, metrics }) =>
  new StoreQueue({
    async insert(/** @type {Draft[]} */ batch) {
      const at = new Date().toISOString();
      const started = performance.now();
      const result = await messages.append(batch.map((draft) => ({ ...draft, at })));
      const seconds = (performance.now() - started) / 1000;
      metrics.onStored(result.answers.filter(({ isNew }) => isNew).length, seconds);
      return result;
    },
    readNew: messages.readNew,
    onStored,
  });

/** @typedef {ReturnType<typeof createMessageQueue>} MessageQueue */
