/** @typedef {import('./stores.js').User} User */

/**
 * The first event of a socket that joins: its user, how many are online, the newest message and change.
 * @param {object} parts
 * @param {import('./stores.js').MessageStore} parts.messages
 * @param {import('./stores.js').ChangeStore} parts.changes
 * @param {import('./presence.js').Presence} parts.presence
 * @returns {(user: User) => { me: User, online: { count: number }, lastId: number, rev: number }}
 */
export const createWelcome =
  ({ messages, changes, presence }) =>
  (user) => ({ me: user, online: { count: presence.count }, lastId: messages.lastId, rev: changes.rev });
