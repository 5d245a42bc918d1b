import { socketIoWire } from './socketIo.js';

/** @import { Endpoint, Wire } from './types.js' */

const MESSAGE = '42["chat message",';
const TAKEN = /** @type {const} */ ({ ok: true, taken: true });

/**
 * Speaks the events of Socket.IO's tutorial. A message is only a text there, so this client puts the clientId before
 * it. An ack says that the message is stored, but has no id.
 * @param {Endpoint} endpoint
 * @returns {Wire}
 */
export function tutorialWire(endpoint) {
  const wire = socketIoWire(endpoint);
  return {
    ...wire,

    read(payload) {
      const text = payload.toString('latin1', 0, MESSAGE.length);
      if (text === MESSAGE) {
        const [, content, id] = JSON.parse(payload.toString().slice(2));
        const space = content.indexOf(' ');
        const message = { id, clientId: content.slice(0, space), text: content.slice(space + 1) };
        return { kind: 'messages', messages: [message] };
      }
      if (text.startsWith('43')) return { kind: 'ack', key: parseInt(text.slice(2), 10), ack: TAKEN };
      return wire.read(payload);
    },

    message: (text, clientId, number) =>
      `42${number}["chat message",${JSON.stringify(`${clientId} ${text}`)},${JSON.stringify(clientId)}]`,
  };
}
