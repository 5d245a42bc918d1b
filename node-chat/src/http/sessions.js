/// <reference path="./sessionTypes.d.ts" />
import fastifyCookie from '@fastify/cookie';
import { contract } from '../contract.js';
import { ChatError } from '../ChatError.js';
import { COOKIE, readHandle, handleOf, newToken } from '../sessionToken.js';

/** @import { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify' */
/** @import { Services } from '../createServices.js' */
/** @import { User } from '../chat/stores.js' */

const { sessionSeconds } = contract.limits;
const COOKIE_OPTIONS = /** @type {const} */ ({ httpOnly: true, sameSite: 'lax', path: '/', secure: 'auto' });

/**
 * Sessions: the client keeps a random token, and the store its hash.
 * @param {FastifyInstance} app
 * @param {Pick<Services, 'store' | 'endedSessions'>} services
 */
export async function addSessions(app, { store: { sessions }, endedSessions }) {
  await app.register(fastifyCookie);
  app.decorateRequest('session', null);
  app.addHook('onRequest', async (request) => {
    const handle = readHandle(request.headers);
    const session = handle && (await sessions.find(handle));
    request.session = session ? { handle, user: session.user } : null;
  });

  /** Ends a request's session, if it has one. @param {FastifyRequest} request */
  async function endSession({ session }) {
    if (session) await endedSessions.end(session.handle);
  }

  return {
    /**
     * Begins a new session for each login, and ends the old one after that. It is written now, and never again.
     * @param {FastifyRequest} request
     * @param {User} user
     * @returns {Promise<string>} its token
     */
    async begin(request, user) {
      const token = newToken();
      await sessions.save(handleOf(token), { user, expires: Date.now() + sessionSeconds * 1000 });
      await endSession(request);
      return token;
    },
    /** @param {FastifyReply} reply @param {string} token */
    setCookie(reply, token) {
      reply.setCookie(COOKIE, token, { ...COOKIE_OPTIONS, maxAge: sessionSeconds });
    },
    /** @param {FastifyRequest} request @param {FastifyReply} reply */
    async end(request, reply) {
      await endSession(request);
      reply.clearCookie(COOKIE, COOKIE_OPTIONS);
    },
  };
}

/** @param {FastifyRequest} request @throws {ChatError} not_logged_in */
export async function requireSession(request) {
  if (!request.session) throw new ChatError('not_logged_in');
}

/** The user of a request that passed requireSession. @param {FastifyRequest} request */
export const userOf = ({ session }) => /** @type {NonNullable<typeof session>} */ (session).user;
