import { contract } from '../../contract.js';
import { ChatError } from '../../ChatError.js';
import { parseJsonObject } from '../json.js';

/**
 * The rules for calls that change something, which stand in for a CSRF token: the origin, then the content type, then the
 * size; the body itself is only looked at once the session is known (see readBody).
 * @param {import('fastify').FastifyInstance} app
 * @param {import('../origins.js').Origins} origins
 */
export function guardUnsafeCalls(app, origins) {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.method === 'GET' || request.method === 'HEAD') return done();
    if (!origins.allows(request.headers.origin)) return done(new ChatError('origin_not_allowed'));
    const type = request.headers['content-type']?.split(';', 1)[0].trim().toLowerCase();
    done(type === 'application/json' ? undefined : new ChatError('unsupported_media_type'));
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/json/i,
    { parseAs: 'buffer', bodyLimit: contract.limits.bodyMaxBytes },
    (_request, body, done) => done(null, body),
  );
}

/**
 * The body as an object, for routes that take one.
 * @param {import('fastify').FastifyRequest} request
 * @throws {ChatError} bad_json
 */
export const readBody = (request) => parseJsonObject(/** @type {Buffer | undefined} */ (request.body));
