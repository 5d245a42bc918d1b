import { ChatError } from '../ChatError.js';

/** Counts the sockets of each user. @param {number} max of one user */
export function createSocketsOfUsers(max) {
  /** @type {Map<string, number>} */
  const open = new Map();

  /**
   * Counts one more, until its connection closes.
   * @param {string} userId @param {import('socket.io').Socket['conn']} connection
   * @throws {ChatError} too_many_connections
   */
  return function count(userId, connection) {
    const others = open.get(userId) ?? 0;
    if (others >= max) throw new ChatError('too_many_connections');
    open.set(userId, others + 1);
    connection.once('close', () => {
      const left = (open.get(userId) ?? 1) - 1;
      if (left > 0) open.set(userId, left);
      else open.delete(userId);
    });
  };
}
