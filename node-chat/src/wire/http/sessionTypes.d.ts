import type { User } from '../../store/store.js';

declare module 'fastify' {
  interface Session {
    user?: User;
  }
}
