/**
 * A Socket.IO socket as a Wire.
 * @param {import('socket.io-client').Socket} socket connected, as artillery-engine-socketio-v3 leaves it on the context
 * @returns {import('./virtualUser.js').Wire}
 */
export function socketIoWire(socket) {
  // The engine would take a reconnection that fails, after a break, for the end of its connect step, and end the user.
  socket.removeAllListeners('connect_error');
  return {
    send: (text, clientId) => new Promise((resolve) => socket.emit('message', { text, clientId }, resolve)),
    onMessages: (listener) => socket.on('messages', (event) => listener(event.messages)),
    onBreak: (listener) => socket.on('disconnect', listener),
    onReturn: (listener) => socket.on('connect', listener),
    drop: () => socket.io.engine.close(),
  };
}
