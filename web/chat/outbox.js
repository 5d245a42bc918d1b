import { backOff } from './pauses.js';

/** @import { ChatError } from './chatError.js' */
/** @import { Message, NewMessage } from './types.js' */
/** @import { StoredValue } from './storedValue.js' */

/**
 * An own message that is not in the conversation yet.
 * @typedef {object} Outgoing
 * @property {string} clientId  never changes, so that a second attempt cannot store the message twice
 * @property {string} text
 * @property {number} [replyTo] the id of an earlier message
 * @property {string} at        ISO 8601, when it was typed
 * @property {'sending' | 'failed'} state  failed: the server refused it
 * @property {boolean} [late]   an attempt to send it ended without an answer
 * @property {number} [id]      the message's id, after the server has answered
 * @property {string} [reason]  why the server refused it, for a person
 */

/** The next attempt follows an unanswered one after a second, then after 2, 4, 8 ... s. */
const AGAIN_MS = 1000;
const AGAIN_MAX_MS = 30_000;

/**
 * Sends messages one after the other, so that they are stored in the order they were written. It keeps each message
 * until the conversation has it, also over reloads. A message without an answer is sent again under its clientId until
 * one comes. It can be removed only after a refusal.
 *
 * @param {object} parts
 * @param {StoredValue} parts.storage  storage that survives a reload
 * @param {(message: NewMessage) => Promise<Message>} parts.transmit  rejects with a ChatError
 * @param {() => void} parts.changed
 * @param {() => void} parts.sessionEnded
 */
export function createOutbox({ storage, transmit, changed, sessionEnded }) {
  /**
   * A reload drops ids, because the server may have been emptied; a second attempt brings the valid id.
   * @type {Outgoing[]}
   */
  let entries = (storage.read() ?? []).map((/** @type {Outgoing} */ one) => ({
    ...one,
    id: undefined,
    late: undefined,
  }));
  let sending = false;
  let closed = false;
  let failures = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const next = () => entries.find(({ state, id }) => state === 'sending' && id === undefined);

  /** @param {Outgoing[]} now */
  function become(now) {
    // This user's next session keeps its own messages.
    if (closed) return;
    // A full storage throws: the message stays in the text field.
    storage.write(now);
    entries = now;
    changed();
  }

  async function run() {
    clearTimeout(timer);
    if (sending) return;
    sending = true;
    for (let entry; !closed && (entry = next()) && (await deliver(entry));) failures = 0;
    sending = false;
    if (closed || !next()) return;
    timer = setTimeout(run, backOff(failures++, AGAIN_MS, AGAIN_MAX_MS));
  }

  /** @param {Outgoing} entry @returns {Promise<boolean>} whether there is an answer */
  async function deliver(entry) {
    const { text, clientId, replyTo } = entry;
    try {
      known(await transmit({ text, clientId, replyTo }));
      return true;
    } catch (thrown) {
      const error = /** @type {ChatError} */ (thrown);
      if (error.code === 'not_logged_in') {
        sessionEnded();
        return false;
      }
      // The message may have come before this error.
      if (entry.id !== undefined) return true;
      if (error.isFinal) Object.assign(entry, { state: 'failed', reason: error.message });
      else entry.late = true;
      become(entries);
      return error.isFinal;
    }
  }

  /** @param {Message} message an own message: acknowledged, pushed or read */
  function known({ clientId, id }) {
    const entry = entries.find((one) => one.clientId === clientId);
    if (!entry || entry.id === id) return;
    Object.assign(entry, { state: 'sending', id, late: undefined, reason: undefined });
    become(entries);
  }

  return {
    known,
    get entries() {
      return entries;
    },
    /** @param {string} text @param {number} [replyTo] */
    send(text, replyTo) {
      const at = new Date().toISOString();
      become([...entries, { clientId: newClientId(), text, replyTo, at, state: 'sending' }]);
      run();
    },
    /** Removes a message if it has failed. @param {string} clientId @returns {Outgoing | undefined} the message */
    remove(clientId) {
      const failed = entries.find((entry) => entry.clientId === clientId && entry.state === 'failed');
      become(entries.filter((entry) => entry !== failed));
      return failed;
    },
    /** Drops stored messages that the conversation has. @param {number} lastId newest id in memory */
    settle(lastId) {
      const left = entries.filter(({ id }) => id === undefined || id > lastId);
      if (left.length < entries.length) become(left);
    },
    /** Sends again at once: the connection is back. */
    resume() {
      failures = 0;
      run();
    },
    /** Stops sending: the next session may be another user's. */
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/** Makes 128 random bits. crypto.randomUUID is missing on plain http pages of other hosts. */
const newClientId = () => [...crypto.getRandomValues(new Uint32Array(4))].map((bits) => bits.toString(36)).join('-');
