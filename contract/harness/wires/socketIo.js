import { io } from 'socket.io-client';
import { PATIENCE_MS, Received } from '../received.js';
import { openWebSocket } from './openWebSocket.js';

/** @import { ChatEvent, JoinOptions, Server } from '../wires.js' */

/** @param {Server} server @param {string} cookie @param {JoinOptions} [options] */
export async function join({ config }, cookie, { transport = 'websocket', token } = {}) {
  const socket = io(config.socketUrl, {
    transports: [transport],
    forceNew: true,
    reconnection: false,
    timeout: PATIENCE_MS,
    extraHeaders: { cookie },
    auth: token ? { token } : undefined,
  });
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
}

/** @param {Server} server @param {Record<string, string>} [headers] */
export async function openRaw({ config }, headers = {}) {
  const address = `${config.socketUrl.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const raw = await openWebSocket(address, headers, (text, { received, send }) => {
    const { name, payload } = decode(text);
    if (payload === '2') return send('3');
    received.add(name, payload);
  });
  let sent = 0;
  return {
    ...raw,
    frame: (/** @type {unknown} */ message) => encode({ name: 'message', payload: message, rest: { id: sent++ } }),
  };
}

/** @param {Server} server @param {string} cookie */
export async function joinRaw(server, cookie) {
  const raw = await openRaw(server, { cookie });
  raw.send('40');
  await raw.received.next('welcome');
  return raw;
}

/** @param {string} text @returns {ChatEvent} */
export function decode(text) {
  const [, type, id, json] = /^(4[23])(\d*)(\[.*)$/s.exec(text) ?? [];
  if (!type) return { name: 'packet', payload: text, rest: {} };
  const [first, second] = JSON.parse(json);
  if (type === '43') return { name: 'ack', payload: first, rest: { id } };
  return { name: first, payload: second, rest: { id } };
}

/** @param {ChatEvent} event */
export function encode({ name, payload, rest }) {
  if (name === 'packet') return payload;
  if (name === 'ack') return `43${rest.id}${JSON.stringify([payload])}`;
  return `42${rest.id ?? ''}${JSON.stringify([name, payload])}`;
}
