/**
 * A message of one's own that is not in the conversation yet.
 * @typedef {object} Outgoing
 * @property {string} clientId  for good, so that sending it again cannot store it twice
 * @property {string} text
 * @property {number} [replyTo] the id of an earlier message
 * @property {string} at        ISO 8601, when it was typed
 * @property {'sending' | 'failed'} state  failed: the server answered that it does not take it
 * @property {boolean} [late]   an attempt to send it ended without an answer
 * @property {number} [id]      its place in the conversation, once the server has told it
 * @property {string} [reason]  why it failed, for a person
 */

/** So many messages may wait for an answer or for their author: at 2000 characters far below what a browser keeps. */
export const OUTGOING_MAX = 100;
/** After an attempt without an answer the next one comes in a second, then in 2, 4, 8 ... s. */
const AGAIN_MS = 1000;
const AGAIN_MAX_MS = 30_000;

/**
 * Sends messages one after the other, so that they are stored in the order they were written, and keeps each until it
 * stands in the conversation, over reloads too. A message without an answer is sent again under its clientId until
 * there is one. It can be removed only after a refusal.
 *
 * @param {object} parts
 * @param {{ read: () => any, write: (value: any) => void }} parts.keep  where they survive a reload
 * @param {(message: import('./types.js').NewMessage) => Promise<import('./types.js').Message>} parts.transmit
 *   rejects with a ChatError
 * @param {() => void} parts.changed
 * @param {() => void} parts.sessionEnded
 */
export function createOutbox({ keep, transmit, changed, sessionEnded }) {
  /** @type {Outgoing[]} */
  let entries = readKept(keep.read());
  let sending = false;
  let closed = false;
  let failures = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const find = (/** @type {string} */ clientId) => entries.find((entry) => entry.clientId === clientId);
  const next = () => entries.find(({ state, id }) => state === 'sending' && id === undefined);

  /** @param {Outgoing[]} now */
  function become(now) {
    entries = now;
    keep.write(now.length ? now : null);
    changed();
  }

  async function run() {
    clearTimeout(timer);
    if (sending) return;
    sending = true;
    for (let entry; !closed && (entry = next()) && (await deliver(entry));) failures = 0;
    sending = false;
    if (closed || !next()) return;
    const ms = Math.min(AGAIN_MAX_MS, AGAIN_MS * 2 ** failures++);
    // Not all pages of a server that comes back at the same moment.
    timer = setTimeout(run, ms * (0.75 + Math.random() / 2));
  }

  /** @param {Outgoing} entry @returns {Promise<boolean>} whether there is an answer */
  async function deliver(entry) {
    const { text, clientId, replyTo } = entry;
    try {
      known(await transmit({ text, clientId, replyTo }));
      return true;
    } catch (thrown) {
      const error = /** @type {import('./chatError.js').ChatError} */ (thrown);
      if (error.code === 'not_logged_in') {
        sessionEnded();
        return false;
      }
      // Meanwhile the message itself may have come.
      if (entry.id !== undefined) return true;
      if (error.isFinal) Object.assign(entry, { state: 'failed', reason: error.message });
      else entry.late = true;
      become(entries);
      return error.isFinal;
    }
  }

  /** @param {import('./types.js').Message} message of one's own: acknowledged, pushed or read */
  function known({ clientId, id }) {
    const entry = find(clientId);
    if (!entry || entry.id === id) return;
    Object.assign(entry, { state: 'sending', id, late: undefined, reason: undefined });
    become(entries);
  }

  return {
    known,
    get entries() {
      return entries;
    },
    get isFull() {
      return entries.length >= OUTGOING_MAX;
    },
    /** @param {string} text @param {number} [replyTo] */
    send(text, replyTo) {
      const at = new Date().toISOString();
      become([...entries, { clientId: newClientId(), text, replyTo, at, state: 'sending' }]);
      run();
    },
    /** @param {string} clientId of a failed message; any other stays @returns {Outgoing | undefined} it */
    remove(clientId) {
      const failed = entries.find((entry) => entry.clientId === clientId && entry.state === 'failed');
      become(entries.filter((entry) => entry !== failed));
      return failed;
    },
    /** @param {number} lastId the conversation is here up to this id: what was sent below it stands there */
    settle(lastId) {
      const left = entries.filter(({ id }) => id === undefined || id > lastId);
      if (left.length < entries.length) become(left);
    },
    /** The connection is back. */
    goOn() {
      failures = 0;
      run();
    },
    /** Nothing is sent from now on: the next session may be another user's. */
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/**
 * Where the server was emptied, an id that it told before a reload says nothing: sending again brings the one it has.
 * @param {any} kept @returns {Outgoing[]}
 */
function readKept(kept) {
  if (!Array.isArray(kept)) return [];
  return kept
    .filter((entry) => typeof entry?.clientId === 'string' && typeof entry.text === 'string')
    .map(({ clientId, text, replyTo, at, state, reason }) => ({
      ...{ clientId, text, replyTo, at },
      ...(state === 'failed' ? { state, reason } : { state: 'sending' }),
    }));
}

/** 22 characters of [A-Za-z0-9_-], 128 random bits. crypto.randomUUID is missing on plain http pages of other hosts. */
function newClientId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
