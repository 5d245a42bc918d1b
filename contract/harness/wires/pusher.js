import PusherClient from 'pusher-js';
import { Received } from '../received.js';
import { openWebSocket } from './openWebSocket.js';

/** @import { ChatEvent, JoinOptions, Server } from '../wires.js' */

// pusher-js's types describe a default export that Node's import of a CommonJS module lacks.
const Pusher = /** @type {any} */ (PusherClient);

/** A socket whose session ended has this close code: the protocol's "connection is unauthorized". */
const SESSION_ENDED = 4009;

/**
 * Joins. This wire has one transport, so `transport` has no effect.
 * @param {Server} server
 * @param {string} cookie
 * @param {JoinOptions} [options]
 */
export async function join(server, cookie, { token } = {}) {
  const { config } = server;
  const { hostname, port, protocol } = new URL(config.socketUrl);
  /** @type {Record<string, string>} */
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  /** @type {any} */
  let refusal;
  const client = new Pusher(config.key, {
    cluster: '',
    wsHost: hostname,
    wsPort: Number(port) || 80,
    wssPort: Number(port) || 443,
    forceTLS: protocol === 'wss:',
    enabledTransports: ['ws'],
    enableStats: false,
    channelAuthorization: {
      customHandler: async (/** @type {any} */ { socketId, channelName: channel }, /** @type {any} */ done) => {
        const { status, json } = await authorize(server, cookie, socketId, { channel, headers });
        if (status !== 200) refusal = json.error;
        done(status === 200 ? null : new Error(refusal.message), json);
      },
    },
  });
  const received = new Received();
  /** @type {Promise<'session' | 'other'>} */
  const ended = new Promise((resolve) => {
    let code = 0;
    client.connection.bind('error', (/** @type {any} */ { error, data }) => (code = error?.data?.code ?? data?.code));
    client.connection.bind('state_change', (/** @type {any} */ { previous }) => {
      if (previous !== 'connected') return;
      resolve(code === SESSION_ENDED ? 'session' : 'other');
      // The library plans a reconnect in this turn of the event loop. Only a later disconnect stops it.
      setImmediate(() => client.disconnect());
    });
  });
  const channel = client.subscribe(config.channel);
  channel.bind_global((/** @type {string} */ name, /** @type {any} */ payload) => received.add(name, payload));
  const hasWelcome = config.features.includes('welcome');
  const answers = ['pusher:subscription_error', hasWelcome ? 'welcome' : 'pusher:subscription_succeeded'];
  const find = () => received.events.find(({ name }) => answers.includes(name));
  const answer = await received.until(find, 'the answer to joining');
  if (answer.name === 'pusher:subscription_error') {
    client.disconnect();
    throw refusal ?? answer.payload;
  }
  return {
    received,
    ended,
    welcome: hasWelcome ? answer.payload : undefined,
    async send(/** @type {any} */ message) {
      const before = new Set(received.all('ack'));
      const isId = typeof message?.clientId === 'string' && message.clientId.length <= config.limits.clientIdMax;
      const clientId = isId ? message.clientId : null;
      client.send_event('client-message', message, config.channel);
      const ack = await received.next('ack', (one) => !before.has(one) && one.clientId === clientId);
      const shared = { ...ack };
      delete shared.clientId; // Socket.IO's acknowledgement has no clientId
      return shared;
    },
    emit: (/** @type {string} */ name, /** @type {unknown} */ payload) =>
      void client.send_event(`client-${name}`, payload, config.channel),
    close: () => client.disconnect(),
  };
}

/** @param {Server} server @param {Record<string, string>} [headers] */
export async function openRaw({ config }, headers = {}) {
  const address = `${config.socketUrl}/app/${config.key}?protocol=7&client=js&version=8.0.0`;
  const raw = await openWebSocket(address, headers, (text, { received, send }) => {
    const { name, payload } = decode(text);
    if (name === 'pusher:ping') return send('{"event":"pusher:pong","data":{}}');
    received.add(name, payload);
  });
  const rest = { channel: config.channel, fromClient: true };
  return { ...raw, frame: (/** @type {unknown} */ message) => encode({ name: 'message', payload: message, rest }) };
}

/** @param {Server} server @param {string} cookie */
export async function joinRaw(server, cookie) {
  const { channel, features } = server.config;
  const raw = await openRaw(server);
  const { socket_id: socketId } = await raw.received.next('pusher:connection_established');
  const { json } = await authorize(server, cookie, socketId);
  raw.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...json } }));
  await raw.received.next(features.includes('welcome') ? 'welcome' : 'pusher_internal:subscription_succeeded');
  return raw;
}

/**
 * Asks for the proof with which a socket joins the channel.
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

/** @param {string} text @returns {ChatEvent} */
export function decode(text) {
  const { event, data, ...rest } = JSON.parse(text);
  const payload = typeof data === 'string' ? JSON.parse(data) : data;
  return { name: event.replace(/^client-/, ''), payload, rest: { ...rest, fromClient: event.startsWith('client-') } };
}

/** @param {ChatEvent} event */
export function encode({ name, payload, rest: { fromClient, ...rest } }) {
  if (fromClient) return JSON.stringify({ event: `client-${name}`, data: payload, ...rest });
  const data = name.startsWith('pusher:') ? payload : JSON.stringify(payload);
  return JSON.stringify({ event: name, data, ...rest });
}
