export interface User {
  id: string;
  name: string;
}

export interface KnownUser extends User {
  /** Bcrypt, of the password. */
  hash: string;
}

/** What the chat asks of a store of users. What asks the database may reject with ChatError store_unavailable. */
export interface UserStore {
  /** Who has exactly this name, else who has its key: see nameKey. */
  named(name: string): Promise<KnownUser | null>;
  /**
   * Null: somebody has the name or its key.
   * @param hash bcrypt
   */
  register(name: string, hash: string): Promise<KnownUser | null>;
}
