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
  named(name: string): Promise<KnownUser | null>;
  /**
   * Null: somebody registered this name first. Rejects with login_taken where somebody has a name that looks like it.
   * @param hash bcrypt
   */
  register(name: string, hash: string): Promise<KnownUser | null>;
}
