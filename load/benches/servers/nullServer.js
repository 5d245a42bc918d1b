import { now } from '../../ledger/clock.js';
import { nullChat } from './nullChat.js';

/**
 * Sends windows of messages to everybody who has joined. What a crowd receives from it is what this client can take at most,
 * and how late it takes it.
 *
 *   nullServer.js WIRE MESSAGES_PER_WINDOW RECEIVERS RUN [WINDOWS_PER_SECOND]
 *
 * It begins when RECEIVERS have joined, and sends as fast as the sockets take it, or at a fixed rate.
 */
const [wire, run] = [process.argv[2], process.argv[5]];
const [perWindow, receivers, windowsPerSecond] = [3, 4, 6].map((place) => Number(process.argv[place]));
// So many windows may be on their way: with one, sockets idle while the next is made.
const WINDOWS_AHEAD = 2;
// Joining leaves garbage, which has time to go.
const SETTLE_MS = 2500;

let lastId = 0;
const { server, joined, windowOf } = nullChat({
  wire,
  run,
  onJoined: (count) => {
    if (count === receivers) setTimeout(windowsPerSecond ? sendPaced : sendWindows, SETTLE_MS);
  },
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
  const firstId = lastId + 1;
  lastId += perWindow;
  return windowOf(firstId, perWindow, due);
}
