import { answers } from './schemas.js';
import { readPage } from './parameters.js';
import { requireSession, userOf } from './sessions.js';
import { readBody } from './guardCalls.js';

/**
 * GET /messages, POST /messages, GET /online.
 * @param {import('fastify').FastifyInstance} app
 * @param {object} parts
 * @param {ReturnType<typeof import('../../chat/listMessages.js').createListMessages>} parts.listMessages
 * @param {ReturnType<typeof import('../../chat/sendMessage.js').createSendMessage>['sendMessage']} parts.sendMessage
 * @param {import('../../chat/presence.js').Presence} parts.presence
 */
export function addMessageRoutes(app, { listMessages, sendMessage, presence }) {
  app.get('/messages', { schema: answers.page, preValidation: requireSession }, async (request) =>
    listMessages(userOf(request).id, readPage(/** @type {Record<string, unknown>} */ (request.query))),
  );

  app.post('/messages', { schema: answers.message, preValidation: requireSession }, (request, reply) => {
    sendMessage(userOf(request), readBody(request), 'post', (error, answer) => {
      if (error || !answer) return void reply.send(error);
      reply.code(answer.repeated ? 200 : 201).send({ message: answer.message });
    });
  });

  app.get('/online', { schema: answers.online, preValidation: requireSession }, async () => presence.list());
}
