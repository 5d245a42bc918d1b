import http from 'node:http';

/** @import { Ack } from '../ledger/ledger.js' */
/** @import { Endpoint, Wire } from './types.js' */

/**
 * @param {{features?: string[], byPost?: boolean}} endpoint
 * @returns {boolean} true: messages go over the sockets; false: by POST
 */
export const sendsBySocket = ({ features, byPost = false }) => !byPost && (features?.includes('socketSend') ?? true);

/** @param {Endpoint} endpoint @returns {Pick<Wire, 'post'>} a wire's part if the server's sockets take no messages */
export const postOf = (endpoint) =>
  sendsBySocket(endpoint)
    ? {}
    : { post: (text, clientId, { cookie }) => postMessage(endpoint.url, { cookie, text, clientId }) };

// Each user keeps one connection open.
const keptConnections = new http.Agent({ keepAlive: true, maxFreeSockets: Infinity });

/**
 * Sends a message by POST /messages. The answer is the acknowledgement.
 * @param {string} url a chat's
 * @param {{cookie: string, text: string, clientId: string}} message
 * @returns {Promise<Ack>}
 */
export async function postMessage(url, { cookie, text, clientId }) {
  const body = JSON.stringify({ text, clientId });
  const { status, answer, code } = await request(`${url}/messages`, {
    body,
    headers: { cookie },
    agent: keptConnections,
  });
  const { message, error } = parsed(answer) ?? {};
  if ((status === 200 || status === 201) && message) return { ok: true, message };
  return { ok: false, error: { code: code ?? error?.code ?? `http_${status}` } };
}

/**
 * Sends JSON by POST.
 * @param {string} url
 * @param {{body: string, headers?: Record<string, string>, agent: http.Agent}} options
 * @returns {Promise<{status: number, answer: string, code?: string}>} code: the error's, if no answer came
 */
export function request(url, { body, headers, agent }) {
  const allHeaders = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers };
  return new Promise((resolve) => {
    const fail = ({ code = 'request_failed' }) => resolve({ status: 0, answer: '', code });
    const request = http.request(url, { method: 'POST', agent, headers: allHeaders }, (response) => {
      let answer = '';
      response.setEncoding('utf8').on('data', (part) => (answer += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, answer }));
      response.on('error', fail);
    });
    request.on('error', fail);
    request.end(body);
  });
}

/** @param {string} text @returns {any} the value; null if the text is no JSON */
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
