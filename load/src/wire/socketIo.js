import { postOf } from './postMessage.js';

/** @import { Endpoint, Meaning, Wire } from './types.js' */

const MESSAGES = '42["messages",';

/**
 * Speaks Socket.IO 5 over Engine.IO 4 by WebSocket only. Packets are `4` message, `2` ping; in messages `0` connect,
 * `2` event, `3` ack.
 * @param {Endpoint} endpoint
 * @returns {Wire}
 */
export function socketIoWire(endpoint) {
  return {
    path: '/socket.io/?EIO=4&transport=websocket',

    read(payload) {
      const text = payload.toString();
      if (text === '2') return { kind: 'ping' };
      if (text.startsWith(MESSAGES))
        return { kind: 'messages', messages: JSON.parse(text.slice(MESSAGES.length, -1)).messages };
      if (text.startsWith('43')) return readAck(text);
      if (text.startsWith('0{')) return { kind: 'open' };
      if (text.startsWith('40')) return { kind: 'joined' };
      if (text.startsWith('44')) return { kind: 'refused', reason: text };
      return { kind: 'other' };
    },

    join: async () => '40',
    pong: '3',
    message: (text, clientId, number) => `42${number}["message",${JSON.stringify({ text, clientId })}]`,
    ackKey: (number) => number,
    ...postOf(endpoint),
  };
}

/** @param {string} text `43NUMBER[{...}]` @returns {Meaning} */
function readAck(text) {
  const bracket = text.indexOf('[');
  return { kind: 'ack', key: Number(text.slice(2, bracket)), ack: JSON.parse(text.slice(bracket))[0] };
}
