import { Broadcast } from './broadcast.js';

/** @import { Metrics } from '../metrics.js' */
/** @import { Message, MessageStore } from './stores.js' */
/** @import { Typing } from './typing.js' */

// With CHAT_WINDOW=off each message is a separate event, at once.
const NO_WINDOW = { windowMaxMs: 0, eventMaxMessages: 1 };

/**
 * Broadcasts all messages that are stored, by this process or another, in id order.
 * @param {object} options
 * @param {Pick<MessageStore, 'receive'>} options.messages
 * @param {(event: { messages: Message[] }) => number} options.emit to all; returns the number of receivers
 * @param {boolean} options.messageWindow whether messages of one window share an event
 * @param {Pick<Typing, 'stop'>} options.typing
 * @param {Pick<Metrics, 'onDelivered'>} options.metrics
 */
export function createStoredMessages({ messages, emit, messageWindow, typing, metrics }) {
  const broadcast = new Broadcast({
    deliver: (/** @type {Message[]} */ stored) => metrics.onDelivered(stored.length, emit({ messages: stored })),
    ...(messageWindow ? {} : NO_WINDOW),
  });

  /** This process has stored these, or read them from the store. @param {Message[]} stored the next ones, in id order */
  function onStored(stored) {
    broadcast.add(stored);
    for (const { user } of stored) typing.stop(user.id);
  }

  /** Another process has stored these. @param {Message[]} stored */
  const receive = (stored) => onStored(messages.receive(stored));

  return {
    onStored,
    receive,
    /** Broadcasts what waits, and those of these that were not broadcast yet. @param {Message[]} stored */
    broadcastNow(stored) {
      receive(stored);
      broadcast.flush();
    },
    close: () => broadcast.flush(),
  };
}

/** @typedef {ReturnType<typeof createStoredMessages>} StoredMessages */
