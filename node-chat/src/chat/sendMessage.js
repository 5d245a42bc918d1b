import { contract } from '../contract.js';
import { cleanClientId, cleanText } from './fields.js';
import { createWindow } from './window.js';

/**
 * @typedef {import('./userStore.js').User} User
 * @typedef {import('./messageStore.js').Sent} Sent
 * @typedef {import('./messageStore.js').Message} Message
 * @typedef {import('./window.js').WindowParts<unknown, unknown, unknown>} WindowParts
 * @typedef {Pick<WindowParts, 'onInsert' | 'onBroadcast' | 'onDeliverError'>} Observers
 * @typedef {(error: unknown, answer?: Sent) => void} Done
 */

// Of the 5 s that the contract allows.
const DEADLINE_MS = 4500;

/**
 * Sending: checks, allowance, then the window that stores, acknowledges and broadcasts.
 * @param {object} parts
 * @param {Pick<import('./messageStore.js').MessageStore, 'append' | 'known' | 'find'>} parts.messages
 * @param {(messages: Message[]) => void} parts.deliver
 * @param {import('../protection/limits/allowances.js').MessageAllowances | null} parts.allowances null: no rate limit
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

  /** @type {Map<string, Done[]>} by user and clientId: those who repeat a message that is on its way to the store */
  const sending = new Map();
  /** @typedef {{ clientId: string, found: Promise<Message | null> }} Lookup */
  /** @type {Map<string, Lookup>} by user: the old message that is looked up */
  const lookingUp = new Map();

  /** A sender who cannot be answered keeps nobody else waiting. @param {Done} done @param {Parameters<Done>} answer */
  function tell(done, ...answer) {
    try {
      done(...answer);
    } catch (failure) {
      observers.onDeliverError?.(failure);
    }
  }

  /**
   * A user beyond the allowance may still repeat an old message. One lookup per user at a time.
   * @param {string} userId
   * @param {string} clientId
   * @param {unknown} refusal
   * @param {Done} done
   * @returns {boolean | void} true: another has begun the lookup
   */
  function answerRepeated(userId, clientId, refusal, done) {
    const begun = lookingUp.get(userId);
    const lookup = begun ?? { clientId, found: messages.find(userId, clientId).catch(() => null) };
    if (!begun) {
      lookingUp.set(userId, lookup);
      lookup.found.then(() => lookingUp.delete(userId));
    }
    if (lookup.clientId !== clientId) return void done(refusal);
    lookup.found.then((message) => (message ? tell(done, null, { message, repeated: true }) : tell(done, refusal)));
    return begun !== undefined;
  }

  /**
   * @param {User} user
   * @param {{ text?: unknown, clientId?: unknown }} input
   * @param {'post' | 'socket'} way each has an allowance of its own
   * @param {Done} done called once: after the commit, before the broadcast
   * @returns {boolean | void} true: `done` waits for an answer that another has asked for, and nobody knows its size
   */
  function sendMessage(user, input, way, done) {
    let text, clientId;
    try {
      text = cleanText(input.text);
      clientId = cleanClientId(input.clientId);
      const known = messages.known(user.id, clientId);
      if (known) return void done(null, { message: known, repeated: true });
    } catch (error) {
      return void done(error);
    }
    const key = `${user.id}:${clientId}`;
    const repeats = sending.get(key);
    if (repeats) {
      repeats.push(done);
      return true;
    }
    try {
      allowances?.take(`${way}:${user.id}`);
    } catch (refusal) {
      return answerRepeated(user.id, clientId, refusal, done);
    }
    sending.set(key, []);
    const draft = { user, text, at: new Date().toISOString(), clientId };
    window.push(draft, Buffer.byteLength(text), (error, answer) => {
      const waiting = /** @type {Done[]} */ (sending.get(key));
      sending.delete(key);
      if (error || answer?.repeated) allowances?.giveBack(`${way}:${user.id}`);
      tell(done, error, answer);
      for (const repeat of waiting) tell(repeat, error, answer && { ...answer, repeated: true });
    });
  }

  return { sendMessage, close: window.close };
}
