/**
 * What the store asks of a database, whichever keeps the data.
 *
 * @typedef {import('../chat/messageStore.js').Message} Message
 * @typedef {import('../chat/userStore.js').KnownUser} KnownUser
 * @typedef {import('../chat/sessionStore.js').Session} Session
 * @typedef {KnownUser & { skeleton: string }} NewUser skeleton: what no other user may have, see skeletonKey
 * @typedef {{ from: Message, to: Message }} Step of a message from one state to the next
 *
 * @typedef {object} Backend one kind of database, without caches and without ids of its own. Every call may reject with
 *   ChatError store_unavailable; an insert that does so may or may not have been stored.
 * @property {BackendMessages} messages
 * @property {BackendUsers} users
 * @property {BackendSessions} sessions
 * @property {() => Promise<void>} check rejects where the database does not answer, with NotWritten where it
 *   is known to take nothing
 * @property {(lost: () => void) => Promise<{ lease: Lease, tail: TailPlace }>} [own] makes this process the one that
 *   stores messages; rejects where another is. Without it whoever opens the store has it for itself
 * @property {() => Promise<void>} close
 *
 * @typedef {object} Lease
 * @property {() => void} check throws store_unavailable while it is not certain that this process holds it
 * @property {() => void} checkWriting throws NotWritten where the newest renewal failed
 * @property {() => Promise<void>} release
 *
 * @typedef {{ messages: Message[], rev: number }} StoreTail The last messages (at most 200) by rising id, and the
 *   highest revision.
 *
 * @typedef {object} TailPlace
 * @property {StoreTail | null} found the last holder left it; null where that process may have written since
 * @property {(tail: StoreTail) => Promise<void>} leave
 * @property {() => Promise<void>} clear
 *
 * @typedef {object} BackendMessages
 * @property {(count: number) => Promise<Message[]>} newest the last of them, in rising id order
 * @property {(from: number, to: number) => Promise<Message[]>} range ids from..to, both included, in rising id order
 * @property {(keys: { userId: string, clientId: string }[]) => Promise<Message[]>} find those of them that are stored
 * @property {(messages: Message[], spentMs?: number) => Promise<void>} insert in the order given, stopping at the first
 *   that cannot be stored; rejects with DuplicateKey where a (user, clientId) or an id is taken; spentMs: how much of
 *   the call's time the caller has used
 * @property {(steps: Step[], spentMs?: number) => Promise<void>} change in the order given, stopping at the first that
 *   cannot be stored; rejects with DuplicateKey where a rev is taken, with OutOfDate where a message is not in the
 *   state named
 * @property {(count: number) => Promise<Message[]>} newestChanges the last of the changed ones, in rising order of rev
 * @property {(rev: number, limit: number, newest?: number) => Promise<Message[]>} changesAfter the first of those
 *   changed after rev, in rising order of rev; newest: up to this one, where it is known
 *
 * @typedef {object} BackendUsers
 * @property {(count: number) => Promise<KnownUser[]>} some at most count of them, any
 * @property {(id: string) => Promise<KnownUser | null>} find
 * @property {(users: NewUser[]) => Promise<void>} insert in the order given, stopping at the first that cannot be
 *   stored; rejects with DuplicateKey where an id or a skeleton is taken
 *
 * @typedef {object} BackendSessions
 * @property {(count: number) => Promise<[string, Session][]>} some at most count of them, any
 * @property {(key: string) => Promise<Session | null>} find
 * @property {(sessions: [string, Session][]) => Promise<void>} save some by their keys; one that is saved already stays
 * @property {(key: string) => Promise<void>} remove
 * @property {() => Promise<void>} prune takes those away that are over
 */

/**
 * A message out of what a database has of it: with a rev where it was changed, without a text where it was deleted.
 * @param {Message} stored
 * @returns {Message}
 */
export function messageOf({ id, user, text, at, clientId, rev, deleted }) {
  if (rev === undefined) return { id, user, text, at, clientId };
  return deleted ? { id, user, at, clientId, deleted, rev } : { id, user, text, at, clientId, rev };
}

/** A unique key is taken. */
export class DuplicateKey extends Error {
  name = 'DuplicateKey';
}

/** What was to be changed is not what it was taken for. */
export class OutOfDate extends Error {
  name = 'OutOfDate';
}
