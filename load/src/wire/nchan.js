import http from 'node:http';
import { intendedAtOf } from '../ledger/clientIds.js';
import { request } from './postMessage.js';

// At most 16 requests at a time, over kept connections.
const agent = new http.Agent({ keepAlive: true, maxSockets: 16, maxFreeSockets: 16 });
const user = { id: '507f1f77bcf86cd799439011', name: 'bench 1' };

/**
 * A subscriber of nchan: its handshake joins it, and it receives the bytes that are published by POST.
 * @param {import('./types.js').Endpoint} endpoint
 * @returns {import('./types.js').Wire}
 */
export function nchanWire({ url }) {
  return {
    path: () => '/subscribe',
    joinsByHandshake: true,
    read: (payload) => ({ kind: 'messages', messages: JSON.parse(payload.toString()).messages }),
    join: async () => '',
    pong: '',
    message: () => '',
    async post(text, clientId) {
      const at = new Date(intendedAtOf(clientId)).toISOString();
      // nchan gives no ids: the message's number stands in for one.
      const id = parseInt(clientId.split('-', 3)[2], 36) + 1;
      const body = JSON.stringify({ messages: [{ id, user, text, at, clientId }] });
      const { status } = await request(`${url}/publish`, { body, agent });
      return status < 300 ? { ok: true, taken: true } : { ok: false, error: { code: `http_${status}` } };
    },
  };
}
