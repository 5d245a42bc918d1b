/**
 * What one client has received, in order, and a way to wait for what is still to come.
 */
export class Inbox {
  constructor() {
    /** @type {{name: string, payload: any, at: number}[]} */
    this.events = [];
    /** @type {Set<() => void>} */
    this.watchers = new Set();
  }

  /** @param {string} name @param {any} payload */
  put(name, payload) {
    this.events.push({ name, payload, at: performance.now() });
    for (const look of [...this.watchers]) look();
  }

  /**
   * The first event of that name that fits, past or future.
   * @param {string} name @param {(payload: any) => boolean} [fits] @param {number} [ms]
   * @returns {Promise<any>} its payload; rejects with what came instead
   */
  next(name, fits = () => true, ms = 5000) {
    return this.until(
      () => this.events.find((event) => event.name === name && fits(event.payload))?.payload,
      `the event ${name}`,
      ms,
    );
  }

  /**
   * @template T @param {() => T | undefined} look @param {string} what @param {number} [ms]
   * @returns {Promise<T>}
   */
  until(look, what, ms = 5000) {
    const found = look();
    if (found !== undefined) return Promise.resolve(found);
    return new Promise((resolve, reject) => {
      const watch = () => {
        const now = look();
        if (now === undefined) return;
        done();
        resolve(now);
      };
      const timer = setTimeout(() => {
        done();
        reject(new Error(`${what} did not come within ${ms} ms; came: ${this.summary()}`));
      }, ms);
      const done = () => {
        clearTimeout(timer);
        this.watchers.delete(watch);
      };
      this.watchers.add(watch);
    });
  }

  /** The messages of all `messages` events, as they came. @returns {any[]} */
  get messages() {
    return this.events.filter(({ name }) => name === 'messages').flatMap(({ payload }) => payload?.messages ?? []);
  }

  /** Waits for a message with that clientId. @param {string} clientId @param {number} [ms] @returns {Promise<any>} */
  message(clientId, ms = 5000) {
    return this.until(() => this.messages.find((m) => m.clientId === clientId), `the message ${clientId}`, ms);
  }

  summary() {
    const names = this.events.slice(-8).map(({ name }) => name);
    return names.length ? `${this.events.length} events, the last ${names.join(', ')}` : 'nothing';
  }
}
