import assert from 'node:assert/strict';
import { authorize, joinedEvent, socketAddress as pusherAddress } from '../drivers/pusherRaw.js';
import { socketAddress as socketioAddress } from '../drivers/socketioRaw.js';

/** @typedef {import('./rawSocket.js').RawSocket} RawSocket */
/** @typedef {import('../suite/server.js').Server} Server */

/**
 * The little that attackers must know of a wire.
 * @type {Record<string, {
 *   address: (server: Server) => string,
 *   join: (server: Server, cookie: string, raw: RawSocket) => Promise<void>,
 *   packet: (payload: any) => string,
 *   typing: string,
 * }>}
 */
export const wires = {
  'socket.io': {
    address: socketioAddress,
    async join(_, __, raw) {
      raw.say('40');
      const said = await raw.text((text) => /^4(2\["welcome"|4)/.test(text));
      assert.ok(said?.startsWith('42'), `no welcome came: ${said}`);
    },
    typing: '42["typing",{}]',
    packet: (payload) => `421${JSON.stringify(['message', payload])}`,
  },
  pusher: {
    address: pusherAddress,
    async join(server, cookie, raw) {
      const data = { channel: server.config.channel, ...(await authorize(server, cookie, await socketIdOf(raw))).json };
      raw.say(JSON.stringify({ event: 'pusher:subscribe', data }));
      const joined = joinedEvent(server);
      const said = await raw.text((text) => [joined, 'pusher:subscription_error'].includes(JSON.parse(text).event));
      assert.ok(said && JSON.parse(said).event === joined, `no ${joined} came: ${said}`);
    },
    typing: '{"event":"client-typing","channel":"presence-chat","data":{}}',
    packet: (data) => JSON.stringify({ event: 'client-message', channel: 'presence-chat', data }),
  },
};

/** The id that a Pusher server gave this socket. @param {RawSocket} raw @returns {Promise<string>} */
export async function socketIdOf(raw) {
  const established = await raw.text((text) => text.includes('pusher:connection_established'));
  assert.ok(established, 'the connection was not established');
  return JSON.parse(JSON.parse(established).data).socket_id;
}
