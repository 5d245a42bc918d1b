import { ChatError } from '../ChatError.js';
import { contract } from '../contract.js';
import { drop } from './engineConnection.js';
import { Shares } from './shares.js';

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */

const { joinSeconds, socketsPerUserMax, unjoinedPerAddressMax } = contract.limits;
// A quarter of all connections is only for clients with a session.
const STRANGERS = 0.75;

/**
 * Handshakes of sockets: who may have one, how long it may take to join, and how many joined sockets a user may have.
 * (Socket.IO's own `connectTimeout` lets a polling client go half a minute late.)
 * @param {any} engine of Engine.IO
 * @param {object} parts
 * @param {boolean} parts.rateLimits
 * @param {number} parts.capacity how many connections there may be
 * @param {(request: IncomingMessage) => string} parts.addressOf
 * @param {(request: IncomingMessage) => boolean} parts.hasSession
 */
export function guardHandshakes(engine, { rateLimits, capacity, addressOf, hasSession }) {
  const addresses = new Shares(rateLimits ? unjoinedPerAddressMax : Infinity);
  const users = new Shares(rateLimits ? socketsPerUserMax : Infinity);
  /** @type {Map<any, { key: string, late: NodeJS.Timeout }>} */
  const unjoined = new Map();

  engine.on('connection', (/** @type {any} */ connection) => {
    const key = addressOf(connection.request);
    addresses.take(key);
    unjoined.set(connection, { key, late: setTimeout(drop, joinSeconds * 1000, connection).unref() });
    connection.on('close', onClose);
  });

  /** @this {any} the connection */
  function onClose() {
    settle(this);
    if (this.holder) users.release(this.holder);
  }

  /** It has joined, or is gone. @param {any} connection */
  function settle(connection) {
    const known = unjoined.get(connection);
    if (!known) return;
    unjoined.delete(connection);
    clearTimeout(known.late);
    addresses.release(known.key);
  }

  return {
    /** @param {IncomingMessage} request for a handshake @returns {string | null} why there is no room for it */
    crowded(request) {
      if (!addresses.hasRoom(addressOf(request))) return 'its address has as many unjoined as it may';
      const count = engine.clientsCount; // those that poll have no descriptor
      if (count < capacity * STRANGERS || (count < capacity && hasSession(request))) return null;
      return 'as many are open as may be';
    },
    /**
     * Takes a place among the user's sockets before the user is told: many that join at once are many.
     * @param {any} connection @param {string} userId
     * @throws {ChatError} too_many_connections
     */
    takePlace(connection, userId) {
      if (connection.readyState !== 'open') return;
      if (!users.hasRoom(userId)) throw new ChatError('too_many_connections');
      users.take(userId);
      connection.holder = userId;
    },
    /** @param {any} connection */
    joined(connection) {
      settle(connection);
      connection.allowance?.join();
    },
  };
}
