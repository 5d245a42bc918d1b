import fastifyStatic from '@fastify/static';
import { fileURLToPath } from 'node:url';
import { contract } from '../../contract.js';
import { ChatError } from '../../ChatError.js';

const WEB = fileURLToPath(new URL('../../../../web', import.meta.url));
/** @type {Record<string, string>} */
const TYPES = contract.page.types;
// If-None-Match alone counts: dates are read in many ways, and the library answers the others by statuses that the
// contract has no code for.
const IGNORED = ['range', 'if-match', 'if-unmodified-since', 'if-modified-since'];
const PREFIX = '/web/';
// The folder also holds tests and a package.json.
const FILES = new RegExp(contract.page.files);

/** GET / and its files under /web/. @param {import('fastify').FastifyInstance} app */
export async function addPage(app) {
  await app.register(fastifyStatic, {
    root: WEB,
    serve: false,
    index: false,
    dotfiles: 'deny',
    cacheControl: false,
    acceptRanges: false,
    contentType: false,
    lastModified: false,
  });
  // Asked for again each time, by ETag.
  const send = (/** @type {import('fastify').FastifyReply} */ reply, /** @type {string} */ file) => {
    for (const name of IGNORED) delete reply.request.raw.headers[name];
    const type = TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? 'text/html; charset=utf-8';
    return reply.headers({ 'cache-control': 'no-cache', 'content-type': type }).sendFile(file);
  };
  app.get('/', (_request, reply) => send(reply, 'index.html'));
  app.get(`${PREFIX}*`, (request, reply) => {
    // What was sent, not what a router or a file system would make of it.
    const file = request.url.split('?', 1)[0].slice(PREFIX.length);
    if (!FILES.test(file)) throw new ChatError('not_found');
    return send(reply, file);
  });
}
