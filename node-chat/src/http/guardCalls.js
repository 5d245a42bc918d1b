import { contract } from '../contract.js';
import { ChatError } from '../ChatError.js';
import { parseJsonObject } from '../json.js';

/** @import { FastifyInstance, FastifyRequest } from 'fastify' */
/** @import { Origins } from '../origins.js' */

/**
 * Replaces a CSRF token: calls must come from the chat's own page, and calls that change something need the content
 * type. readBody parses the body after the session is known.
 * @param {FastifyInstance} app
 * @param {Origins} origins
 * @param {string} [takes] the content type
 */
export function guardCalls(app, origins, takes = 'application/json') {
  app.addHook('onRequest', ({ method, headers }, _reply, done) => {
    if (!origins.admits(headers)) return done(new ChatError('origin_not_allowed'));
    if (method === 'GET' || method === 'HEAD') return done();
    const type = headers['content-type']?.split(';', 1)[0].trim().toLowerCase();
    done(type === takes ? undefined : new ChatError('unsupported_media_type'));
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    new RegExp(`^${takes}`, 'i'),
    { parseAs: 'buffer', bodyLimit: contract.limits.bodyMaxBytes },
    (_request, body, done) => done(null, body),
  );
}

/**
 * The body as an object, for routes that take one.
 * @param {FastifyRequest} request
 * @throws {ChatError} bad_json
 */
export const readBody = (request) => parseJsonObject(/** @type {Buffer | undefined} */ (request.body));
