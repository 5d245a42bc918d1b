import { ChatError } from '../ChatError.js';
import { contract } from '../contract.js';
import { requireSession } from './sessions.js';

/** @import { FastifyInstance, FastifyRequest } from 'fastify' */
/** @import { Services } from '../createServices.js' */
/** @import { Config } from '../config.js' */

const RUNTIME = `Node.js ${process.versions.node}`;
// A check writes, and anybody may ask for /health: its result serves for this long.
const CHECK_MS = 1000;
const SAFE_HOST = /^[A-Za-z0-9.\-[\]:]+$/;

/**
 * The server's own calls: GET /config, /health, /metrics.
 * @param {FastifyInstance} app
 * @param {Services} services
 */
export function addServerRoutes(app, { config, store, clusterHealth, metrics, errors }) {
  app.get('/config', async (request) => ({
    name: 'node',
    title: 'Node.js chat',
    accent: { light: '#2b7a3d', dark: '#76cf8c' },
    wire: 'socket.io',
    socketUrl: ownUrl(request),
    transports: config.transports,
    features: featuresOf(config),
    limits: contract.limits,
    rateLimits: config.rateLimits,
  }));

  app.get('/health', async (_request, reply) => {
    const parts = { store: await storeState(), socket: app.server.listening ? 'ok' : 'closing' };
    const isServing = Object.values(parts).every((state) => state === 'ok');
    reply.code(isServing ? 200 : 503);
    const allParts = { ...parts, ...clusterHealth() };
    const status = Object.values(allParts).every((state) => state === 'ok') ? 'ok' : 'degraded';
    // Only load runs need the exact versions; attackers could use them.
    return { status, parts: allParts, ...(!config.rateLimits && { build: config.build, runtime: RUNTIME }) };
  });

  app.get('/metrics', async (_request, reply) => {
    reply.type(metrics.contentType);
    return metrics.text();
  });

  /** @type {Promise<string> | null} one check at a time, whose result all requests share for a second */
  let lastCheck = null;
  function storeState() {
    lastCheck ??= store
      .checkWritable()
      .then(
        () => 'ok',
        (cause) => {
          // The details go only to the log, because they may contain paths, addresses and names.
          errors.logError(new ChatError('store_unavailable', { cause }));
          return 'messages cannot be stored';
        },
      )
      .finally(() => setTimeout(() => (lastCheck = null), CHECK_MS).unref());
    return lastCheck;
  }
}

/** GET /online, in a context with sessions. @param {FastifyInstance} app @param {Services} services */
export function addOnlineRoute(app, { presence }) {
  app.get('/online', { preValidation: requireSession }, async () => presence.list());
}

/** The features of this server. @param {Config} config */
const featuresOf = ({ joinCode, lab }) => [
  ...['edit', 'reply', 'search', 'presence', 'typing', 'welcome', 'socketSend', 'metrics', 'page'],
  ...(joinCode === null ? [] : ['joinCode']),
  ...(lab ? ['lab'] : []),
];

/**
 * The address that the client used, so that the page works from localhost and from 127.0.0.1.
 * @param {FastifyRequest} request
 */
function ownUrl(request) {
  // X-Forwarded-Host is ignored: a proxy passes Host on.
  const hostHeader = request.headers.host ?? '';
  const host = SAFE_HOST.test(hostHeader) ? hostHeader : `127.0.0.1:${request.socket.localPort}`;
  return `${request.protocol}://${host}`;
}
