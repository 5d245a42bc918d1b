/** @typedef {import('./userStore.js').User} User */

/**
 * The first event of a socket that joins: its user, how many are online, the newest message and change.
 * @param {object} parts
 * @param {import('./messageStore.js').MessageStore} parts.messages
 * @param {import('./changeStore.js').ChangeStore} parts.changes
 * @param {import('./presence.js').Presence} parts.presence
 * @returns {(user: User) => { me: User, online: { count: number }, lastId: number, rev: number }}
 */
export const createWelcome =
  ({ messages, changes, presence }) =>
  (user) => ({ me: user, online: { count: presence.count }, lastId: messages.lastId, rev: changes.rev });
