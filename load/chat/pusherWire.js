import { postMessage, socketsTakeMessages } from './postMessage.js';

/**
 * The client of artillery-engine-pusher, subscribed to the chat's channel, as a Wire.
 * @param {any} client context.pusher
 * @param {{url: string, channel?: string, features?: string[]}} target as /config says
 * @param {string} cookie of the user's session
 * @returns {import('./virtualUser.js').Wire}
 */
export function pusherWire(client, target, cookie) {
  const { url, channel } = target;
  return {
    async send(text, clientId) {
      if (!socketsTakeMessages(target))
        return postMessage(url, { cookie, text, clientId }).catch(() => new Promise(() => {}));
      const message = { channel, event: 'client-message', data: { text, clientId } };
      try {
        // The user watches the clock: an ack that comes late is still an ack.
        return await client.request({ ...message, ack: 'ack', match: { clientId }, timeout: Infinity });
      } catch {
        // The connection broke first: the user sends again when it is back.
        return new Promise(() => {});
      }
    },
    onMessages(listener) {
      client.on('event', (/** @type {any} */ { event, data }) => {
        if (event === 'messages') listener(data.messages);
      });
    },
    onBreak: (listener) => client.on('break', listener),
    onReturn: (listener) => client.on('return', listener),
    drop: () => client.drop(),
  };
}
