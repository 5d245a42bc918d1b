/**
 * The members of each answer: Fastify writes exactly these, so nothing else of an object can slip out.
 * Input is checked by chat/fields.js, which the sockets use too.
 */
const string = { type: 'string' };
const integer = { type: 'integer' };
/** @param {Record<string, object>} properties @param {string[]} [required] */
const object = (properties, required = Object.keys(properties)) => ({ type: 'object', properties, required });

const user = object({ id: string, name: string });
const message = object(
  { id: integer, user, text: string, at: string, clientId: string, deleted: { type: 'boolean' }, rev: integer },
  ['id', 'user', 'at', 'clientId'],
);

const page = object({ messages: { type: 'array', items: message }, more: { type: 'boolean' } });
// Only an answer to a search tells how far it went.
const found = { ...page, properties: { ...page.properties, searchedTo: integer } };

export const answers = {
  login: { response: { '2xx': object({ user, token: string }, ['user']) } },
  user: { response: { '2xx': object({ user }) } },
  message: { response: { '2xx': object({ message }) } },
  page: { response: { '2xx': found } },
  online: { response: { '2xx': object({ count: integer, users: { type: 'array', items: user } }) } },
};
