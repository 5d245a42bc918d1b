import { contract } from '../contract.js';
import { ChatError } from '../ChatError.js';
import { parseJsonObject } from '../json.js';

/** @import { FastifyInstance, FastifyRequest } from 'fastify' */

/**
 * Calls that change something need a content type, which pages of other sites cannot send. readBody parses the body
 * after the session is known.
 * @param {FastifyInstance} app
 * @param {string} [type]
 */
export function checkBody(app, type = 'application/json') {
  app.addHook('onRequest', ({ method, headers }, _reply, done) => {
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

/**
 * The body as an object, for routes that take one.
 * @param {FastifyRequest} request
 * @throws {ChatError} bad_json
 */
export const readBody = (request) => parseJsonObject(/** @type {Buffer | undefined} */ (request.body));
