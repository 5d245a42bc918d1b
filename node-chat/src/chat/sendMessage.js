import { contract } from '../contract.js';
import { cleanClientId, cleanText } from './fields.js';
import { createWindow } from './window.js';

/**
 * @typedef {import('./stores.js').User} User
 * @typedef {import('./stores.js').Sent} Sent
 * @typedef {import('./stores.js').Message} Message
 * @typedef {import('./window.js').WindowParts<unknown, unknown, unknown>} WindowParts
 * @typedef {Pick<WindowParts, 'onInsert' | 'onBroadcast' | 'onDeliverError'>} Observers
 * @typedef {(error: unknown, answer?: Sent) => void} Done
 */

// Of the 5 s that the contract allows.
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
  const { maxMs, maxMessages, maxBytes, pendingMaxMessages } = contract.window;
  /** @type {ReturnType<typeof createWindow<import('./stores.js').NewMessage, Sent, Message>>} */
  const window = createWindow({
    insert: (batch) => messages.append(batch),
    deliver,
    maxMs: gathers ? maxMs : 0,
    maxMessages,
    maxBytes,
    pendingMax: pendingMaxMessages,
    deadlineMs: DEADLINE_MS,
    ...observers,
  });

  /**
   * @param {User} user
   * @param {{ text?: unknown, clientId?: unknown }} input
   * @param {'post' | 'socket'} way each has a limit of its own
   * @returns {Promise<import('./stores.js').NewMessage>}
   */
  async function admit(user, input, way) {
    const text = cleanText(input.text);
    const clientId = cleanClientId(input.clientId);
    await limit?.take(`${way}:${user.id}`);
    return { user, text, at: new Date().toISOString(), clientId };
  }

  /**
   * @param {User} user
   * @param {{ text?: unknown, clientId?: unknown }} input
   * @param {'post' | 'socket'} way
   * @param {Done} done called once: after the commit, before the broadcast
   */
  function sendMessage(user, input, way, done) {
    // A sender who cannot be answered keeps nobody else waiting.
    const tell = (/** @type {Parameters<Done>} */ ...answer) => {
      try {
        done(...answer);
      } catch (failure) {
        observers.onDeliverError?.(failure);
      }
    };
    admit(user, input, way).then((draft) => window.push(draft, Buffer.byteLength(draft.text), tell), tell);
  }

  return { sendMessage, close: window.close };
}
