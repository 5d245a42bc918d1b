import { publish, publishedMessage } from './publish.js';

/** @import { Endpoint, Wire } from './types.js' */

/**
 * Speaks to nchan: the handshake subscribes a user, and every subscriber receives the bytes of each POST.
 * @param {Endpoint} endpoint
 * @returns {Wire}
 */
export const nchanWire = ({ url }) => ({
  path: '/subscribe',
  joinsByHandshake: true,
  read: (payload) => ({ kind: 'messages', messages: JSON.parse(payload.toString()).messages }),
  post: (text, clientId) => publish(`${url}/publish`, JSON.stringify({ messages: [publishedMessage(text, clientId)] })),
});
