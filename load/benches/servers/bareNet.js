import net from 'node:net';

/** Answers whatever comes with the same bytes, unread: what a node:net server of one thread gives, not what a client can take at most. */
const ANSWER = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
const server = net.createServer((socket) => {
  socket.once('data', () => socket.end(ANSWER));
  socket.on('error', () => socket.destroy());
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 8192 }, () =>
  process.send?.(/** @type {any} */ (server.address()).port),
);
