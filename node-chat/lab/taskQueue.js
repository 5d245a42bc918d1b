/** Runs so many tasks at a time. The others wait in order, and leave when their signal says so. */
export class TaskQueue {
  running = 0;
  /** @type {Set<() => void>} */
  #starts = new Set();
  #width;
  #waitingMax;

  /** @param {number} width @param {number} waitingMax */
  constructor(width, waitingMax) {
    this.#width = width;
    this.#waitingMax = waitingMax;
  }

  get waiting() {
    return this.#starts.size;
  }

  get isFull() {
    return this.running === this.#width && this.waiting >= this.#waitingMax;
  }

  /**
   * @template T @param {() => Promise<T>} task @param {AbortSignal} [signal] that nobody waits for it: it is left out
   *   where it has not begun
   * @returns {Promise<T>} rejects as the task does, and with the signal's reason
   */
  async run(task, signal) {
    if (this.running < this.#width) this.running++;
    else await this.#turn(signal);
    try {
      return await task();
    } finally {
      this.#next();
    }
  }

  /** @param {AbortSignal} [signal] @returns {Promise<void>} */
  #turn(signal) {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#starts.delete(start);
        reject(signal?.reason);
      };
      this.#starts.add(start);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  #next() {
    const [start] = this.#starts;
    if (!start) {
      this.running--;
      return;
    }
    this.#starts.delete(start);
    start();
  }
}
