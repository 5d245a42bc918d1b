import type { User } from './userStore.js';

export interface Session {
  user: User;
  /** In ms since 1970. */
  expires: number;
}

/** Sessions by their handles. Calls that ask the database may reject with ChatError store_unavailable. */
export interface SessionStore {
  /** Null: unknown or over. */
  find(handle: string): Promise<Session | null>;
  /** Whether a session that was found a moment ago still goes on. */
  isOpen(handle: string): boolean;
  save(handle: string, session: Session): Promise<void>;
  remove(handle: string): Promise<void>;
}
