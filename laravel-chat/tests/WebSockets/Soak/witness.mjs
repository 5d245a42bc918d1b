import { connect } from './client.mjs';

const PATIENCE_MS = 10_000;

/** Stays connected all the time: hears every message once, in order, or says what was wrong. */
export class Witness {
  heard = 0;
  acknowledged = 0;
  #lastId = 0;
  #wrong = [];
  #missing = new Set();
  #welcome;

  constructor(server) {
    this.#welcome = new Promise((resolve) => {
      const { socket } = connect(server, 1, (event, data) => {
        if (event === 'welcome') resolve();
        if (event === 'messages') data.messages.forEach((message) => this.#hear(message));
      });
      socket.on('close', (code) => this.#stopping || this.#wrong.push(`the witness was closed with ${code}`));
    });
  }

  #stopping = false;

  joined() {
    return this.#welcome;
  }

  /** An ack came to somebody: its message must be heard here. */
  acknowledge({ id }) {
    this.acknowledged++;
    if (id > this.#lastId) this.#missing.add(id);
  }

  #hear({ id }) {
    this.heard++;
    if (id !== this.#lastId + 1) this.#wrong.push(`message ${id} came after ${this.#lastId}`);
    this.#lastId = Math.max(this.#lastId, id);
    this.#missing.delete(id);
  }

  async faults() {
    for (let waited = 0; this.#missing.size > 0 && waited < PATIENCE_MS; waited += 100)
      await new Promise((resolve) => setTimeout(resolve, 100));
    this.#stopping = true;
    return [
      ...this.#wrong.slice(0, 5),
      ...(this.#missing.size > 0 ? [`${this.#missing.size} acknowledged messages were never heard`] : []),
    ];
  }
}
