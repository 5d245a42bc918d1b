/** The chat's store. Every call may reject with ChatError store_unavailable: the database is away. */
export interface Store {
  messages: MessageStore;
  changes: ChangeStore;
  users: UserStore;
  sessions: SessionStore;
  /** Rejects if nothing can be stored. */
  checkWritable(): Promise<void>;
  close(): Promise<void>;
}

export interface User {
  id: string;
  name: string;
}

export interface Message {
  id: number;
  user: User;
  /** Missing if the message was deleted. */
  text?: string;
  at: string;
  clientId: string;
  /** The id of an earlier message, if this one is a reply. */
  replyTo?: number;
  /** The revision of its newest change, if there is one. */
  rev?: number;
  deleted?: boolean;
}

/** A message on its way to the store, its fields already clean. */
export interface NewMessage {
  user: User;
  text: string;
  at: string;
  clientId: string;
  replyTo?: number;
}

/** The answer to one NewMessage: what the store holds under its clientId, and whether this call put it there. */
export interface Sent {
  message: Message;
  isNew: boolean;
}

/** In rising id order. */
export interface Page {
  messages: Message[];
  more: boolean;
}

export interface FoundMessages extends Page {
  /** The lowest id searched; more: there are older messages. */
  searchedTo: number;
}

/** Ids are dense and rise in the order of the commits; there is one message for each user and clientId. */
export interface MessageStore {
  /** The id of the newest message; 0: there is none. */
  readonly lastId: number;
  /**
   * Stores a batch by one insert. Answers: one for each of the batch; stored: all that is new in the store since the
   * last call that succeeded, in id order. After a call that failed, the next one reads the end of the store first. Of
   * append and readNew one call may run at a time.
   */
  append(batch: NewMessage[]): Promise<{ answers: Sent[]; stored: Message[] }>;
  /** Reads what other processes have stored, in id order. */
  readNew(): Promise<Message[]>;
  /**
   * Another process has stored these.
   * @returns what is new and follows the last id without a gap
   */
  receive(messages: Message[]): Message[];
  /** The oldest messages with an id above this one. */
  after(id: number, limit: number): Promise<Page>;
  /** The newest messages with an id below this one; of all messages if it is undefined. */
  before(id: number | undefined, limit: number): Promise<Page>;
}

/** A message as it was found, and its new text; null: delete it. */
export interface Change {
  message: Message;
  text: string | null;
}

/** Edited and deleted messages. Revisions are dense and rise in the order of the commits. */
export interface ChangeStore {
  /** The newest revision, 0 while nothing was changed. */
  readonly rev: number;
  /** A message, changed or not. */
  find(id: number): Promise<Message | null>;
  /**
   * Stores changes in their order. Answers: each message as it is stored now; a change that changes nothing, or of a
   * deleted message, leaves it as it was. Stored: all that was changed since the last call that succeeded, in the order
   * of revisions. The next call finds out what became of changes that got no answer. Of apply and readNew one call may
   * run at a time.
   */
  apply(changes: Change[]): Promise<{ answers: Message[]; stored: Message[] }>;
  /** Reads what other processes have changed, in the order of revisions. */
  readNew(): Promise<Message[]>;
  /** Another process has made these changes, all above a revision. Otherwise as `receive` of messages. */
  receive(news: { after: number; messages: Message[] }): Message[];
  /** The first of what was changed after a revision, each message once in its newest state, in their order. */
  changedAfter(rev: number, limit: number): Promise<Page>;
}

export interface KnownUser extends User {
  /** The password's hash by bcrypt. */
  hash: string;
}

export interface UserStore {
  /** The user with exactly this name, else the one with its key (nameKey). */
  findByName(name: string): Promise<KnownUser | null>;
  /**
   * Gives null if another user has the name or its key.
   * @param hash bcrypt
   */
  register(name: string, hash: string): Promise<KnownUser | null>;
}

export interface Session {
  user: User;
  /** In ms since 1970. */
  expires: number;
}

/** Sessions by their handles. */
export interface SessionStore {
  /** Gives null if the session is unknown or over. */
  find(handle: string): Promise<Session | null>;
  /** Whether a session that was found a moment ago still goes on. */
  isOpen(handle: string): boolean;
  save(handle: string, session: Session): Promise<void>;
  remove(handle: string): Promise<void>;
  /** Forgets a session that has ended at another process. */
  forget(handle: string): void;
  /** Other processes may have ended sessions: each is read from the store when it is next needed. */
  forgetAll(): void;
}
