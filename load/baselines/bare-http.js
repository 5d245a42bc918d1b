import http from 'node:http';

/**
 * node:http without a framework, an empty answer to everything: what Fastify and the chat's hooks cost is what is
 * missing from it.
 *
 *   bare-http.js PORT
 */
http
  .createServer((_request, response) => response.end())
  .listen({ port: Number(process.argv[2]), host: '127.0.0.1', backlog: 4096 });
