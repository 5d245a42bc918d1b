/**
 * The client of artillery-engine-pusher, subscribed to the chat's channel, as a Wire.
 * @param {any} client context.pusher
 * @param {string} channel
 * @returns {import('./virtualUser.js').Wire}
 */
export function pusherWire(client, channel) {
  return {
    send: (text, clientId) =>
      client.request({ channel, event: 'client-message', data: { text, clientId }, ack: 'ack', match: { clientId } }),
    onMessages: (listener) =>
      client.on('event', (/** @type {any} */ { event, data }) => event === 'messages' && listener(data.messages)),
    onBreak: (listener) => client.on('break', listener),
    onReturn: (listener) => client.on('return', listener),
  };
}
