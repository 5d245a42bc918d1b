const EVERY_MS = 1000;

/**
 * Reads from a WebSocket as much as a slow line would carry; the rest waits where it came from.
 * @param {import('ws').WebSocket} socket @param {number} bytesPerSecond
 * @returns {() => void} ends it: what waits is read, so that the connection can be closed
 */
export function readSlowly(socket, bytesPerSecond) {
  let surplus = 0;
  const take = (/** @type {import('ws').RawData} */ data) => {
    surplus += /** @type {Buffer} */ (data).length;
    if (surplus >= bytesPerSecond) socket.pause();
  };
  const timer = setInterval(() => {
    surplus = Math.max(0, surplus - bytesPerSecond);
    if (surplus < bytesPerSecond) socket.resume();
  }, EVERY_MS);
  socket.on('message', take);
  return () => {
    clearInterval(timer);
    socket.off('message', take);
    socket.resume();
  };
}
