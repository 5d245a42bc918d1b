import { handleOf } from '../sessionHandle.js';
import { answers } from './schemas.js';
import { requireSession, userOf } from './sessions.js';
import { readBody } from './guardCalls.js';

/**
 * POST /login, POST /logout, GET /me.
 * @param {import('fastify').FastifyInstance} app
 * @param {import('../parts.js').WireParts} parts
 */
export function addAccountRoutes(app, { loginOrRegister, closeSession, cookie }) {
  app.post('/login', { schema: answers.user }, async (request, reply) => {
    const { user, registered } = await loginOrRegister(readBody(request), request.ip);
    await endSession(request, () => request.session.regenerate());
    request.session.user = user;
    await request.session.save();
    reply.code(registered ? 201 : 200);
    return { user };
  });

  app.post('/logout', async (request, reply) => {
    readBody(request); // nothing is asked for; what is sent must be JSON all the same
    await endSession(request, () => request.session.destroy());
    reply.clearCookie(cookie.name, { path: '/', httpOnly: true, sameSite: 'lax' });
    return reply.code(204).send();
  });

  app.get('/me', { schema: answers.user, preValidation: requireSession }, async (request) => ({
    user: userOf(request),
  }));

  /**
   * Ends the session that a request carries, if any: first in the store, so that no socket can join in between.
   * @param {import('fastify').FastifyRequest} request
   * @param {() => Promise<void>} end
   */
  async function endSession({ session }, end) {
    if (!session.user) return;
    await end();
    closeSession(handleOf(session.sessionId));
  }
}
