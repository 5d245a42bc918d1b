import http from 'node:http';
import { postMessage } from '../wire/postMessage.js';
import { makeClientId, textOf } from '../ledger/clientIds.js';
import { now } from '../ledger/clock.js';

/**
 * Sends by POST /messages, each user over kept connections, whatever came of the earlier ones; the answer is the ack.
 * @param {object} parts
 * @param {string} parts.url
 * @param {(sender: number) => import('../wire/meaning.js').Session} parts.sessionOf
 * @param {import('../ledger/ledger.js').Ledger} parts.ledger
 * @returns {{sendOne: (number: number, intendedAt: number, sender: number) => void, close: () => void}}
 */
export function postMessages({ url, sessionOf, ledger }) {
  let closed = false;
  const agent = new http.Agent({ keepAlive: true, maxFreeSockets: Infinity });
  return {
    sendOne(number, intendedAt, sender) {
      const clientId = makeClientId({ run: ledger.run, sender, number, intendedAt });
      ledger.sent(clientId, now());
      postMessage(url, { cookie: sessionOf(sender).cookie, text: textOf(clientId), clientId }, agent).then(
        (ack) => ledger.answered(clientId, ack, now()),
        (error) => {
          // Whoever still waited was hung up on by this client: that is no refusal, but no ack either.
          if (closed) return;
          ledger.refused(clientId, /** @type {NodeJS.ErrnoException} */ (error).code ?? 'request_failed');
        },
      );
    },
    close() {
      closed = true;
      agent.destroy();
    },
  };
}
