import http from 'node:http';
import { publishedMessage } from './publishedMessage.js';
import { request } from './postMessage.js';

// At most 16 requests at a time, over kept connections.
const agent = new http.Agent({ keepAlive: true, maxSockets: 16, maxFreeSockets: 16 });

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
    async post(text, clientId) {
      const body = JSON.stringify({ messages: [publishedMessage(text, clientId)] });
      const { status, code = `http_${status}` } = await request(`${url}/publish`, { body, agent });
      return status >= 200 && status < 300 ? { ok: true, taken: true } : { ok: false, error: { code } };
    },
  };
}
