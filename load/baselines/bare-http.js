import http from 'node:http';

/**
 * node:http without a framework answers everything with an empty body. The difference to the chat is what Fastify and
 * the chat's hooks cost.
 *
 *   bare-http.js PORT
 */
http
  .createServer((_request, response) => response.end())
  .listen({ port: Number(process.argv[2]), host: '127.0.0.1', backlog: 4096 });
