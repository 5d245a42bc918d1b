import type { KnownUser, Session, Store } from '../chat/stores.js';

/** What sqlite/ and mongo/ provide; createUsers and Sessions make a Store of it. */
export interface Database extends Omit<Store, 'users' | 'sessions'> {
  users: UserRows;
  sessions: SessionRows;
}

export interface UserRows {
  find(id: string): Promise<KnownUser | null>;
  findByKey(key: string): Promise<KnownUser | null>;
  /** False: some ids or keys are taken; the other users are stored. */
  insert(users: (KnownUser & { key: string })[]): Promise<boolean>;
}

/** Sessions by their handles. */
export interface SessionRows {
  find(handle: string): Promise<Session | null>;
  /** Leaves existing sessions as they are. */
  save(sessions: [string, Session][]): Promise<void>;
  remove(handle: string): Promise<void>;
  /** Removes ended sessions. */
  prune(): Promise<void>;
}

/** Other processes that number on the same database. */
export interface Peers {
  /** There are none, so that memory knows all that was acknowledged. */
  isAlone: boolean;
  /** Runs the task while, if possible, no other process numbers; the unique index decides. */
  turn<T>(task: (token: Token) => Promise<T>): Promise<T>;
  /** Sends stored messages to the other processes. */
  publish(news: any): void;
}

export interface Token {
  /** The highest number given, 0: unknown. */
  end: number;
  /** Whether a process without the token has numbered. */
  isOvertaken: boolean;
}
