import PusherClient from 'pusher-js';
import { io } from 'socket.io-client';
import { WebSocket } from 'ws';
import { PATIENCE_MS, Received } from './received.js';

// pusher-js's types describe a default export that Node's import of a CommonJS module lacks.
const Pusher = /** @type {any} */ (PusherClient);

/**
 * The two wires. A wire of another kind is one more entry of `wires`.
 *
 * @typedef {(method: string, path: string, options?: import('./client.js').CallOptions) =>
 *   Promise<import('./client.js').Answer>} Call
 * @typedef {{call: Call, config: any}} Server
 * @typedef {{transport?: 'websocket' | 'polling', origin?: string, token?: string}} JoinOptions token: replaces the
 *   cookie
 * @typedef {object} Opened a WebSocket without a client library
 * @property {number} status of the handshake: 101 if accepted
 * @property {WebSocket} socket
 * @property {Received} received
 * @property {Promise<number>} closed its close code
 * @property {(frame: string) => void} send
 *
 * @typedef {Opened & {frame: (message: unknown) => string}} RawSocket frame: encodes a message
 *
 * @typedef {object} Connection a joined socket
 * @property {Received} received
 * @property {any} welcome undefined if the server does not claim `welcome`
 * @property {Promise<'session' | 'other'>} ended why the server closed it: the session ended, or something else
 * @property {(message: any) => Promise<any>} send sends a message on the socket, and waits for its acknowledgement
 * @property {(name: string, payload?: unknown) => void} emit sends any other event
 * @property {() => void} close
 *
 * @typedef {object} Wire
 * @property {(server: Server, cookie: string, options?: JoinOptions) => Promise<Connection>} join rejects with {code}
 *   if the server refuses
 * @property {(server: Server, headers?: Record<string, string>) => Promise<RawSocket>} openRaw opens a socket without a
 *   client library, and without joining
 * @property {(server: Server, cookie: string) => Promise<RawSocket>} joinRaw opens such a socket and joins
 */

/** Close code of a socket whose session ended: the Pusher protocol's "connection is unauthorized". */
const SESSION_ENDED = 4009;

/**
 * A WebSocket without a client library.
 * @param {string} address
 * @param {Record<string, string>} headers
 * @param {(text: string, raw: Opened) => void} read one text frame
 * @returns {Promise<Opened>}
 */
async function openWebSocket(address, headers, read) {
  const socket = new WebSocket(address, { headers });
  const received = new Received();
  /** @type {Promise<number>} */
  const closed = new Promise((resolve) => socket.on('close', resolve));
  const raw = { socket, received, closed, status: 101, send: (/** @type {string} */ frame) => socket.send(frame) };
  socket.on('error', () => {});
  socket.on('message', (data, isBinary) => isBinary || read(String(data), raw));
  socket.on('unexpected-response', (_request, response) => {
    raw.status = response.statusCode ?? 0;
    response.destroy();
    socket.terminate();
  });
  await Promise.race([new Promise((resolve) => socket.on('open', resolve)), closed]);
  return raw;
}

const socketIo = {
  /** @param {Server} server @param {string} [query] */
  address: ({ config }, query = 'EIO=4&transport=websocket') =>
    `${config.socketUrl.replace(/^http/, 'ws')}/socket.io/?${query}`,

  /** @param {Server} server @param {string} cookie @param {JoinOptions} [options] */
  async join({ config }, cookie, { transport = 'websocket', origin, token } = {}) {
    const extraHeaders = { cookie, ...(origin && { origin }) };
    const how = { transports: [transport], forceNew: true, reconnection: false, timeout: PATIENCE_MS, extraHeaders };
    const socket = io(config.socketUrl, { ...how, ...(token && { auth: { token } }) });
    const received = new Received();
    socket.onAny((name, payload) => received.add(name, payload));
    /** @type {Promise<'session' | 'other'>} */
    const ended = new Promise((resolve) => {
      socket.on('disconnect', (why) => resolve(why === 'io server disconnect' ? 'session' : 'other'));
    });
    await new Promise((resolve, reject) => {
      socket.on('connect', () => resolve(undefined));
      socket.on('connect_error', (error) => reject(/** @type {any} */ (error).data ?? error));
    });
    return {
      received,
      ended,
      welcome: config.features.includes('welcome') ? await received.next('welcome') : undefined,
      async send(/** @type {any} */ message) {
        const ack = await socket.timeout(PATIENCE_MS).emitWithAck('message', message);
        received.add('ack', ack);
        return received.next('ack', (one) => one === ack);
      },
      emit: (/** @type {string} */ name, /** @type {unknown} */ payload) => void socket.emit(name, payload),
      close: () => void socket.close(),
    };
  },

  /** @param {Server} server @param {Record<string, string>} [headers] */
  async openRaw(server, headers = {}) {
    const raw = await openWebSocket(socketIo.address(server), headers, (text, { received, send }) => {
      if (text === '2') return send('3');
      const [, type, , json] = /^(4?\d)(\/[^,]*,)?\d*(.*)$/s.exec(text) ?? [];
      if (type === '42') received.add(.../** @type {[string, any]} */ (JSON.parse(json)));
      else if (type === '43') received.add('ack', JSON.parse(json)[0]);
      else received.add(`packet ${type}`, json && JSON.parse(json));
    });
    let sent = 0;
    return { ...raw, frame: (/** @type {unknown} */ message) => `42${sent++}${JSON.stringify(['message', message])}` };
  },

  /** @param {Server} server @param {string} cookie */
  async joinRaw(server, cookie) {
    const raw = await socketIo.openRaw(server, { cookie });
    raw.send('40');
    await raw.received.next('welcome');
    return raw;
  },
};

