import { ChatError } from '../ChatError.js';

/** @import { FastifyInstance } from 'fastify' */
/** @import { Origins } from '../origins.js' */

/**
 * Refuses calls from pages of other sites. It replaces a CSRF token.
 * @param {FastifyInstance} app @param {Origins} origins
 */
export function checkOrigin(app, origins) {
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    done(origins.admits(headers) ? undefined : new ChatError('origin_not_allowed'));
  });
}
