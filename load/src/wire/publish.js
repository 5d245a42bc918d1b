import http from 'node:http';
import { clientIdFields, intendedAtOf } from '../ledger/clientIds.js';
import { request } from './postMessage.js';

/** @import { Ack } from '../ledger/ledger.js' */

// Real applications publish over few connections, so the client does too.
const agent = new http.Agent({ keepAlive: true, maxSockets: 16, maxFreeSockets: 16 });
const user = { id: '507f1f77bcf86cd799439011', name: 'bench 1' };

/**
 * Publishes a message to all subscribers of a server that stores nothing.
 * @param {string} url
 * @param {string} body
 * @returns {Promise<Ack>}
 */
export async function publish(url, body) {
  const { status, code = `http_${status}` } = await request(url, { body, agent });
  return status >= 200 && status < 300 ? { ok: true, taken: true } : { ok: false, error: { code } };
}

/** Makes a message for a server without ids: the id is its number. @param {string} text @param {string} clientId */
export const publishedMessage = (text, clientId) => ({
  id: clientIdFields(clientId).number + 1,
  user,
  text,
  at: new Date(intendedAtOf(clientId)).toISOString(),
  clientId,
});
