import fastifyHelmet from '@fastify/helmet';
import Fastify from 'fastify';
import { ChatError } from '../../ChatError.js';
import { contract } from '../../contract.js';
import { addAccountRoutes } from './accountRoutes.js';
import { createBadRequestHandler } from './badRequests.js';
import { createErrorHandler } from './errors.js';
import { rewriteUrl } from './exactPaths.js';
import { guardCalls } from './guardCalls.js';
import { addMessageRoutes } from './messageRoutes.js';
import { addPage } from './page.js';
import { addServerRoutes } from './serverRoutes.js';
import { addSessions } from './sessions.js';
import { answerUnknownRoutes } from './unknownRoutes.js';

// From the first byte of a request to its last. Fastify sets no bound.
const REQUEST_MS = contract.limits.requestSeconds * 1000;
const REQUESTS_LOOKED_AT_MS = 2000;
// A client that takes nothing of its answer; a long poll is answered every 25 s at the latest.
const STALLED_MS = 40_000;
// A connection between two requests.
const IDLE_MS = 10_000;

/**
 * The HTTP side. Plugins are encapsulated: /empty lives in the outer context, where no hook runs before it.
 * @param {import('../parts.js').WireParts} parts
 */
export async function createHttp(parts) {
  const { config, origins, metrics } = parts;
  const answerError = createErrorHandler(parts.asFault);
  const app = Fastify({
    trustProxy: config.trustProxy ? 'loopback' : false,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // what still comes in is answered as ever, not by Fastify's own words
    requestTimeout: REQUEST_MS,
    connectionTimeout: STALLED_MS,
    keepAliveTimeout: IDLE_MS,
    http: {
      // Whatever else asks for another protocol (`curl --http2`) is answered as if it had not asked.
      shouldUpgradeCallback: ({ url }) => url?.startsWith('/socket.io/') ?? false,
      connectionsCheckingInterval: REQUESTS_LOOKED_AT_MS,
      headersTimeout: REQUEST_MS,
      requireHostHeader: false, // Node.js would answer in words of its own: see unknownRoutes.js
    },
    clientErrorHandler: createBadRequestHandler(metrics),
    frameworkErrors: answerError, // such as a path that is too long
    rewriteUrl,
  });
  // RFC 9110 lets a server ignore an unknown expectation.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null)); // 404 and 405 come before any look at a body
  app.addHttpMethod('QUERY', { overrideExisting: true }); // Fastify would ask for a content type before 405
  const refusal = answerUnknownRoutes(app);
  // Fastify looks at a content type before it says 404 or 405; the contract does not.
  app.setErrorHandler((error, request, reply) =>
    answerError(request.is404 && !(error instanceof ChatError) ? refusal(request, reply) : error, request, reply),
  );
  app.get('/empty', (_request, reply) => void reply.send());

  await app.register(async (inner) => {
    await addSecurityHeaders(inner, origins);
    keepOutOfCaches(inner);
    await addPage(inner);
    addServerRoutes(inner, parts);
    await parts.addLab?.(inner);

    await inner.register(async (chat) => {
      guardCalls(chat, origins);
      const sessions = await addSessions(chat, parts);
      addAccountRoutes(chat, parts, sessions);
      addMessageRoutes(chat, parts);
    });
  });
  await app.ready();
  return app;
}

/** No cache keeps an answer, unless its route says otherwise. @param {import('fastify').FastifyInstance} app */
function keepOutOfCaches(app) {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
}

/** @param {import('fastify').FastifyInstance} app @param {import('../origins.js').Origins} origins */
async function addSecurityHeaders(app, origins) {
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        mediaSrc: ["'self'"],
        // 'self' does not cover ws: in every browser.
        connectSrc: ["'self'", () => origins.connectSources().join(' ')],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // A server of plain http must not make browsers remember to come by https.
    strictTransportSecurity: false,
  });
}
