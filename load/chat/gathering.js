// A user whose login waits for its turn joins within seconds, however slow the machine: whoever is not there after so long without anybody
// new is not coming.
const PATIENCE_MS = 20_000;

/**
 * Decides when sending begins: when all have joined, however long their logins take; or without those who do not come, whom the
 * result names as missing.
 */
export class Gathering {
  #most = 0;
  #lastNewAt;
  #arrivalsOver = false;

  /** @param {number} expected users of all targets together @param {number} at ms */
  constructor(expected, at) {
    this.expected = expected;
    this.#lastNewAt = at;
  }

  /** Artillery has no more users to start. @param {number} at ms */
  arrivalsAreOver(at) {
    this.#arrivalsOver = true;
    this.#lastNewAt = at;
  }

  /**
   * @param {number} joined users now @param {number} at ms
   * @returns {'waiting' | 'complete' | 'given up'}
   */
  look(joined, at) {
    if (joined > this.#most) [this.#most, this.#lastNewAt] = [joined, at];
    if (!this.#arrivalsOver) return 'waiting';
    if (joined >= this.expected) return 'complete';
    return at - this.#lastNewAt > PATIENCE_MS ? 'given up' : 'waiting';
  }
}
