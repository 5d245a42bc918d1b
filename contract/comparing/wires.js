import { socketAddress as pusherAddress } from '../drivers/pusherRaw.js';
import { socketAddress as socketioAddress } from '../drivers/socketioRaw.js';
import { padded } from '../drivers/bareSocket.js';
import { allow } from './allowed.js';

/**
 * What the two wires say each in its own way, and nothing else of theirs: in the form that comes out of here both must be equal.
 * Each entry stands beside the sentence of the contract that makes it the wire's own.
 *
 * @typedef {import('../suite/server.js').Server} Server
 *
 * @typedef {object} Heard a frame of the server
 * @property {'open' | 'welcome' | 'messages' | 'presence' | 'typing' | 'ack' | 'refused' | 'session ended' | 'ping' | 'own' | 'unknown'} name
 *   `own` is the protocol's business; `unknown` is what it has no place for
 * @property {any} [payload]
 *
 * @typedef {object} Wire
 * @property {(server: Server) => string} address
 * @property {boolean} hasCookie whether the session comes with the handshake
 * @property {(text: string) => Heard} read
 * @property {string} pong answers a ping
 * @property {(authorize: (socketId: string) => Promise<Asked>, opened: any) => Promise<Asked>} join the frame that asks to join, or what refuses it
 * @property {(payload: string, number: number, server: Server, size?: number) => string} frame sends a message
 * @property {(server: Server) => string} typing the frame that says that its user writes
 * @property {(heard: any, keys: Map<number, string>) => {answers: string | null, ack: any}} acknowledged the message an ack answers, and the rest of it
 * @property {(code: number) => boolean} endsSession whether a close of that code says that the session has ended
 *
 * @typedef {{frame: string, refused?: undefined} | {frame?: undefined, refused: any}} Asked
 */

/** What changed is compared as it is read: how much one event tells is a matter of time. @type {Record<string, Heard['name']>} */
const EVENTS = { welcome: 'welcome', messages: 'messages', presence: 'presence', typing: 'typing', changed: 'own' };

/** @param {string} text */
function readSocketio(text) {
  if (text === '2') return { name: /** @type {const} */ ('ping') };
  const [, type, number, json] = /^(4?\d)(\d*)(.*)$/s.exec(text) ?? [];
  const payload = json ? parsed(json) : undefined;
  if (type === '42' && EVENTS[payload?.[0]]) return { name: EVENTS[payload[0]], payload: payload[1] };
  if (type === '43')
    return { name: /** @type {const} */ ('ack'), payload: { number: Number(number), ack: payload?.[0] } };
  return { name: /** @type {Record<string, Heard['name']>} */ (SOCKETIO)[type] ?? 'unknown', payload };
}

const SOCKETIO = allow('Socket.IO protocol 5', {
  0: 'open',
  3: 'own',
  40: 'own',
  41: 'session ended',
  44: 'refused',
});

/** @param {string} text */
function readPusher(text) {
  const frame = parsed(text);
  const { event, data } = frame ?? {};
  const payload = typeof data === 'string' ? parsed(data) : data;
  const name = EVENTS[event] ?? /** @type {Record<string, Heard['name']>} */ (PUSHER)[event] ?? 'unknown';
  return { name, payload: event === 'ack' ? { answers: payload?.clientId, ack: payload } : payload };
}

const PUSHER = allow('Pusher protocol 7', {
  'pusher:connection_established': 'open',
  'pusher:ping': 'ping',
  'pusher:pong': 'own',
  'pusher:error': 'own',
  'pusher_internal:subscription_succeeded': 'own',
  'pusher_internal:member_added': 'own',
  'pusher_internal:member_removed': 'own',
  'pusher:subscription_error': 'refused',
  ack: 'ack',
});

/** @param {string} json */
function parsed(json) {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** @type {Record<string, Wire>} */
export const wires = {
  'socket.io': {
    address: (server) => socketioAddress(server),
    hasCookie: allow('The session cookie travels with the handshake', true),
    read: readSocketio,
    pong: '3',
    join: async () => ({ frame: '40' }),
    frame: (payload, number, _, size) =>
      size === undefined
        ? `42${number}["message",${payload}]`
        : padded((fields) => `42${number}${JSON.stringify(['message', fields])}`, parsed(payload), size),
    typing: () => '42["typing",{}]',
    acknowledged: allow('`message` is answered through the callback of `emit`', ({ number, ack }, keys) => {
      return { answers: keys.get(number) ?? null, ack };
    }),
    // The packet 41 comes first.
    endsSession: () => false,
  },
  pusher: {
    address: (server) => pusherAddress(server),
    hasCookie: allow('with the signature that `POST /broadcasting/auth`', false),
    read: readPusher,
    pong: '{"event":"pusher:pong","data":{}}',
    join: (authorize, { socket_id: socketId }) => authorize(socketId),
    frame: (payload, _, { config: { channel } }, size) =>
      size === undefined
        ? `{"event":"client-message","channel":"${channel}","data":${dataOf(payload)}}`
        : padded((data) => JSON.stringify({ event: 'client-message', channel, data }), parsed(payload), size),
    typing: ({ config: { channel } }) => JSON.stringify({ event: 'client-typing', channel, data: {} }),
    acknowledged: allow("answered on the sender's socket by the event `ack`", ({ answers, ack }) => {
      const { clientId, ...rest } = ack ?? {};
      return { answers: clientId === undefined ? 'no clientId' : answers, ack: rest };
    }),
    endsSession: allow('A socket whose session ends is closed with code 4009', (code) => code === 4009),
  },
};

/** A text is sent as JSON within JSON, or it would be taken for that. */
const dataOf = allow('`data` may be a JSON string there, too', (/** @type {string} */ payload) =>
  payload.startsWith('"') ? JSON.stringify(payload) : payload,
);

/** An error, wherever a wire puts it: in the data of a packet, in an answer of HTTP, or beside the words of Pusher's own. */
export const refusalShown = allow(
  '`pusher:subscription_error` says `{type, error, status: 429, code: "too_many_connections"}`',
  (/** @type {any} */ said) => {
    const { code, message, error } = said?.data ?? (said?.error?.code ? said.error : said) ?? {};
    return { code, message: message ?? error };
  },
);

/** The clientId that an ack names. @type {(payload: string) => string | null} */
export const keyOf = allow(
  '(`clientId` as sent where it was a string of at most 64 characters, else `null`)',
  (payload) => {
    const clientId = parsed(payload)?.clientId;
    return typeof clientId === 'string' && [...clientId].length <= 64 ? clientId : null;
  },
);
