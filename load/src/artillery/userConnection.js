import { postMessage, sendsBySocket } from '../wire/postMessage.js';

/**
 * One user's joined connection, as the engine of its target left it on the context.
 * @typedef {object} UserConnection
 * @property {(text: string, clientId: string) => Promise<Ack>} send settles with the ack, or never where none comes
 * @property {(listener: (messages: ReceivedMessage[]) => void) => void} onMessages
 * @property {(listener: () => void) => void} onBreak
 *
 * @typedef {import('../ledger/ledger.js').Ack} Ack
 * @typedef {import('../ledger/ledger.js').ReceivedMessage} ReceivedMessage
 */

/** @typedef {import('./virtualUsers.js').Address} Address */

/** @param {any} context of Artillery @param {Address} target @param {string} cookie @returns {UserConnection} */
export const connectionOf = (context, target, cookie) =>
  context.pusher ? overPusher(context.pusher, target, cookie) : overSocketIo(Object.values(context.sockets)[0]);

/** @param {import('socket.io-client').Socket} socket @returns {UserConnection} */
const overSocketIo = (socket) => ({
  send: (text, clientId) => new Promise((resolve) => socket.emit('message', { text, clientId }, resolve)),
  onMessages: (listener) => socket.on('messages', (event) => listener(event.messages)),
  onBreak: (listener) => socket.on('disconnect', listener),
});

/**
 * @param {any} client of pusher-js, subscribed to the chat's channel
 * @param {Address} target @param {string} cookie
 * @returns {UserConnection}
 */
function overPusher(client, target, cookie) {
  const channel = client.channel(target.channel);
  /** @type {Map<string, (ack: Ack) => void>} by clientId */
  const waiting = new Map();
  channel.bind('ack', (/** @type {any} */ ack) => {
    waiting.get(ack.clientId)?.(ack);
    waiting.delete(ack.clientId);
  });
  return {
    send(text, clientId) {
      if (!sendsBySocket(target))
        return postMessage(target.url, { cookie, text, clientId }).catch(() => new Promise(() => {}));
      return new Promise((resolve) => {
        waiting.set(clientId, resolve);
        channel.trigger('client-message', { text, clientId });
      });
    },
    onMessages: (listener) => channel.bind('messages', (/** @type {any} */ { messages }) => listener(messages)),
    onBreak: (listener) => client.connection.bind('disconnected', listener),
  };
}
