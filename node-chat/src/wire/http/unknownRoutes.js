import { ChatError } from '../../ChatError.js';
import { isNoRequest } from './exactPaths.js';
import { routeOf } from './oneMessage.js';

/**
 * Tells an unknown path (404) from a known one that does not answer the method (405 with Allow).
 * @param {import('fastify').FastifyInstance} app before any route is added
 * @returns what such a request is refused with, its Allow header set
 */
export function answerUnknownRoutes(app) {
  /** @type {Map<string, Set<string>>} */
  const methods = new Map();
  app.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(url) ?? new Set();
    for (const one of [method].flat()) known.add(one);
    methods.set(url, known);
  });

  /**
   * @param {import('fastify').FastifyRequest} request
   * @param {import('fastify').FastifyReply} reply
   * @returns {ChatError}
   */
  function refusal(request, reply) {
    if (isNoRequest(request.raw)) return new ChatError('bad_request');
    const path = request.url.split('?', 1)[0];
    const isFile = path.startsWith('/web/') && !path.endsWith('/');
    const known = methods.get(routeOf(path)) ?? (isFile ? methods.get('/web/*') : undefined);
    // A GET that comes here was let through to a file that is not there.
    if (!known || known.has(request.method)) return new ChatError('not_found');
    reply.header('allow', [...known].sort().join(', '));
    return new ChatError('method_not_allowed');
  }

  app.setNotFoundHandler((request, reply) => {
    throw refusal(request, reply);
  });
  return refusal;
}
