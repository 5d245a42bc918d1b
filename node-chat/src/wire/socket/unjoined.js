import { contract } from '../../contract.js';

const JOIN_MS = contract.limits.joinSeconds * 1000;
const SWEEP_MS = 500;

/**
 * The connections that shook hands and have not joined. Each has `joinSeconds`, and an address has its share of them.
 * (Socket.IO's own `connectTimeout` lets a long-polling client go only half a minute after it.)
 */
export class Unjoined {
  /** @type {Map<import('./receivers.js').Connection, { address: string, since: number }>} oldest first */
  #connections = new Map();
  #shares;
  #drop;
  #sweep;

  /**
   * @param {import('../../chat/limits/shares.js').Shares | null} shares null: an address may have any number
   * @param {(connection: import('./receivers.js').Connection) => void} drop
   */
  constructor(shares, drop) {
    this.#shares = shares;
    this.#drop = drop;
    this.#sweep = setInterval(() => this.#dropLate(), SWEEP_MS).unref();
  }

  /** @param {import('./receivers.js').Connection} connection @param {string} address */
  add(connection, address) {
    this.#connections.set(connection, { address, since: performance.now() });
    this.#shares?.take(address);
  }

  /** It has joined, or is gone. @param {import('./receivers.js').Connection} connection */
  delete(connection) {
    const known = this.#connections.get(connection);
    if (!known) return;
    this.#connections.delete(connection);
    this.#shares?.release(known.address);
  }

  #dropLate() {
    const late = performance.now() - JOIN_MS;
    for (const [connection, { since }] of this.#connections) {
      if (since > late) break;
      this.delete(connection);
      this.#drop(connection);
    }
  }

  close() {
    clearInterval(this.#sweep);
  }
}
