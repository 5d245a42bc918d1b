/** How many of something scarce each holder has, such as sockets of one user: nobody can keep all others out. */
export class Shares {
  /** @type {Map<string, number>} */
  #held = new Map();
  #max;

  /** @param {number} max for each holder */
  constructor(max) {
    this.#max = max;
  }

  /** @param {string} holder */
  hasRoom(holder) {
    return (this.#held.get(holder) ?? 0) < this.#max;
  }

  /** @param {string} holder */
  take(holder) {
    this.#held.set(holder, (this.#held.get(holder) ?? 0) + 1);
  }

  /** @param {string} holder that took before */
  release(holder) {
    const held = (this.#held.get(holder) ?? 0) - 1;
    if (held > 0) this.#held.set(holder, held);
    else this.#held.delete(holder);
  }
}
