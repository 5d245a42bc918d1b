import http from 'node:http';
import { makeClientId, textOf } from '../ledger/clientIds.js';
import { now } from '../ledger/clock.js';

/**
 * Sends by POST /messages, each user over kept connections, whatever came of the earlier ones; the answer is the ack.
 * @param {{url: string, sessions: import('../benches/wire/meaning.js').Session[], ledger: import('../ledger/ledger.js').Ledger}} parts
 * @returns {{sendOne: (number: number, intendedAt: number, sender?: number) => void, close: () => void}}
 */
export function postMessages({ url, sessions, ledger }) {
  let closed = false;
  const agent = new http.Agent({ keepAlive: true, maxFreeSockets: sessions.length });
  const address = new URL('/messages', url);
  return {
    sendOne(number, intendedAt, sender = number % sessions.length) {
      const clientId = makeClientId({ run: ledger.run, sender, number, intendedAt });
      const body = JSON.stringify({ text: textOf(clientId), clientId });
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        cookie: sessions[sender].cookie,
      };
      ledger.sent(clientId, now());
      const request = http.request(address, { method: 'POST', agent, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => (text += part));
        response.on('end', () => answered(ledger, clientId, response.statusCode ?? 0, text));
      });
      request.on('error', (error) => {
        // Whoever still waited was hung up on by this client: that is no refusal, but no ack either.
        if (closed) return;
        ledger.refused(clientId, /** @type {NodeJS.ErrnoException} */ (error).code ?? 'request_failed');
      });
      request.end(body);
    },
    close() {
      closed = true;
      agent.destroy();
    },
  };
}

/** @param {import('../ledger/ledger.js').Ledger} ledger @param {string} clientId @param {number} status @param {string} text */
function answered(ledger, clientId, status, text) {
  const body = parsed(text);
  const { message, error } = body ?? {};
  if (status !== 200 && status !== 201) ledger.refused(clientId, error?.code ?? `http_${status}`);
  else if (message?.clientId !== clientId) ledger.refused(clientId, 'ack_of_another_message');
  else ledger.acknowledged(clientId, message.id, now());
}

/** @param {string} text @returns {any} null where it is no JSON */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
