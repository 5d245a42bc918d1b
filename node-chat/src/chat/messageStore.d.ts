import type { User } from './userStore.js';

export interface Message {
  id: number;
  user: User;
  /** None where it was deleted. */
  text?: string;
  at: string;
  clientId: string;
  /** Of its newest change, where it was changed. */
  rev?: number;
  deleted?: boolean;
}

/** A message on its way to the store, its fields already clean. */
export interface NewMessage {
  user: User;
  text: string;
  at: string;
  clientId: string;
}

/** The answer to one NewMessage: what the store holds under its clientId, and whether it had been there before. */
export interface Sent {
  message: Message;
  repeated: boolean;
}

/** In rising id order. */
export interface Page {
  messages: Message[];
  more: boolean;
}

export interface FoundMessages extends Page {
  /** The lowest id that was looked at; more: there are older messages. */
  searchedTo: number;
}

/**
 * A store of messages. Ids are dense and rise in the order of the commits; there is one message
 * for each user and clientId. Calls that ask the database may reject with ChatError store_unavailable.
 */
export interface MessageStore {
  /** The id of the newest message, 0 while there is none. */
  readonly lastId: number;
  /**
   * Stores a batch by one insert. Must not be called again before it is done. Answers: one for each of the batch;
   * stored: all that is new in the store since the last call that succeeded, in id order. The next call finds out
   * what became of a batch without answer.
   */
  append(batch: NewMessage[]): Promise<{ answers: Sent[]; stored: Message[] }>;
  /** The oldest messages with an id above this one. */
  after(id: number, limit: number): Promise<Page>;
  /** The newest messages with an id below this one. */
  before(id: number, limit: number): Promise<Page>;
  /** The newest messages. */
  newest(limit: number): Promise<Page>;
}
