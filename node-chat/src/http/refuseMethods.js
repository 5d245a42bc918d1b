import { ChatError } from '../ChatError.js';

/**
 * An address refuses the methods that it does not have, and says in Allow which it has. Fastify knows none of them.
 * @param {import('fastify').FastifyInstance} app before any route is added
 * @returns {() => void} to be called when all are
 */
export function refuseMethods(app) {
  /** @type {Map<string, string[]>} of each address */
  const methods = new Map();
  app.addHook('onRoute', ({ url, method }) => void methods.set(url, [...(methods.get(url) ?? []), method].flat()));

  return () => {
    for (const [url, known] of [...methods])
      app.route({
        url,
        method: app.supportedMethods.filter((method) => !known.includes(method)),
        async onRequest(_request, reply) {
          reply.header('allow', known.sort().join(', '));
          throw new ChatError('method_not_allowed');
        },
        handler() {},
      });
  };
}
