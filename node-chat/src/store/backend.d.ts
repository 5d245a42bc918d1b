import type { Message } from '../chat/messageStore.js';
import type { Session } from '../chat/sessionStore.js';
import type { KnownUser } from '../chat/userStore.js';

export type { KnownUser, Message, Session };

/**
 * One kind of database, without caches and without ids of its own. Every call may reject with ChatError
 * store_unavailable; an insert that does so may or may not have been stored.
 */
export interface Backend {
  messages: BackendMessages;
  users: BackendUsers;
  sessions: BackendSessions;
  /** Rejects where the database does not answer, with NotWritten where it is known to take nothing. */
  check(): Promise<void>;
  /**
   * Makes this process the one that stores messages; rejects where another is. Without it whoever opens the store has
   * it for itself.
   */
  own?(lost: () => void): Promise<Own>;
  close(): Promise<void>;
}

export interface Own {
  lease: Lease;
  tail: TailPlace;
}

export interface Lease {
  /** Throws store_unavailable while it is not certain that this process holds it. */
  check(): void;
  /** Throws NotWritten where the newest renewal failed. */
  checkWriting(): void;
  release(): Promise<void>;
}

export interface StoreTail {
  /** The last ones (at most 200), by rising id. */
  messages: Message[];
  /** The highest revision. */
  rev: number;
}

export interface TailPlace {
  /** What the last holder left; null where that process may have written since. */
  found: StoreTail | null;
  leave(tail: StoreTail): Promise<void>;
  clear(): Promise<void>;
}

/** Of a message, from one state to the next. */
export interface Step {
  from: Message;
  to: Message;
}

export interface BackendMessages {
  /** The last of them, by rising id. */
  newest(count: number): Promise<Message[]>;
  /** Both ends included, by rising id. */
  range(from: number, to: number): Promise<Message[]>;
  /** Those of them that are stored. */
  find(keys: { userId: string; clientId: string }[]): Promise<Message[]>;
  /**
   * In the order given, up to the first that cannot be stored. Rejects with DuplicateKey where a (user, clientId) or an
   * id is taken. spentMs: how much of the call's time the caller has used.
   */
  insert(messages: Message[], spentMs?: number): Promise<void>;
  /**
   * In the order given, up to the first that cannot be stored. Rejects with DuplicateKey where a rev is taken, with
   * OutOfDate where a message is not in the state named.
   */
  change(steps: Step[], spentMs?: number): Promise<void>;
  /** The last of the changed ones, by rising rev. */
  newestChanges(count: number): Promise<Message[]>;
  /** The first of those changed after rev, by rising rev; newest: up to this one, where it is known. */
  changesAfter(rev: number, limit: number, newest?: number): Promise<Message[]>;
}

export interface NewUser extends KnownUser {
  /** What no other user may have: see nameKey. */
  key: string;
}

export interface BackendUsers {
  find(id: string): Promise<KnownUser | null>;
  withKey(key: string): Promise<KnownUser | null>;
  /** As messages; rejects with DuplicateKey where an id or a key is taken. */
  insert(users: NewUser[]): Promise<void>;
}

export interface BackendSessions {
  /** Any, at most count. */
  some(count: number): Promise<[string, Session][]>;
  find(key: string): Promise<Session | null>;
  /** By their keys; one that is saved already stays. */
  save(sessions: [string, Session][]): Promise<void>;
  remove(key: string): Promise<void>;
  /** Removes those that are over. */
  prune(): Promise<void>;
}
