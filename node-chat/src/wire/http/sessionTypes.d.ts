import type { User } from '../../chat/stores.js';

declare module 'fastify' {
  interface Session {
    user?: User;
  }
}
