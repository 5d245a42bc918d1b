const { AsyncLocalStorage } = require('node:async_hooks');
const WebSocket = require('ws');
/** @type {any} its types describe an export that require does not give */
const Pusher = require('pusher-js');

/** An error whose code Artillery counts, as `errors.CODE`. */
class PusherError extends Error {
  /** @param {string} code such as pusher.connect_403 @param {string} [message] */
  constructor(code, message = code) {
    super(message);
    this.code = code;
  }
}

// pusher-js retries a failed handshake without naming the cause, and sends no headers. So its sockets are made here.
/** @type {AsyncLocalStorage<{headers: Record<string, string>, failed: (error: PusherError) => void}>} */
const handshake = new AsyncLocalStorage();
Pusher.Runtime.createWebSocket = (/** @type {string} */ url) => {
  const { headers, failed } = handshake.getStore() ?? { headers: {}, failed: () => {} };
  const socket = new WebSocket(url, { headers, perMessageDeflate: false });
  socket.on('unexpected-response', (_request, response) => {
    response.destroy();
    failed(new PusherError(`pusher.connect_${response.statusCode}`));
  });
  socket.on('error', (/** @type {NodeJS.ErrnoException} */ error) =>
    failed(new PusherError(`pusher.connect_${error.code ?? 'failed'}`, error.message)),
  );
  return socket;
};

/**
 * @typedef {object} Options
 * @property {string} url ws://HOST:PORT or wss://HOST:PORT
 * @property {string} key of the app
 * @property {Record<string, string>} [headers] of the handshake
 * @property {string} [authEndpoint] address that signs private and presence channels
 * @property {Record<string, string>} [authHeaders] of its calls, such as a cookie
 * @property {number} timeout s
 */

/**
 * @param {Options} options
 * @returns {Promise<any>} a pusher-js client that is connected; it does not connect again where it breaks
 * @throws {PusherError}
 */
function connect({ url, key, headers = {}, authEndpoint, authHeaders, timeout }) {
  if (!url || !key) throw new PusherError('pusher.no_server', 'connect needs a url and a key');
  const { hostname, port, protocol } = new URL(url);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(new PusherError('pusher.connect_timeout')), timeout * 1000);
    const fail = (/** @type {PusherError} */ error) => {
      clearTimeout(timer);
      pusher.disconnect();
      reject(error);
    };
    // The first handshake begins inside the constructor.
    const pusher = handshake.run({ headers, failed: (error) => setImmediate(fail, error) }, () => {
      return new Pusher(key, {
        wsHost: hostname,
        wsPort: Number(port) || 80,
        wssPort: Number(port) || 443,
        forceTLS: protocol === 'wss:',
        cluster: '',
        enabledTransports: ['ws'],
        enableStats: false,
        channelAuthorization: { customHandler: signer(authEndpoint, authHeaders) },
      });
    });
    pusher.connection.bind('connected', () => {
      clearTimeout(timer);
      resolve(pusher);
    });
    pusher.connection.bind('error', (/** @type {any} */ { error, data }) => {
      const code = error?.data?.code ?? data?.code;
      if (code) fail(new PusherError(`pusher.error_${code}`));
    });
  });
}

/**
 * @param {string | undefined} authEndpoint @param {Record<string, string>} [headers]
 * @returns {(request: {socketId: string, channelName: string}, done: (error: Error | null, answer: unknown) => void) =>
 *   void} as pusher-js calls it
 */
const signer =
  (authEndpoint, headers) =>
  ({ socketId, channelName }, done) => {
    const sign = async () => {
      if (!authEndpoint) throw new PusherError('pusher.no_auth_endpoint');
      const body = new URLSearchParams({ socket_id: socketId, channel_name: channelName });
      const answer = await fetch(authEndpoint, { method: 'POST', headers, body }).catch(({ cause }) => {
        throw new PusherError(`pusher.auth_${cause?.code ?? 'failed'}`);
      });
      if (!answer.ok) throw new PusherError(`pusher.auth_${answer.status}`);
      return answer.json();
    };
    sign().then(
      (signed) => done(null, signed),
      (error) => done(error, null),
    );
  };

module.exports = { connect, PusherError };
