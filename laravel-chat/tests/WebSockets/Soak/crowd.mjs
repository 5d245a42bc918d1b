import { connect } from './client.mjs';

const MOST = 600;
const CONNECTS_PER_SECOND = 30;
const LEAVES_PER_SECOND = 12;
const MESSAGES_PER_SECOND = 20;

/** People who come, talk and go; some politely, some by pulling the plug. */
export class Crowd {
  connects = 0;
  #people = [];
  #said = 0;

  constructor(server, witness) {
    this.server = server;
    this.witness = witness;
  }

  get size() {
    return this.#people.length;
  }

  async comeAndGo(seconds) {
    for (let second = 0; second < seconds; second++) {
      for (let i = 0; i < CONNECTS_PER_SECOND && this.size < MOST; i++) this.#come();
      for (let i = 0; i < LEAVES_PER_SECOND && this.size > 0; i++)
        this.#leave(this.#people.splice(Math.floor(Math.random() * this.size), 1)[0]);
      for (let i = 0; i < MESSAGES_PER_SECOND && this.size > 0; i++) {
        this.#people[Math.floor(Math.random() * this.size)].send(
          `message ${++this.#said}`,
          `soak-${process.pid}-${this.#said}`,
        );
        await new Promise((resolve) => setTimeout(resolve, 1000 / MESSAGES_PER_SECOND));
      }
    }
  }

  /** All at once, as when a proxy restarts. */
  vanish() {
    this.#people.splice(0).forEach((person) => this.#leave(person));
  }

  #come() {
    this.connects++;
    this.#people.push(
      connect(this.server, 2 + Math.floor(Math.random() * (this.server.users - 1)), (event, data) => {
        if (event === 'ack' && data.ok) this.witness.acknowledge(data.message);
      }),
    );
  }

  #leave({ socket }) {
    Math.random() < 0.5 ? socket.close() : socket.terminate();
  }
}
