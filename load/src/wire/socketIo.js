import { postOf } from './postMessage.js';

/** @typedef {import('./meaning.js').Meaning} Meaning */

const OTHER = { meaning: /** @type {Meaning} */ ({ kind: 'other' }), messages: 0, shared: true };
const MESSAGES = '42["messages",';

/**
 * Socket.IO 5 over Engine.IO 4, WebSocket only: packets are `4` message, `2` ping; in messages `0` connect, `2` event,
 * `3` ack.
 * @param {import('./meaning.js').Target} target
 * @returns {import('./meaning.js').Wire}
 */
export function socketIo(target) {
  return {
    path: () => '/socket.io/?EIO=4&transport=websocket',

    read(payload) {
      const text = payload.toString();
      if (text === '2') return { ...OTHER, meaning: { kind: 'ping' } };
      if (text.startsWith(MESSAGES)) {
        const { messages } = JSON.parse(text.slice(MESSAGES.length, -1));
        return { meaning: { kind: 'messages', messages }, messages: messages.length, shared: true };
      }
      if (text.startsWith('43')) return { ...OTHER, meaning: readAck(text), shared: false };
      if (text.startsWith('0{')) return { ...OTHER, meaning: { kind: 'open' }, shared: false };
      if (text.startsWith('40')) return { ...OTHER, meaning: { kind: 'joined' }, shared: false };
      if (text.startsWith('44')) return { ...OTHER, meaning: { kind: 'refused', reason: text }, shared: false };
      return OTHER;
    },

    join: async () => '40',
    pong: '3',
    message: (text, clientId, number) => `42${number}["message",${JSON.stringify({ text, clientId })}]`,
    ackKey: (_clientId, number) => number,
    ...postOf(target),
  };
}

/** @param {string} text `43NUMBER[{...}]` @returns {Meaning} */
function readAck(text) {
  const bracket = text.indexOf('[');
  return { kind: 'ack', key: Number(text.slice(2, bracket)), ack: JSON.parse(text.slice(bracket))[0] };
}
