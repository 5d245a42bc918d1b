import type { User } from '../../chat/userStore.js';

declare module 'fastify' {
  interface Session {
    user?: User;
  }
}
