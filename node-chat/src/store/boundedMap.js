/**
 * A Map that keeps what was used last and forgets the rest.
 * @template K, V
 */
export class BoundedMap {
  /** @type {Map<K, V>} */
  #entries = new Map();
  #max;

  /** @param {number} max entries kept */
  constructor(max) {
    this.#max = max;
  }

  get size() {
    return this.#entries.size;
  }

  /** @param {K} key @returns {V | undefined} */
  get(key) {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    // A Map iterates in order of insertion, so the first key is always the one unused for longest.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /** @param {K} key @param {V} value */
  set(key, value) {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#max) this.#entries.delete(/** @type {K} */ (this.#entries.keys().next().value));
  }

  /** @param {K} key */
  delete(key) {
    this.#entries.delete(key);
  }
}
