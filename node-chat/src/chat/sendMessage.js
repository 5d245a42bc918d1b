import { ChatError } from '../ChatError.js';
import { Broadcast } from './broadcast.js';
import { cleanClientId, cleanReplyTo, cleanText } from './fields.js';
import { messagesKey } from './limits.js';
import { StoreQueue } from './storeQueue.js';

/** @import { Metrics } from '../metrics.js' */
/** @import { Message, MessageStore, NewMessage, Sent, User } from './stores.js' */
/** @import { Allowance } from './limits.js' */
/** @import { Typing } from './typing.js' */

// For comparison: each message is a separate event, at once.
const NO_WINDOW = { maxMs: 0, eventMaxMessages: 1 };

/**
 * Sending: checks the fields and the limit, then queues the message to be stored, acknowledged and broadcast.
 * @param {object} options
 * @param {Pick<MessageStore, 'append' | 'readNew' | 'receive' | 'lastId' | 'after'>} options.messages
 * @param {(event: { messages: Message[] }) => number} options.emit to all; returns the number of receivers
 * @param {Allowance} options.allowance
 * @param {boolean} options.messageWindow whether messages of one window share an event
 * @param {Pick<Typing, 'stop'>} options.typing
 * @param {Metrics} options.metrics
 */
export function createSendMessage({ messages, emit, allowance, messageWindow, typing, metrics }) {
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

  /** Asks the store for an id above its last one: another process may have stored it. @param {number} id */
  const isStored = async (id) => id <= messages.lastId || (await messages.after(id - 1, 1)).messages.length > 0;

  /**
   * @param {User} user
   * @param {{ text?: unknown, clientId?: unknown, replyTo?: unknown }} input
   * @param {'post' | 'socket'} way each is counted apart
   * @returns {Promise<Sent>} after the commit, before the broadcast
   * @throws {ChatError} an error of a field, too_many_messages, message_not_found, store_unavailable
   */
  async function send(user, input, way) {
    const text = cleanText(input.text);
    const clientId = cleanClientId(input.clientId);
    const replyTo = cleanReplyTo(input.replyTo);
    await allowance.take(messagesKey(user, way));
    if (replyTo && !(await isStored(replyTo))) throw new ChatError('message_not_found', { field: 'replyTo' });
    return queue.push({ user, text, clientId, replyTo });
  }

  return {
    send,
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

/** @typedef {ReturnType<typeof createSendMessage>} SendMessage */
