import { contract } from '../contract.js';
import { ChatError } from '../ChatError.js';
import { parseJsonObject } from '../json.js';

/** @import { FastifyInstance, FastifyRequest } from 'fastify' */
/** @import { Origins } from '../origins.js' */

/**
 * Refuses calls from pages of other sites, in place of a CSRF token. A call that changes something also needs a content
 * type, which such pages cannot send. readBody parses the body after the session is known.
 * @param {FastifyInstance} app
 * @param {Origins} origins
 * @param {string} [type]
 */
export function guardCalls(app, origins, type = 'application/json') {
  app.addHook('onRequest', ({ method, headers }, _reply, done) => {
    if (!origins.admits(headers)) return done(new ChatError('origin_not_allowed'));
    if (method === 'GET' || method === 'HEAD') return done();
    const sent = headers['content-type']?.split(';', 1)[0].trim().toLowerCase();
    done(sent === type ? undefined : new ChatError('unsupported_media_type'));
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    new RegExp(`^${type}`, 'i'),
    { parseAs: 'buffer', bodyLimit: contract.limits.bodyMaxBytes },
    (_request, body, done) => done(null, body),
  );
}

/** @param {FastifyRequest} request @throws {ChatError} bad_json: the body is not an object */
export const readBody = (request) => parseJsonObject(/** @type {Buffer | undefined} */ (request.body));
