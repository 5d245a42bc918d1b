import { intendedAtOf, numberOf } from '../ledger/clientIds.js';

const user = { id: '507f1f77bcf86cd799439011', name: 'bench 1' };

/** A message of a server that gives no ids: its number stands in for one. @param {string} text @param {string} clientId */
export const publishedMessage = (text, clientId) => ({
  id: numberOf(clientId) + 1,
  user,
  text,
  at: new Date(intendedAtOf(clientId)).toISOString(),
  clientId,
});
