import type { Message, Page } from './messageStore.js';

/** A message as it was found, and its new text; null: it is deleted. */
export interface Change {
  message: Message;
  text: string | null;
}

/**
 * A store of edited and deleted messages. Revisions are dense and rise in the order of the
 * commits. Calls that ask the database may reject with ChatError store_unavailable.
 */
export interface ChangeStore {
  /** The newest revision, 0 while nothing was changed. */
  readonly rev: number;
  /** A message, changed or not. */
  find(id: number): Promise<Message | null>;
  /**
   * Stores changes in their order. Must not be called again before it is done. Answers: each message as it is stored
   * now; a change that changes nothing, or of a deleted message, leaves it as it was. Stored: all that was changed
   * since the last call that succeeded, in the order of revisions. The next call finds out what became of changes
   * without answer.
   */
  apply(changes: Change[]): Promise<{ answers: Message[]; stored: Message[] }>;
  /**
   * The first of what was changed after a revision, each message once in its newest state, in the order of their
   * revisions.
   */
  after(rev: number, limit: number): Promise<Page>;
}
