import { requireSession, userOf } from './sessions.js';
import { readBody } from './guardCalls.js';

/** @import { FastifyInstance } from 'fastify' */
/** @import { Services } from '../createServices.js' */
/** @import { addSessions } from './sessions.js' */

/**
 * POST /login, POST /logout, GET /me.
 * @param {FastifyInstance} app
 * @param {Services} services
 * @param {Awaited<ReturnType<typeof addSessions>>} sessions
 */
export function addAccountRoutes(app, { loginOrRegister }, sessions) {
  app.post('/login', async (request, reply) => {
    const body = readBody(request);
    const { user, registered } = await loginOrRegister(body, request.ip);
    const token = await sessions.begin(request, user);
    reply.code(registered ? 201 : 200);
    if (body.token === true) return { user, token };
    sessions.setCookie(reply, token);
    return { user };
  });

  app.post('/logout', async (request, reply) => {
    readBody(request); // no field is needed, but a body must be JSON
    await sessions.end(request, reply);
    return reply.code(204).send();
  });

  app.get('/me', { preValidation: requireSession }, async (request) => ({
    user: userOf(request),
  }));
}
