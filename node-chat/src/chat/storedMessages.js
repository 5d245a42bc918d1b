import { Broadcast } from './broadcast.js';
import { StoreQueue } from './storeQueue.js';

/** @import { Metrics } from '../metrics.js' */
/** @import { Message, MessageStore, NewMessage } from './stores.js' */
/** @import { Typing } from './typing.js' */

// For comparison: each message is a separate event, at once.
const NO_WINDOW = { maxMs: 0, eventMaxMessages: 1 };

/**
 * Stores messages, which gather for one insert, and broadcasts all that are stored, by this process or another, in id
 * order.
 * @param {object} options
 * @param {Pick<MessageStore, 'append' | 'readNew' | 'receive'>} options.messages
 * @param {(event: { messages: Message[] }) => number} options.emit to all; returns the number of receivers
 * @param {boolean} options.messageWindow whether messages of one window share an event
 * @param {Pick<Typing, 'stop'>} options.typing
 * @param {Metrics} options.metrics
 */
export function createStoredMessages({ messages, emit, messageWindow, typing, metrics }) {
  const broadcast = new Broadcast({
    deliver(/** @type {Message[]} */ stored) {
      metrics.onDelivered(stored.length, emit({ messages: stored }));
      for (const { user } of stored) typing.stop(user.id);
    },
    ...(messageWindow ? {} : NO_WINDOW),
  });
  const queue = new StoreQueue({
    async insert(/** @type {Omit<NewMessage, 'at'>[]} */ batch) {
      const at = new Date().toISOString();
      const started = performance.now();
      const result = await messages.append(batch.map((draft) => ({ ...draft, at })));
      const seconds = (performance.now() - started) / 1000;
      metrics.onStored(result.answers.filter(({ isNew }) => isNew).length, seconds);
      return result;
    },
    readNew: messages.readNew,
    onStored: broadcast.add,
  });

  /** Broadcasts messages that another process has stored. @param {Message[]} stored */
  const receive = (stored) => broadcast.add(messages.receive(stored));

  return {
    /** See StoreQueue.push. @param {Omit<NewMessage, 'at'>} draft */
    store: (draft) => queue.push(draft),
    receive,
    /** Broadcasts what waits, and those of these that were not broadcast yet. @param {Message[]} stored */
    broadcastNow(stored) {
      receive(stored);
      broadcast.flush();
    },
    catchUp: () => queue.catchUp(),
    /** @returns {Promise<void>} resolves when all messages are stored and broadcast */
    async close() {
      await queue.close();
      broadcast.flush();
    },
  };
}

/** @typedef {ReturnType<typeof createStoredMessages>} StoredMessages */
