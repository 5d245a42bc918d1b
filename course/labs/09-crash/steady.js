const TICK_MS = 20;
const LATE_MS = 60;

/** Knows for how long this process has been given a processor whenever it wanted one: one that stalled sends in bursts, and reads late what came long ago. */
export class Steady {
  #ticked = performance.now();
  #since = this.#ticked;
  #timer = setInterval(() => this.#tick(), TICK_MS);

  /** @returns {number} ms without a stall */
  get forMs() {
    return performance.now() - this.#since;
  }

  stop() {
    clearInterval(this.#timer);
  }

  #tick() {
    const at = performance.now();
    if (at - this.#ticked > TICK_MS + LATE_MS) this.#since = at;
    this.#ticked = at;
  }
}
