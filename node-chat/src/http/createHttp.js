import fastifyHelmet from '@fastify/helmet';
import Fastify from 'fastify';
import { ChatError } from '../ChatError.js';
import { contract } from '../contract.js';
import { addAccountRoutes } from './accountRoutes.js';
import { guardCalls } from './guardCalls.js';
import { addMessageRoutes } from './messageRoutes.js';
import { addPage } from './page.js';
import { addMethodNotAllowed } from './methodNotAllowed.js';
import { addOnlineRoute, addServerRoutes } from './serverRoutes.js';
import { addSessions } from './sessions.js';

/** @import { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify' */
/** @import { Services } from '../createServices.js' */
/** @import { Origins } from '../origins.js' */

// A request has this long from its first byte to its last. By default Fastify sets no bound.
const REQUEST_MS = contract.limits.requestSeconds * 1000;
const REQUESTS_LOOKED_AT_MS = 2000;
// A client that reads nothing is cut off after this. A long poll is answered after 25 s at the latest.
const STALLED_MS = 40_000;
// A connection may rest this long, as in nginx.conf. A client that reuses a connection as it closes gets an error.
const IDLE_MS = 65_000;

/**
 * The HTTP side. Fastify encapsulates plugins: /empty is in the outer context, where no hook runs.
 * @param {Services} services
 */
export async function createHttp(services) {
  const { config, origins, errors } = services;
  const app = Fastify({
    trustProxy: config.trustProxy ? 'loopback' : false,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // late requests get the usual answers, not Fastify's error
    requestTimeout: REQUEST_MS,
    connectionTimeout: STALLED_MS,
    keepAliveTimeout: IDLE_MS,
    http: {
      // Requests for other protocols (`curl --http2`) get an ordinary HTTP answer.
      shouldUpgradeCallback: ({ url }) => url?.startsWith('/socket.io/') ?? false,
      connectionsCheckingInterval: REQUESTS_LOOKED_AT_MS,
      headersTimeout: REQUEST_MS,
    },
    frameworkErrors: answerError, // such as a path that is too long
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(() => {
    throw new ChatError('not_found');
  });
  const addMissingMethods = addMethodNotAllowed(app);
  app.get('/empty', (_request, reply) => void reply.send());

  await app.register(async (inner) => {
    await addSecurityHeaders(inner, origins);
    keepOutOfCaches(inner);
    await addPage(inner);
    addServerRoutes(inner, services);
    if (config.lab) await (await import('../../lab/addLab.js')).addLab(inner, config.lab, origins);

    await inner.register(async (chat) => {
      guardCalls(chat, origins);
      const sessions = await addSessions(chat, services);
      addAccountRoutes(chat, services, sessions);
      addOnlineRoute(chat, services);
      await chat.register(async (members) => addMessageRoutes(members, services));
    });
  });
  addMissingMethods();
  await app.ready();
  return app;

  /** @param {unknown} error @param {FastifyRequest} _request @param {FastifyReply} reply */
  function answerError(error, _request, reply) {
    const answer = errors.report(error);
    if (answer.retryAfter) reply.header('retry-after', answer.retryAfter);
    // An error may arise outside the context that sets these headers.
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    reply.code(answer.status).type('application/json; charset=utf-8');
    return reply.send(JSON.stringify({ error: answer }));
  }
}

/** Forbids caching, unless a route allows it. @param {FastifyInstance} app */
function keepOutOfCaches(app) {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
}

/** @param {FastifyInstance} app @param {Origins} origins */
async function addSecurityHeaders(app, origins) {
  const { policy } = contract.page;
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        ...policy,
        // In some browsers 'self' does not cover ws:.
        'connect-src': [policy['connect-src'], () => origins.connectSources().join(' ')],
      },
    },
    // A plain HTTP server must not make browsers switch to https.
    strictTransportSecurity: false,
  });
}
