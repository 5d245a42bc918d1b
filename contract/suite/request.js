import http from 'node:http';

/**
 * @typedef {object} Answer one HTTP answer, wholly read
 * @property {number} status
 * @property {import('node:http').IncomingHttpHeaders} headers
 * @property {string[]} cookies the Set-Cookie lines
 * @property {Buffer} bytes
 * @property {string} text
 * @property {any} json the parsed body; undefined where it is not JSON
 *
 * @typedef {object} Call
 * @property {string} [method] GET where absent
 * @property {string | Buffer} [body] sent as it is
 * @property {any} [json] sent as JSON, with its content type
 * @property {Record<string, string | string[]>} [headers]
 * @property {string} [cookie]
 * @property {number} [timeoutMs]
 * @property {string} [from] the address it comes from, of which this machine has all of 127.0.0.0/8
 */

/**
 * One request on a connection of its own, the path sent byte for byte as given.
 * @param {URL} base unix:/path for a unix socket @param {string} path @param {Call} [call]
 * @returns {Promise<Answer>} rejects with an Error that names the call
 */
export function request(base, path, call = {}) {
  const { method = 'GET', timeoutMs = 15_000 } = call;
  const body = call.json === undefined ? call.body : JSON.stringify(call.json);
  /** @type {Record<string, string | string[]>} */
  const headers = { ...(call.json === undefined ? {} : { 'content-type': 'application/json' }), ...call.headers };
  if (call.cookie) headers.cookie = call.cookie;
  // Node.js tells the length of a body by itself where it expects one, which is not here.
  if (method === 'DELETE' && body !== undefined) headers['content-length'] = String(Buffer.byteLength(body));
  return new Promise((resolve, reject) => {
    const name = `${method} ${path}`;
    const to = base.protocol === 'unix:' ? { socketPath: base.pathname } : { host: base.hostname, port: base.port };
    const sent = http.request({ ...to, localAddress: call.from, method, path, headers, agent: false });
    const timer = setTimeout(() => sent.destroy(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    let answered = false;
    sent.on('response', (response) => {
      answered = true;
      /** @type {Buffer[]} */
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', (error) => reject(new Error(`${name}: the answer broke off: ${error.message}`)));
      response.on('end', () => {
        clearTimeout(timer);
        resolve(answerOf(response, Buffer.concat(chunks)));
      });
    });
    sent.on('error', (error) => {
      clearTimeout(timer);
      // A server that refuses a body may close before it has read it: the answer counts, not the broken pipe.
      if (!answered) reject(Object.assign(new Error(`${name}: ${error.message}`), { cause: error }));
    });
    sent.end(body);
  });
}

/** @param {http.IncomingMessage} response @param {Buffer} bytes @returns {Answer} */
function answerOf(response, bytes) {
  const text = bytes.toString('utf8');
  let json;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    cookies: response.headers['set-cookie'] ?? [],
    bytes,
    text,
    json,
  };
}
