import { contract } from '../contract.js';
import { cleanClientId, cleanText } from './fields.js';
import { createWindow } from './window.js';

/** @typedef {import('./userStore.js').User} User @typedef {import('./messageStore.js').Sent} Sent @typedef {import('./messageStore.js').Message} Message */

/** @typedef {Pick<import('./window.js').WindowParts<unknown, unknown, unknown>, 'onInsert' | 'onBroadcast' | 'onDeliverError'>} Observers */

// The contract allows 5 s; what is left is for the answer's way.
const DEADLINE_MS = 4500;

/**
 * Sending: checks, allowance, then the window that stores, acknowledges and broadcasts.
 * @param {object} parts
 * @param {Pick<import('./messageStore.js').MessageStore, 'append' | 'known' | 'find'>} parts.messages
 * @param {(messages: Message[]) => void} parts.deliver
 * @param {import('./limits/messageAllowances.js').MessageAllowances | null} parts.allowances null: no rate limit
 * @param {boolean} [parts.gathers] false: stored messages do not wait for each other
 * @param {Observers} observers told of each insert and broadcast
 */
export function createSendMessage({ messages, deliver, allowances, gathers = true }, observers = {}) {
  const { maxMs, maxMessages, maxBytes, pendingMaxMessages } = contract.window;
  /** @type {ReturnType<typeof createWindow<import('./messageStore.js').NewMessage, Sent, Message>>} */
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

  /** @type {Set<string>} users for whom an old message is looked up: one at a time, for who floods asks the database nothing more */
  const lookingUp = new Set();

  /**
   * A repeated clientId costs nothing, so it is answered by an empty allowance too, however old its message is.
   * @param {string} userId
   * @param {string} clientId
   * @param {unknown} refusal
   * @param {(error: unknown, answer?: Sent) => void} done
   */
  async function answerRepeated(userId, clientId, refusal, done) {
    if (lookingUp.has(userId)) return done(refusal);
    lookingUp.add(userId);
    const old = await messages.find(userId, clientId).catch(() => null);
    lookingUp.delete(userId);
    if (old) done(null, { message: old, repeated: true });
    else done(refusal);
  }

  /**
   * @param {User} user
   * @param {{ text?: unknown, clientId?: unknown }} input
   * @param {'post' | 'socket'} way each has an allowance of its own
   * @param {(error: unknown, answer?: Sent) => void} done called once: after the commit, before the broadcast
   */
  function sendMessage(user, input, way, done) {
    let text, clientId;
    try {
      text = cleanText(input.text);
      clientId = cleanClientId(input.clientId);
      const known = messages.known(user.id, clientId);
      if (known) return done(null, { message: known, repeated: true });
    } catch (error) {
      return done(error);
    }
    try {
      allowances?.take(user.id, way);
    } catch (refusal) {
      return void answerRepeated(user.id, clientId, refusal, done);
    }
    const draft = { user, text, at: new Date().toISOString(), clientId };
    window.push(draft, Buffer.byteLength(text), (error, answer) => {
      if (error || answer?.repeated) allowances?.giveBack(user.id, way);
      done(error, answer);
    });
  }

  return { sendMessage, close: window.close };
}