/**
 * Asks for the proof with which a socket joins the channel (Pusher protocol).
 * @param {Server} server
 * @param {string} cookie
 * @param {string} socketId
 * @param {{channel?: string, headers?: Record<string, string>}} [other]
 */
export const authorize = ({ call, config }, cookie, socketId, { channel = config.channel, headers = {} } = {}) =>
  call('POST', config.authEndpoint, {
    cookie,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ socket_id: socketId, channel_name: channel }).toString(),
  });

const pusher = {
  /** @param {Server} server */
  address: ({ config }) => `${config.socketUrl}/app/${config.key}?protocol=7&client=js&version=8.0.0`,

  /**
   * @param {Server} server
   * @param {string} cookie
   * @param {JoinOptions} [options] this wire has one transport, and its library sends no origin
   */
  async join(server, cookie, { token } = {}) {
    const bearer = token && { authorization: `Bearer ${token}` };
    const { config } = server;
    const { hostname, port, protocol } = new URL(config.socketUrl);
    /** @type {any} */
    let refusal;
    const client = new Pusher(config.key, {
      ...{ wsHost: hostname, wsPort: Number(port) || 80, wssPort: Number(port) || 443, forceTLS: protocol === 'wss:' },
      ...{ enabledTransports: ['ws'], cluster: '', enableStats: false },
      channelAuthorization: /** @type {any} */ ({
        customHandler: async (/** @type {any} */ { socketId, channelName }, /** @type {any} */ done) => {
          const { status, json } = await authorize(server, cookie, socketId, {
            channel: channelName,
            headers: { ...bearer },
          });
          if (status !== 200) refusal = json.error;
          done(status === 200 ? null : new Error(refusal.message), json);
        },
      }),
    });
    const received = new Received();
    /** @type {Promise<'session' | 'other'>} */
    const ended = new Promise((resolve) => {
      let code = 0;
      client.connection.bind('error', (/** @type {any} */ { error, data }) => (code = error?.data?.code ?? data?.code));
      client.connection.bind('state_change', (/** @type {any} */ { previous }) => {
        if (previous !== 'connected') return;
        resolve(code === SESSION_ENDED ? 'session' : 'other');
        // The library would reconnect: it is about to do so in this turn, and heeds what comes after.
        setImmediate(() => client.disconnect());
      });
    });
    const channel = client.subscribe(config.channel);
    channel.bind_global((/** @type {string} */ name, /** @type {any} */ payload) => received.add(name, payload));
    const hasWelcome = config.features.includes('welcome');
    const joins = new Set(['pusher:subscription_error', hasWelcome ? 'welcome' : 'pusher:subscription_succeeded']);
    const joined = await received.until(
      () => received.events.find(({ name }) => joins.has(name)),
      'the answer to joining',
    );
    if (joined.name === 'pusher:subscription_error') {
      client.disconnect();
      throw refusal ?? joined.payload;
    }
    return {
      received,
      ended,
      welcome: hasWelcome ? joined.payload : undefined,
      async send(/** @type {any} */ message) {
        const before = new Set(received.all('ack'));
        const isId = typeof message?.clientId === 'string' && message.clientId.length <= config.limits.clientIdMax;
        const clientId = isId ? message.clientId : null;
        client.send_event('client-message', message, config.channel);
        const ack = await received.next('ack', (one) => !before.has(one) && one.clientId === clientId);
        const shared = { ...ack };
        delete shared.clientId;
        return shared;
      },
      emit: (/** @type {string} */ name, /** @type {unknown} */ payload) =>
        void client.send_event(`client-${name}`, payload, config.channel),
      close: () => client.disconnect(),
    };
  },

  /** @param {Server} server @param {Record<string, string>} [headers] */
  async openRaw(server, headers = {}) {
    const raw = await openWebSocket(pusher.address(server), headers, (text, { received, send }) => {
      const { event, data } = JSON.parse(text);
      if (event === 'pusher:ping') return send('{"event":"pusher:pong","data":{}}');
      received.add(event, typeof data === 'string' ? JSON.parse(data) : data);
    });
    const { channel } = server.config;
    return {
      ...raw,
      frame: (/** @type {unknown} */ data) => JSON.stringify({ event: 'client-message', channel, data }),
    };
  },

  /** @param {Server} server @param {string} cookie */
  async joinRaw(server, cookie) {
    const { config } = server;
    const raw = await pusher.openRaw(server);
    const { socket_id: socketId } = await raw.received.next('pusher:connection_established');
    const { json } = await authorize(server, cookie, socketId);
    raw.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel: config.channel, ...json } }));
    await raw.received.next(config.features.includes('welcome') ? 'welcome' : 'pusher_internal:subscription_succeeded');
    return raw;
  },
};

/** @type {Record<string, Wire>} */
export const wires = { 'socket.io': socketIo, pusher };
