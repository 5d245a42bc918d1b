import http from 'node:http';
import { makeClientId, textOf } from '../../ledger/clientIds.js';
import { acceptOf, serverFrame } from '../wire/webSocketFrames.js';

/** @typedef {import('node:net').Socket} Socket */

/**
 * Speaks just enough of a wire for a crowd to join: no store, no session, no message read.
 * @param {{wire: string, run: string, onJoined: (joined: number) => void}} plan run: begins the clientIds of its messages
 */
export function nullChat({ wire, run, onJoined }) {
  /** @type {Socket[]} */
  const joined = [];
  let socketIds = 0;
  const server = http.createServer((_request, response) => response.end('{}'));
  server.on('upgrade', (request, socket) => {
    const key = String(request.headers['sec-websocket-key']);
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${acceptOf(key)}\r\n\r\n`,
    );
    const opening = { socket_id: `1.${++socketIds}`, activity_timeout: 120 };
    socket.write(serverFrame(wire === 'pusher' ? pusherEvent('pusher:connection_established', opening) : '0{}'));
    socket.once('data', () => {
      const answer = wire === 'pusher' ? pusherEvent('pusher_internal:subscription_succeeded', {}) : '40{"sid":"null"}';
      socket.write(serverFrame(answer), () => {
        onJoined(joined.push(/** @type {Socket} */ (socket)));
      });
    });
    socket.on('error', () => socket.destroy());
  });

  /** @param {number} firstId @param {number} count messages @param {number} due ms since 1970 @returns {Buffer} the same for the same words, in whatever process */
  const windowOf = (firstId, count, due) => {
    const at = new Date(due).toISOString();
    const messages = Array.from({ length: count }, (_, place) => {
      const id = firstId + place;
      const user = { id: '507f1f77bcf86cd799439011', name: 'bench 1' };
      const clientId = makeClientId({ run, sender: 0, number: id, intendedAt: due });
      return { id, user, text: textOf(clientId), at, clientId };
    });
    return serverFrame(
      wire === 'pusher' ? pusherEvent('messages', { messages }) : `42["messages",${JSON.stringify({ messages })}]`,
    );
  };
  return { server, joined, windowOf };
}

/** @param {string} event @param {unknown} data */
function pusherEvent(event, data) {
  return JSON.stringify({ event, channel: 'presence-chat', data: JSON.stringify(data) });
}
