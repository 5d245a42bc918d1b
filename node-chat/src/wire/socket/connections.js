import { contract } from '../../contract.js';
import { ChatError } from '../../ChatError.js';
import { shareOf } from '../addressShare.js';
import { clientAddress } from '../clientAddress.js';
import { Shares } from '../../chat/limits/shares.js';
import { ByteAllowance } from './byteAllowance.js';
import { Unjoined } from './unjoined.js';

/** @typedef {import('./receivers.js').Connection} Connection */

const { limits } = contract;
// A body of long-polling may hold thousands of packets, which Engine.IO handles in one go: who owes that much is not heard on.
const OWED_MAX_MS = limits.joinSeconds * 1000;

/**
 * The open connections of Engine.IO: what each may send, how many of an address have not joined, and how many of a user have.
 * @param {any} engine
 * @param {object} parts
 * @param {import('../../config.js').Config} parts.config
 * @param {import('./receivers.js').Receivers} parts.receivers
 * @param {Map<string, Connection>} parts.connections to keep, by their ids
 * @param {Shares | null} parts.shares of an address among those that have not joined; null: it may have any number
 */
export function keepConnections(engine, { config, receivers, connections, shares }) {
  const userShares = config.rateLimits ? new Shares(limits.socketsPerUserMax) : null;
  const unjoined = new Unjoined(shares, receivers.drop);

  engine.on('connection', (/** @type {Connection} */ connection) => {
    connections.set(connection.id, connection);
    receivers.add(connection);
    unjoined.add(connection, shareOf(clientAddress(connection.request, config.trustProxy)));
    connection.on('close', onClose);
    if (!config.rateLimits) return;
    connection.allowance = receivers.allowanceOf(connection);
    if (connection.allowance) return;
    connection.allowance = new ByteAllowance();
    connection.on('packet', onPolledPacket);
  });

  /** @this {Connection} which began by long-polling */
  function onPolledPacket() {
    if (this.transport.name !== 'polling') return; // counted as a frame
    this.allowance.spend(0, 1);
    if (this.allowance.waitMs > OWED_MAX_MS) receivers.drop(this);
  }

  /** @this {Connection} */
  function onClose() {
    connections.delete(this.id);
    unjoined.delete(this);
    if (this.holder) userShares?.release(this.holder);
  }

  return {
    /**
     * A place among the sockets of its user, before it is told that it has joined: many that come at once are many.
     * @param {Connection} connection @param {string} userId
     * @throws {ChatError} too_many_connections
     */
    takePlace(connection, userId) {
      if (!userShares || connection.readyState !== 'open') return;
      if (!userShares.hasRoom(userId)) throw new ChatError('too_many_connections');
      userShares.take(userId);
      connection.holder = userId;
    },
    /** @param {Connection} connection */
    joined(connection) {
      unjoined.delete(connection);
      connection.allowance?.join();
    },
    close: () => unjoined.close(),
  };
}
