/** After an attempt without an answer the next one comes in a second, then in 2, 4, 8 ... s. */
const AGAIN_MS = 1000;
/** No pause is longer. */
const AGAIN_MAX_MS = 30_000;

/**
 * Sends what is in the outbox, one message after the other, so that they are stored in the order they were written.
 * It sends a message without an answer again, under its clientId, until there is one. It deletes what was discarded
 * and is stored after all.
 *
 * @param {object} parts
 * @param {import('./outbox.js').Outbox} parts.outbox
 * @param {(message: { text: string, clientId: string }) => Promise<import('./types.js').Message>} parts.transmit
 *   rejects with a ChatError
 * @param {(id: number) => Promise<void>} parts.remove  deletes a message of one's own; rejects with a ChatError
 * @param {(message: import('./types.js').Message) => void} parts.stored  a message has its place in the conversation
 * @param {() => void} parts.changed
 * @param {() => void} parts.sessionEnded
 */
export function createSending({ outbox, transmit, remove, stored, changed, sessionEnded }) {
  const messages = createQueue(() => outbox.unsent[0], deliver);
  const removals = createQueue(() => outbox.unwanted[0], takeBack);

  /** @param {import('./outbox.js').Outgoing} entry @returns {Promise<boolean>} whether there is an answer */
  async function deliver({ clientId, text }) {
    try {
      const message = await transmit({ text, clientId });
      known(message);
      stored(message);
      return true;
    } catch (thrown) {
      const error = /** @type {import('./chatError.js').ChatError} */ (thrown);
      if (error.code === 'not_logged_in') {
        sessionEnded();
        return false;
      }
      // Meanwhile the message itself may have come, or its author discarded it.
      if (outbox.find(clientId)?.state === 'sent') return true;
      if (error.isFinal) outbox.refused(clientId, error.message);
      else outbox.overdue(clientId);
      changed();
      return error.isFinal;
    }
  }

  /** @param {import('./outbox.js').Outgoing} entry @returns {Promise<boolean>} whether the message is gone */
  async function takeBack({ clientId, id }) {
    try {
      await remove(Number(id));
    } catch (thrown) {
      const { code } = /** @type {import('./chatError.js').ChatError} */ (thrown);
      if (code === 'not_logged_in') sessionEnded();
      if (code !== 'message_not_found') return false;
    }
    outbox.forget(clientId);
    return true;
  }

  /** @param {import('./types.js').Message} message of one's own: acknowledged, pushed or read */
  function known(message) {
    outbox.stored(message.clientId, message);
    if (outbox.find(message.clientId)?.state === 'discarded') removals.goOn();
  }

  return {
    known,
    /** @param {string} text @param {number} after the newest id known */
    send(text, after) {
      outbox.add(text, new Date(), after);
      changed();
      messages.goOn();
    },
    /** @param {string} clientId of a refused message */
    retry(clientId) {
      outbox.retry(clientId);
      changed();
      messages.goOn();
    },
    /** @param {string} clientId of a message that is unknown or refused */
    discard(clientId) {
      outbox.discard(clientId, new Date());
      changed();
      removals.goOn();
    },
    /** The connection is back, or the server answers again. */
    goOn() {
      messages.goOn();
      removals.goOn();
    },
    /** Nothing is sent from now on: the next session may be another user's. */
    close() {
      messages.close();
      removals.close();
    },
  };
}

/**
 * Takes one step after the other while there is something to do. After a step without an answer it waits, longer each
 * time.
 * @template T
 * @param {() => T | undefined} next
 * @param {(item: T) => Promise<boolean>} step  whether there was an answer; never rejects
 */
function createQueue(next, step) {
  let running = false;
  let closed = false;
  let failures = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  async function run() {
    clearTimeout(timer);
    if (running) return;
    running = true;
    for (let item; !closed && (item = next());) {
      if (await step(item)) failures = 0;
      else break;
    }
    running = false;
    if (closed || !next()) return;
    const ms = Math.min(AGAIN_MAX_MS, AGAIN_MS * 2 ** failures++);
    // Not all pages of a server that comes back at the same moment.
    timer = setTimeout(run, ms * (0.75 + Math.random() / 2));
  }

  return {
    goOn() {
      failures = 0;
      run();
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
