import fastifyRateLimit from '@fastify/rate-limit';
import { ChatError } from '../../ChatError.js';

/**
 * How often one address may log in, whatever the names and passwords: each attempt costs 55 ms of a core, and 20 a second
 * keep one core busy. (Wrong passwords for one login are counted apart, by chat/failedLogins.js.)
 */
export const LOGINS_PER_ADDRESS = { max: 1200, timeWindow: 60_000, hook: /** @type {'preHandler'} */ ('preHandler') };

/** @param {import('fastify').FastifyInstance} app whose routes name a limit in their config */
export async function limitLogins(app) {
  await app.register(fastifyRateLimit, {
    global: false,
    cache: 10_000,
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (_request, { ttl }) =>
      new ChatError('too_many_attempts', { retryAfter: Math.max(1, Math.ceil(ttl / 1000)) }),
  });
}
