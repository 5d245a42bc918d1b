import { readMessagesQuery } from './messagesQuery.js';
import { requireSession, userOf } from './sessions.js';
import { readBody } from './guardCalls.js';

/** @import { FastifyInstance, FastifyRequest } from 'fastify' */
/** @import { Services } from '../createServices.js' */

// An id has one spelling, without leading zeros.
const ONE_MESSAGE = '/messages/:id(^[1-9][0-9]{0,15}$)';
/** @param {FastifyRequest} request of that route */
const idOf = (request) => Number(/** @type {{ id: string }} */ (request.params).id);

/**
 * GET /messages, POST /messages, PATCH and DELETE /messages/ID.
 * @param {FastifyInstance} app a context of its own, where all calls need a session
 * @param {Services} services
 */
export function addMessageRoutes(app, { listMessages, searchMessages, sendMessage, changeMessage }) {
  app.addHook('preValidation', requireSession);

  app.get('/messages', async (request) => {
    const { text, ...page } = readMessagesQuery(/** @type {Record<string, unknown>} */ (request.query));
    const { id } = userOf(request);
    return text === undefined ? listMessages(id, page) : searchMessages(id, { ...page, text });
  });

  app.post('/messages', async (request, reply) => {
    const { message, isNew } = await sendMessage(userOf(request), readBody(request), 'post');
    reply.code(isNew ? 201 : 200);
    return { message };
  });

  app.patch(ONE_MESSAGE, async (request) => ({
    message: await changeMessage.edit(userOf(request), idOf(request), readBody(request)),
  }));

  app.delete(ONE_MESSAGE, async (request) => {
    readBody(request); // as in every call that changes something
    return { message: await changeMessage.delete(userOf(request), idOf(request)) };
  });
}
