import { contract } from '../contract.js';
import { cleanClientId, cleanText } from './fields.js';
import { createWindow } from './window.js';

/**
 * @typedef {import('./stores.js').NewMessage} NewMessage
 * @typedef {import('./stores.js').Sent} Sent
 * @typedef {import('./stores.js').Message} Message
 * @typedef {import('./window.js').WindowParts<unknown, unknown, unknown>} WindowParts
 * @typedef {Pick<WindowParts, 'onInsert' | 'onBroadcast' | 'onDeliverError'>} Observers
 */

// The contract allows 5 s: the rest is for the answer.
const DEADLINE_MS = 4500;

/**
 * Sending: checks, limit, then the window that stores, acknowledges and broadcasts.
 * @param {object} parts
 * @param {Pick<import('./stores.js').MessageStore, 'append'>} parts.messages
 * @param {(messages: Message[]) => void} parts.deliver
 * @param {import('./limits.js').Limit | null} parts.limit null: no rate limit
 * @param {boolean} [parts.gathers] false: stored messages do not wait for each other
 * @param {Observers} observers told of each insert and broadcast
 */
export function createSendMessage({ messages, deliver, limit, gathers = true }, observers = {}) {
  const { maxMs, maxMessages, maxBytes, eventMaxMessages, pendingMaxMessages } = contract.window;
  /** @type {ReturnType<typeof createWindow<NewMessage, Sent, Message>>} */
  const window = createWindow({
    insert: (batch) => messages.append(batch),
    deliver,
    maxMs: gathers ? maxMs : 0,
    maxMessages,
    maxBytes,
    eventMaxMessages,
    pendingMax: pendingMaxMessages,
    deadlineMs: DEADLINE_MS,
    ...observers,
  });

  /**
   * @param {import('./stores.js').User} user
   * @param {{ text?: unknown, clientId?: unknown }} input
   * @param {'post' | 'socket'} way each has a limit of its own
   * @returns {Promise<Sent>} after the commit, before the broadcast
   * @throws {import('../ChatError.js').ChatError} a field's fault, too_many_messages, store_unavailable
   */
  async function sendMessage(user, input, way) {
    const text = cleanText(input.text);
    const clientId = cleanClientId(input.clientId);
    await limit?.take(`${way}:${user.id}`);
    return window.push({ user, text, at: new Date().toISOString(), clientId }, Buffer.byteLength(text));
  }

  return { sendMessage, close: window.close };
}
