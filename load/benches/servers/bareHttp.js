import http from 'node:http';

/** Bare node:http: the least that an HTTP framework on Node.js can cost. */
const server = http.createServer((_request, response) => response.writeHead(200, { 'content-length': 0 }).end());
server.listen({ port: 0, host: '127.0.0.1', backlog: 8192 }, () =>
  process.send?.(/** @type {any} */ (server.address()).port),
);
