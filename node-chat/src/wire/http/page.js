import fastifyStatic from '@fastify/static';
import { fileURLToPath } from 'node:url';

const WEB = fileURLToPath(new URL('../../../../web', import.meta.url));
// The folder also holds the page's tests and its package.json, which are nobody's business.
const PUBLIC = /\.(?:html|js|css|svg|png|ico|webmanifest|wav|mp3|ogg|woff2|map|txt)$/;

/**
 * GET / and its files under /web/.
 * @param {import('fastify').FastifyInstance} app
 */
export async function addPage(app) {
  await app.register(fastifyStatic, {
    root: WEB,
    prefix: '/web/',
    index: false,
    dotfiles: 'deny',
    cacheControl: false,
    allowedPath: (path) => PUBLIC.test(path) && !/^\/?(?:test|node_modules)\//.test(path),
    setHeaders: (response) => void response.setHeader('cache-control', 'no-cache'), // asked again each time, by ETag
  });
  app.get('/', (_request, reply) => reply.sendFile('index.html'));
}
