import { postOf } from './postMessage.js';

/** @import { Endpoint, Wire } from './types.js' */

/**
 * Speaks version 7 of the Pusher protocol.
 * @param {Endpoint} endpoint
 * @returns {Wire}
 */
export function pusherWire(endpoint) {
  const { channel = '', authUrl = '', key } = endpoint;
  return {
    path: `/app/${key}?protocol=7&client=load&version=1`,

    read(payload) {
      const { event, data: raw } = JSON.parse(payload.toString());
      const data = typeof raw === 'string' ? JSON.parse(raw) : raw;
      if (event === 'messages') return { kind: 'messages', messages: data.messages };
      if (event === 'ack') return { kind: 'ack', key: data.clientId, ack: data };
      if (event === 'pusher:ping') return { kind: 'ping' };
      if (event === 'pusher:connection_established') return { kind: 'open', socketId: data.socket_id };
      if (event === 'pusher_internal:subscription_succeeded') return { kind: 'joined' };
      if (event === 'pusher:error' || event === 'pusher:subscription_error')
        return { kind: 'refused', reason: payload.toString() };
      return { kind: 'other' };
    },

    async join({ socketId = '', session }) {
      const body = new URLSearchParams({ socket_id: socketId, channel_name: channel });
      const response = await fetch(authUrl, { method: 'POST', body, headers: { cookie: session.cookie } });
      if (!response.ok) throw new Error(`${authUrl} answered ${response.status}`);
      return JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...(await response.json()) } });
    },

    pong: JSON.stringify({ event: 'pusher:pong', data: {} }),
    message: (text, clientId) => JSON.stringify({ event: 'client-message', channel, data: { text, clientId } }),
    ...postOf(endpoint),
  };
}
