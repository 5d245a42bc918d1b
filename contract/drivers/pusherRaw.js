import { knows } from '../suite/capabilities.js';
import { Inbox } from '../suite/inbox.js';
import { request } from '../suite/request.js';
import { openBareSocket, padded } from './bareSocket.js';

/** @param {import('../suite/server.js').Server} server */
export const socketAddress = ({ config }) =>
  `${config.socketUrl.replace(/^http/, 'ws')}/app/${config.key}?protocol=7&client=js&version=8.0.0`;

/** What tells a client that it has joined. @param {import('../suite/server.js').Server} server */
export const joinedEvent = (server) =>
  knows(server, 'welcome') ? 'welcome' : 'pusher_internal:subscription_succeeded';

/**
 * What /broadcasting/auth answers, as pusher-js posts it.
 * @param {import('../suite/server.js').Server} server @param {string | undefined} cookie
 * @param {string} socketId @param {string} [channel] @param {Record<string, string>} [more] headers
 */
export function authorize(server, cookie, socketId, channel = server.config.channel, more = {}) {
  const body = new URLSearchParams({ socket_id: socketId, channel_name: channel }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', ...more };
  return request(server.url, server.config.authEndpoint, { method: 'POST', body, headers, cookie });
}

/**
 * @param {import('../suite/server.js').Server} server @param {string} cookie
 * @param {{join?: boolean, origin?: string}} [options]
 * @returns {Promise<import('./driver.js').RawConnection>}
 */
export async function raw(server, cookie, { join = true, origin } = {}) {
  const inbox = new Inbox();
  const opened = await openBareSocket(socketAddress(server), { origin }, (text, isBinary) => {
    if (isBinary) return inbox.put('binary', text);
    const { event, data: payload } = JSON.parse(text);
    if (event === 'pusher:ping') return opened.socket?.send('{"event":"pusher:pong","data":{}}');
    // Some servers send events of the protocol without data.
    inbox.put(event, typeof payload === 'string' ? JSON.parse(payload) : (payload ?? null));
  });
  if (!opened.socket) throw new Error(`the handshake was refused with ${opened.status}`);
  const { socket, closed } = opened;
  if (join) {
    const { socket_id: socketId } = await inbox.next('pusher:connection_established');
    const answer = await authorize(server, cookie, socketId);
    if (answer.status !== 200)
      throw new Error(`/broadcasting/auth answered ${answer.status} ${answer.text.slice(0, 200)}`);
    socket.send(
      JSON.stringify({ event: 'pusher:subscribe', data: { channel: server.config.channel, ...answer.json } }),
    );
    await inbox.next(joinedEvent(server));
  }
  return {
    socket,
    inbox,
    closed,
    send: (text) => socket.send(text),
    packet: (payload, size) =>
      padded(
        (data) => JSON.stringify({ event: 'client-message', channel: server.config.channel, data }),
        payload,
        size,
      ),
    ack: async (clientId, ms) => {
      return withoutClientId(await inbox.next('ack', (answer) => answer.clientId === clientId, ms));
    },
    answered: (payload) => ({ clientId: payload.clientId, ack: withoutClientId(payload) }),
  };
}

/** The acknowledgement in the form both wires share. @param {any} ack */
export function withoutClientId(ack) {
  const shared = { ...ack };
  delete shared.clientId;
  return shared;
}
