/// <reference path="./sessionTypes.d.ts" />
import fastifyCookie from '@fastify/cookie';
import fastifySession from '@fastify/session';
import { contract } from '../../contract.js';
import { ChatError } from '../../ChatError.js';
import { cookieValue } from '../sessionCookie.js';
import { handleOf } from '../sessionHandle.js';

const MAX_AGE_MS = contract.limits.sessionSeconds * 1000;

/**
 * Sessions by @fastify/session, kept by the chat's own store.
 * @param {import('fastify').FastifyInstance} app
 * @param {import('../sessionCookie.js').SessionCookie} cookie
 * @param {import('../../chat/stores.js').SessionStore} sessions
 */
export async function addSessions(app, cookie, sessions) {
  const parseOptions = /** @type {any} */ ({ decode: cookieValue }); // @fastify/cookie has no type for it
  await app.register(fastifyCookie, { parseOptions });
  await app.register(fastifySession, {
    secret: cookie.signer,
    cookieName: cookie.name,
    cookie: { httpOnly: true, sameSite: 'lax', path: '/', maxAge: MAX_AGE_MS, secure: 'auto' },
    rolling: false, // a session is written when it begins, not at every request
    saveUninitialized: false,
    store: sessionStore(sessions),
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    const header = reply.getHeader('set-cookie');
    if (header) {
      reply.removeHeader('set-cookie'); // setting this header again would add to it
      // Without HttpOnly: what @fastify/session clears by itself, at any call that brings the cookie of an ended
      // session.
      const own = [header].flat().findLast((line) => String(line).includes('HttpOnly'));
      if (own) reply.header('set-cookie', withMaxAge(String(own)));
    }
    done(null, payload);
  });
}

/** @fastify/session writes Expires alone, which a client with a wrong clock reads wrongly. @param {string} cookie */
function withMaxAge(cookie) {
  return cookie.includes('Max-Age')
    ? cookie
    : cookie.replace('; Expires=', `; Max-Age=${contract.limits.sessionSeconds}; Expires=`);
}

/** @param {import('fastify').FastifyRequest} request @throws {ChatError} not_logged_in */
export async function requireSession(request) {
  if (!request.session.user) throw new ChatError('not_logged_in');
}

/** The user of a request that passed requireSession. @param {import('fastify').FastifyRequest} request */
export const userOf = (request) => /** @type {import('../../chat/stores.js').User} */ (request.session.user);

/**
 * @param {import('../../chat/stores.js').SessionStore} sessions
 * @returns {import('@fastify/session').SessionStore}
 */
function sessionStore(sessions) {
  return {
    get: (id, done) => {
      sessions.find(handleOf(id)).then(
        (found) =>
          done(
            null,
            found &&
              /** @type {any} */ ({
                user: found.user,
                cookie: { expires: new Date(found.expires), originalMaxAge: MAX_AGE_MS },
              }),
          ),
        done,
      );
    },
    set: (id, session, done) => {
      const { user } = session;
      if (!user) return done();
      sessions.save(handleOf(id), { user, expires: Date.now() + MAX_AGE_MS }).then(() => done(), done);
    },
    destroy: (id, done) => {
      sessions.remove(handleOf(id)).then(() => done(), done);
    },
  };
}
