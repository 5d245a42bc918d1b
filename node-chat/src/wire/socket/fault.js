/**
 * @typedef {import('../../store/store.js').Message} Message
 * @typedef {(receiver: object, messages: Message[]) => Message[]} Fault what this receiver gets instead
 */

/**
 * Breaks one delivery (a message at a receiver) in N on purpose, so that a load client can show that it would notice.
 * @param {NonNullable<import('../../config.js').Config['fault']>} settings
 * @returns {Fault}
 */
export function createFault({ kind, oneIn }) {
  let deliveries = 0;
  /** @type {WeakMap<object, Message>} a message that came alone and waits to be overtaken */
  const held = new WeakMap();

  return function breakDelivery(receiver, messages) {
    const before = deliveries;
    deliveries += messages.length;
    const chosen = oneIn - 1 - (before % oneIn); // place in messages of the delivery to break
    const result = chosen < messages.length ? broken(receiver, messages, chosen) : messages;
    const overtaken = held.get(receiver);
    if (!overtaken || result.length === 0) return result;
    held.delete(receiver);
    return [...result, overtaken];
  };

  /** @param {object} receiver @param {Message[]} messages @param {number} i */
  function broken(receiver, messages, i) {
    if (kind === 'drop') return messages.toSpliced(i, 1);
    if (kind === 'double') return messages.toSpliced(i, 0, messages[i]);
    if (messages.length === 1) {
      held.set(receiver, messages[0]);
      return [];
    }
    const j = Math.max(1, i);
    return messages.toSpliced(j - 1, 2, messages[j], messages[j - 1]);
  }
}
