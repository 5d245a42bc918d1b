import { postMessage, sendsBySocket } from '../wire/postMessage.js';

/** @import { Ack, ReceivedMessage } from '../ledger/ledger.js' */
/** @import { Address } from './virtualUsers.js' */
/** @import { Socket } from 'socket.io-client' */

/**
 * One user's joined connection, as the engine of its wire left it on the context.
 * @typedef {object} UserConnection
 * @property {(text: string, clientId: string) => Promise<Ack>} send settles with the ack; stays pending if no ack
 *   comes over a socket
 * @property {(listener: (messages: ReceivedMessage[]) => void) => void} onMessages
 * @property {(listener: () => void) => void} onBreak
 */

/**
 * Makes a connection of what a flow of chat.yml left on the context; by wire.
 * @type {Record<string, (context: any, endpoint: Address, cookie: string) => UserConnection>}
 */
const CONNECTIONS = { 'socket.io': overSocketIo, pusher: overPusher };

export const WIRES_OF_ARTILLERY = Object.keys(CONNECTIONS);

/** @param {any} context Artillery's @param {Address} endpoint @param {string} cookie @returns {UserConnection} */
export const connectionOf = (context, endpoint, cookie) => CONNECTIONS[endpoint.wire](context, endpoint, cookie);

/** @param {{sockets: Record<string, Socket>}} context @returns {UserConnection} */
function overSocketIo({ sockets }) {
  const [socket] = Object.values(sockets);
  return {
    send: (text, clientId) => new Promise((resolve) => socket.emit('message', { text, clientId }, resolve)),
    onMessages: (listener) => socket.on('messages', (event) => listener(event.messages)),
    onBreak: (listener) => socket.on('disconnect', listener),
  };
}

/**
 * @param {{pusher: any}} context the client of pusher-js, subscribed to the chat's channel
 * @param {Address} endpoint @param {string} cookie
 * @returns {UserConnection}
 */
function overPusher({ pusher }, endpoint, cookie) {
  const channel = pusher.channel(endpoint.channel);
  /** @type {Map<string, (ack: Ack) => void>} keys: clientIds */
  const pendingAcks = new Map();
  channel.bind('ack', (/** @type {any} */ ack) => {
    pendingAcks.get(ack.clientId)?.(ack);
    pendingAcks.delete(ack.clientId);
  });
  return {
    send(text, clientId) {
      if (!sendsBySocket(endpoint)) return postMessage(endpoint.url, { cookie, text, clientId });
      return new Promise((resolve) => {
        pendingAcks.set(clientId, resolve);
        channel.trigger('client-message', { text, clientId });
      });
    },
    onMessages: (listener) => channel.bind('messages', (/** @type {any} */ { messages }) => listener(messages)),
    onBreak: (listener) => pusher.connection.bind('disconnected', listener),
  };
}
