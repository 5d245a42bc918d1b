import { ChatError } from '../ChatError.js';

/** @import { FastifyInstance } from 'fastify' */

/**
 * Makes each address answer 405 to methods that it lacks, with its methods in Allow. Fastify has no such answer.
 * @param {FastifyInstance} app before any route is added
 * @returns {() => void} call it after the last route
 */
export function addMethodNotAllowed(app) {
  /** @type {Map<string, string[]>} of each address */
  const methods = new Map();
  app.addHook('onRoute', ({ url, method }) => void methods.set(url, [...(methods.get(url) ?? []), method].flat()));

  return () => {
    for (const [url, allowed] of [...methods])
      app.route({
        url,
        method: app.supportedMethods.filter((method) => !allowed.includes(method)),
        async onRequest(_request, reply) {
          reply.header('allow', allowed.sort().join(', '));
          throw new ChatError('method_not_allowed');
        },
        handler() {},
      });
  };
}
