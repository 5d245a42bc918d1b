import { contract } from '../contract.js';
import { bufferedBytes, drop, queuedEntries } from './engineConnection.js';

const { receiverBufferMaxBytes } = contract.limits;

const SWEEP_MS = 250;
const ENTRY_BYTES = 256; // of memory for a queued write

/** @param {number} bytes that wait for a receiver */
export const isFull = (bytes) => bytes > receiverBufferMaxBytes;

/** @param {import('../log.js').ThrottledLog} log @param {(code: string) => void} countError */
export function createRefusal(log, countError) {
  /** Drops a receiver that does not read. @param {any} connection of Engine.IO */
  return function refuseReceiver(connection) {
    log.refusal('socket closed: it does not read what it is sent', { address: connection.remoteAddress });
    countError('receiver_too_slow');
    drop(connection);
  };
}

/**
 * The door of what is sent: a receiver that does not read loses its socket. Every connection is looked at, joined or
 * not: answers to what a client sends wait in the same buffer.
 * @param {any} engine of Engine.IO
 * @param {(connection: any) => void} refuseReceiver
 */
export function guardReceivers(engine, refuseReceiver) {
  let buffered = 0;
  const sweep = setInterval(() => {
    buffered = 0;
    for (const id in engine.clients) {
      const connection = engine.clients[id];
      const bytes = bufferedBytes(connection);
      if (isFull(bytes + ENTRY_BYTES * queuedEntries(connection))) refuseReceiver(connection);
      else buffered += bytes;
    }
  }, SWEEP_MS).unref();

  return {
    /** As of the last sweep. */
    bufferedBytes: () => buffered,
    /** Whether anything written has not left yet. */
    hasQueued: () => Object.values(engine.clients).some((connection) => bufferedBytes(connection) > 0),
    close: () => clearInterval(sweep),
  };
}
