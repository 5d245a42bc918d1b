/**
 * Answers 403 to a WebSocket handshake; engine.io would say 400.
 * @param {import('node:http').IncomingMessage} request
 */
export function refuseUpgrade(request) {
  request.socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
}
