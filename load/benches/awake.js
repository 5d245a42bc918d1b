/**
 * Keeps this process polling for a moment after each read, instead of sleeping until the next one.
 *
 * On one machine a write to a socket whose reader sleeps costs the *writer* the wake-up of another core (most of the
 * 9 us that a write takes here). Receivers on other machines would not cost the server that: a client that stays awake
 * while a window comes in measures the server, not its own alarm clock.
 */
export class Awake {
  #lastReadAt = 0;
  #spinning = false;
  #reads = 0;
  #readsBefore = 0;
  #turnedAt = 0;
  /** ms spent in turns that found nothing to read: neither work nor sleep */
  idleMs = 0;

  /** @param {number} ms that it stays awake after a read; 0: not at all */
  constructor(ms) {
    this.ms = ms;
  }

  /** Something was read. */
  read() {
    if (this.ms === 0) return;
    this.#reads++;
    this.#lastReadAt = performance.now();
    if (this.#spinning) return;
    this.#spinning = true;
    this.#turnedAt = this.#lastReadAt;
    setImmediate(this.#turn);
  }

  #turn = () => {
    const time = performance.now();
    if (this.#reads === this.#readsBefore) this.idleMs += time - this.#turnedAt;
    this.#readsBefore = this.#reads;
    this.#turnedAt = time;
    // An immediate that waits makes the event loop poll without sleeping.
    if (time - this.#lastReadAt < this.ms) setImmediate(this.#turn);
    else this.#spinning = false;
  };
}
