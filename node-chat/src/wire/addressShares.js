import { contract } from '../contract.js';

/**
 * How many of the things that are held for strangers one address has, such as sockets that have not joined. One machine
 * cannot keep all others out, and a class behind one address fits.
 */
export class AddressShares {
  /** @type {Map<string, number>} */
  #held = new Map();
  #max;

  /** @param {number} [max] for each address */
  constructor(max = contract.limits.unjoinedPerAddressMax) {
    this.#max = max;
  }

  /** @param {string} address */
  hasRoom(address) {
    return (this.#held.get(address) ?? 0) < this.#max;
  }

  /** @param {string} address */
  take(address) {
    this.#held.set(address, (this.#held.get(address) ?? 0) + 1);
  }

  /** @param {string} address that took before */
  release(address) {
    const held = (this.#held.get(address) ?? 0) - 1;
    if (held > 0) this.#held.set(address, held);
    else this.#held.delete(address);
  }
}
