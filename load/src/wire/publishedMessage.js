import { intendedAtOf, textOf } from '../ledger/clientIds.js';

/**
 * The body that is published to a server which passes it on unread: the same bytes as a chat sends.
 * @param {string} clientId one that makeClientId made @returns {string}
 */
export function publishedMessage(clientId) {
  const at = new Date(intendedAtOf(clientId)).toISOString();
  const user = { id: '507f1f77bcf86cd799439011', name: 'bench 1' };
  // The server gives no ids: the place among those sent stands in for one.
  const id = parseInt(clientId.split('-', 3)[2], 36) + 1;
  return JSON.stringify({ messages: [{ id, user, text: textOf(clientId), at, clientId }] });
}
