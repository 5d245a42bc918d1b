const UNUSED_HANDSHAKE = Object.freeze({ headers: {}, query: {}, auth: {} });
/** @type {Map<number, () => void>} this server asks clients for no acknowledgements */
const NO_ACKS = new Map();

/**
 * Lets go of what Socket.IO keeps for each socket and this chat does not use: the request with its headers, a room of its
 * own, tables of acknowledgements. It is a quarter of what an idle socket holds on the heap.
 * @param {any} socket that joined
 */
export function slimDown(socket) {
  const { conn } = socket;
  conn.request = null;
  socket.handshake = UNUSED_HANDSHAKE;
  socket.acks = NO_ACKS;
  socket.leaveAll();
  const webSocket = conn.transport.socket;
  for (const listener of webSocket?.listeners('error') ?? []) {
    // Left over from the handshake, with the request in its scope.
    if (listener.name === 'onUpgradeError') webSocket.off('error', listener);
  }
}
