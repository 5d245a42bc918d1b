import http from 'node:http';

/** @typedef {() => Promise<number>} Ask one request: its status, 0 where the connection broke; it never rejects */

/**
 * Requests to one address over kept connections, as many as are needed.
 * @param {string} url @param {object} body posted as JSON
 * @returns {{ask: Ask, close: () => void}} close hangs up on whoever still waits
 */
export function httpUsers(url, body) {
  const agent = new http.Agent({ keepAlive: true, maxFreeSockets: 1000 });
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  const ask = () =>
    /** @type {Promise<number>} */ (
      new Promise((resolve) => {
        const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
          response.resume();
          response.once('end', () => resolve(response.statusCode ?? 0));
          response.once('error', () => resolve(0));
        });
        request.once('error', () => resolve(0));
        request.end(text);
      })
    );
  return { ask, close: () => agent.destroy() };
}
