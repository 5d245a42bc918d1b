import { makeClientId } from '../ledger/clientIds.js';
import { now } from '../ledger/clock.js';
import { publishedMessage } from './publishedMessage.js';
import http from 'node:http';

// So many at a time are on their way to nginx, each over a connection that stays.
const CONNECTIONS = 16;

/**
 * A subscriber of nchan: its handshake joins it, and it receives the published bytes.
 * @returns {import('./meaning.js').Wire}
 */
export function nchanWire() {
  return {
    path: () => '/subscribe',
    joinsByHandshake: true,
    read(payload) {
      const { messages } = JSON.parse(payload.toString());
      return { meaning: { kind: 'messages', messages }, messages: messages.length, shared: true };
    },
    join: async () => '',
    pong: '',
    message: () => '',
    ackKey: (_clientId, number) => number,
  };
}

/**
 * Publishes by POST, the same bytes that a chat sends; the answer is the ack.
 * @param {string} url of nginx @param {import('../ledger/ledger.js').Ledger} ledger
 * @returns {(number: number, intendedAt: number) => void}
 */
export function publisher(url, ledger) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS, maxFreeSockets: CONNECTIONS });
  return (number, intendedAt) => {
    const clientId = makeClientId({ run: ledger.run, sender: 0, number, intendedAt });
    const body = publishedMessage(clientId);
    ledger.sent(clientId, now());
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const request = http.request(`${url}/publish`, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode && response.statusCode < 300) ledger.acknowledged(clientId, undefined, now());
        else ledger.refused(clientId, `http_${response.statusCode}`);
      });
    });
    request.on('error', (error) =>
      ledger.refused(clientId, /** @type {NodeJS.ErrnoException} */ (error).code ?? 'request_failed'),
    );
    request.end(body);
  };
}
