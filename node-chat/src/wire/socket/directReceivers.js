import { allowanceOf, boundWebSockets } from './boundWebSockets.js';
import { packetOf } from './frame.js';
import {
  acknowledgeByFrame,
  bufferedBytes,
  drop,
  queuedEntries,
  releaseUnused,
  writePacket,
} from './privateMembers.js';

const EVENT = 2; // packet type of the Socket.IO protocol

/**
 * Tells by frames that are encoded once and written past the queues of Socket.IO and Engine.IO.
 * @param {any} engine of Engine.IO, not listening yet
 * @param {{ rateLimits: boolean, connections: Map<string, any> }} options connections: those that are open, by their ids
 * @returns {import('./receivers.js').Receivers}
 */
export function createDirectReceivers(engine, options) {
  const bounds = boundWebSockets(engine, options);
  return {
    add() {},
    allowanceOf,
    joined(socket) {
      releaseUnused(socket);
      acknowledgeByFrame(socket);
    },
    tell(io, event, payload, refuse) {
      const packet = packetOf(EVENT + JSON.stringify([event, payload]));
      let receivers = 0;
      for (const { conn } of io.sockets.sockets.values()) {
        if (writePacket(conn, packet)) receivers++;
        else refuse(conn);
      }
      return receivers;
    },
    bufferedBytes,
    queuedEntries,
    drop,
    close: bounds.close,
  };
}
