const ID = '[1-9][0-9]{0,15}';
const PATH = new RegExp(`^/messages/${ID}$`);

/** The route of one message: an id is written in one way. */
export const ONE_MESSAGE = `/messages/:id(^${ID}$)`;

/** The route that a path belongs to, as it was added. @param {string} path */
export const routeOf = (path) => (PATH.test(path) ? ONE_MESSAGE : path);

/** @param {import('fastify').FastifyRequest} request of that route */
export const idOf = (request) => Number(/** @type {{ id: string }} */ (request.params).id);
