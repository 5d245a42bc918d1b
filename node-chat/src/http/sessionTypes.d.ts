import type { User } from '../chat/stores.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null: not logged in. */
    session: { handle: string; user: User } | null;
  }
}
