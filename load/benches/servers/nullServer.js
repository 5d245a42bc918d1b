import http from 'node:http';
import { makeClientId, textOf } from '../../ledger/clientIds.js';
import { now } from '../../ledger/clock.js';
import { acceptOf, serverFrame } from '../wire/webSocketFrames.js';

/**
 * Speaks just enough of a wire for a crowd to join, and sends windows of messages to everybody: no store, no session, no
 * message read. What a crowd receives from it is what this client can take at most, and how late it takes it.
 *
 *   nullServer.js WIRE MESSAGES_PER_WINDOW RECEIVERS RUN [WINDOWS_PER_SECOND]
 *
 * It begins when RECEIVERS have joined, and sends as fast as the sockets take it, or at a fixed rate.
 */
const [wire, run] = [process.argv[2], process.argv[5]];
const [perWindow, receivers, windowsPerSecond] = [3, 4, 6].map((place) => Number(process.argv[place]));
// So many windows may be on their way: with one, sockets idle while the next is made.
const WINDOWS_AHEAD = 2;

/** @type {Array<import('node:net').Socket>} */
const joined = [];
let lastId = 0;
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
      joined.push(/** @type {import('node:net').Socket} */ (socket));
      if (joined.length === receivers) setTimeout(windowsPerSecond ? sendPaced : sendWindows, 2500);
    });
  });
  socket.on('error', () => socket.destroy());
});
server.listen(0, '127.0.0.1', () => process.send?.(/** @type {any} */ (server.address()).port));

async function sendWindows() {
  /** @type {Array<Promise<unknown>>} */
  const ahead = [];
  for (;;) {
    const frame = nextWindow();
    ahead.push(Promise.all(joined.filter((socket) => !socket.destroyed).map((socket) => written(socket, frame))));
    if (ahead.length >= WINDOWS_AHEAD) await ahead.shift();
    if (joined.every((socket) => socket.destroyed)) process.exit();
  }
}

function sendPaced() {
  const startAt = now();
  let sent = 0;
  setInterval(() => {
    for (let due; (due = startAt + (sent / windowsPerSecond) * 1000) <= now(); sent++) {
      const frame = nextWindow(due);
      for (const socket of joined) socket.write(frame);
    }
  }, 1);
}

/** @param {import('node:net').Socket} socket @param {Buffer} frame */
const written = (socket, frame) => new Promise((resolve) => socket.write(frame, resolve));

/** @param {number} [due] ms since 1970 */
function nextWindow(due = now()) {
  const at = new Date(due).toISOString();
  const messages = Array.from({ length: perWindow }, () => {
    const id = ++lastId;
    const user = { id: '507f1f77bcf86cd799439011', name: 'bench 1' };
    const clientId = makeClientId({ run, sender: 0, number: id, intendedAt: due });
    return { id, user, text: textOf(clientId), at, clientId };
  });
  return serverFrame(
    wire === 'pusher' ? pusherEvent('messages', { messages }) : `42["messages",${JSON.stringify({ messages })}]`,
  );
}

/** @param {string} event @param {unknown} data */
function pusherEvent(event, data) {
  return JSON.stringify({ event, channel: 'presence-chat', data: JSON.stringify(data) });
}
