/**
 * Sends what is in the outbox: at once where there is a connection, else when it is back.
 *
 * @param {object} parts
 * @param {import('./outbox.js').Outbox} parts.outbox
 * @param {(message: { text: string, clientId: string }) => Promise<import('./types.js').Message>} parts.transmit
 * @param {(message: import('./types.js').Message) => void} parts.stored  a message has its place in the conversation
 * @param {() => void} parts.changed
 * @param {() => void} parts.sessionEnded
 */
export function createSending({ outbox, transmit, stored, changed, sessionEnded }) {
  /** @type {Set<string>} */
  const underWay = new Set();

  /** @param {import('./outbox.js').Outgoing} entry */
  async function deliver({ clientId, text }) {
    if (underWay.has(clientId)) return;
    underWay.add(clientId);
    try {
      const message = await transmit({ text, clientId });
      outbox.stored(clientId, message.id);
      stored(message);
    } catch (thrown) {
      const error = /** @type {import('./chatError.js').ChatError} */ (thrown);
      if (error.code === 'not_logged_in') sessionEnded();
      // Without a connection it stays pending: it goes out when the connection is back.
      else if (error.code !== 'unreachable' && outbox.find(clientId)?.state === 'pending') {
        outbox.failed(clientId, error.message);
        changed();
      }
    } finally {
      underWay.delete(clientId);
    }
  }

  return {
    /** @param {string} text */
    send(text) {
      const entry = outbox.add(text, new Date());
      changed();
      deliver(entry);
    },
    /** @param {string} clientId of a failed message */
    retry(clientId) {
      const entry = outbox.find(clientId);
      if (!entry) return;
      outbox.pending(clientId);
      changed();
      deliver(entry);
    },
    /** The connection is back. */
    sendWaiting() {
      for (const entry of outbox.unsent) deliver(entry);
    },
  };
}
