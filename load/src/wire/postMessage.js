import http from 'node:http';

/**
 * What answers a message: over a socket as over HTTP.
 * @typedef {{ok: true, message: import('../ledger/ledger.js').ReceivedMessage} | {ok: false, error: {code: string}}} Ack
 */

/** @param {{features?: string[]}} target as /config says @returns {boolean} whether its sockets take messages; else they go by POST */
export const socketsTakeMessages = ({ features }) => features?.includes('socketSend') ?? true;

/**
 * Sends a message by POST /messages: its answer is the acknowledgement.
 * @param {string} url of a chat @param {{cookie: string, text: string, clientId: string}} message
 * @param {http.Agent} [agent] that keeps the connections
 * @returns {Promise<Ack>} @throws {NodeJS.ErrnoException} where there was no answer
 */
export function postMessage(url, { cookie, text, clientId }, agent = shared) {
  const body = JSON.stringify({ text, clientId });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), cookie };
  return new Promise((resolve, reject) => {
    const request = http.request(new URL('/messages', url), { method: 'POST', agent, headers }, (response) => {
      let answer = '';
      response.setEncoding('utf8').on('data', (part) => (answer += part));
      response.on('end', () => resolve(acknowledgement(response.statusCode ?? 0, answer)));
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}

const shared = new http.Agent({ keepAlive: true });

/** @param {number} status @param {string} text @returns {Ack} */
function acknowledgement(status, text) {
  const { message, error } = parsed(text) ?? {};
  if ((status === 200 || status === 201) && message) return { ok: true, message };
  return { ok: false, error: { code: error?.code ?? `http_${status}` } };
}

/** @param {string} text @returns {any} null where it is no JSON */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
