import type { User } from '../chat/stores.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null: who asks has none. */
    session: { handle: string; user: User } | null;
  }
}
