import fastifyStatic from '@fastify/static';
import { fileURLToPath } from 'node:url';
import { contract } from '../contract.js';

/** @import { FastifyInstance } from 'fastify' */

const WEB = fileURLToPath(new URL('../../../web', import.meta.url));
// The folder also holds tests and a package.json.
const FILES = new RegExp(contract.page.files);
const PAGE = 'index.html';

/** GET / and its files under /web/. @param {FastifyInstance} app */
export async function addPage(app) {
  await app.register(fastifyStatic, {
    root: WEB,
    prefix: '/web/',
    index: false,
    acceptRanges: false,
    allowedPath: (path) => path === PAGE || FILES.test(path.slice(1)),
  });
  app.get('/', (_request, reply) => reply.sendFile(PAGE));
}
