import { pause } from '../suite/expect.js';
import { freshClientId } from '../suite/person.js';

const RETRY_MS = 250;
// 7 messages a second at most: below what a user may send.
const EVERY_MS = 140;

/**
 * One client that outlives its server: it sends again, with the same clientId, what was not acknowledged;
 * it joins again, and asks after= for what it missed. Its list is what a person would see.
 */
export class Survivor {
  /** @param {import('../suite/person.js').Person} person @param {'socket' | 'post'} way @param {number} from the id after which its list begins */
  constructor(person, way, from) {
    this.person = person;
    this.way = way;
    /** @type {any[]} */
    this.list = [];
    this.last = from;
    /** @type {Map<string, any>} clientId to the message that was acknowledged */
    this.acknowledged = new Map();
    this.sending = true;
    this.joining = true;
    this.retries = 0;
    this.joins = 0;
    /** @type {import('../drivers/driver.js').Connection | undefined} */
    this.connection = undefined;
    // Catching up goes one after the other.
    this.caughtUp = Promise.resolve();
    this.staying = this.#stay();
    this.talking = this.#talk();
  }

  /** Joins, and joins again. */
  async #stay() {
    while (this.joining) {
      const { server, cookie } = this.person;
      const connection = await server.driver.join(server, cookie).catch(() => undefined);
      if (!connection) {
        await pause(RETRY_MS);
        continue;
      }
      this.joins++;
      this.connection = connection;
      let read = 0;
      const take = () => {
        for (; read < connection.inbox.events.length; read++) this.#take(connection.inbox.events[read]);
      };
      connection.inbox.watchers.add(take);
      take();
      this.#catchUp();
      await connection.ended;
      this.connection = undefined;
      connection.close();
    }
  }

  /** Takes pushed messages into the list; one that leaves a hole is fetched with what is missing. @param {{name: string, payload: any}} event */
  #take({ name, payload }) {
    if (name !== 'messages') return;
    for (const message of payload.messages) {
      if (message.id === this.last + 1) this.#append(message);
      else if (message.id > this.last) this.#catchUp();
    }
  }

  /** @param {any} message */
  #append(message) {
    this.list.push(message);
    this.last = message.id;
  }

  #catchUp() {
    this.caughtUp = this.caughtUp.then(async () => {
      const missed = await this.person.catchUp(this.last).catch(() => []);
      for (const message of missed) if (message.id > this.last) this.#append(message);
    });
  }

  async #talk() {
    for (let line = 0; this.sending; line++) {
      const payload = { text: `line ${line} of ${this.person.login}`, clientId: freshClientId() };
      const message = await this.#sendUntilAcknowledged(payload);
      this.acknowledged.set(payload.clientId, message);
      await pause(EVERY_MS);
    }
  }

  /** @param {{text: string, clientId: string}} payload @returns {Promise<any>} */
  async #sendUntilAcknowledged(payload) {
    for (;;) {
      const message = await this.#sendOnce(payload).catch((error) => void (this.lastError = error.message));
      if (message) return message;
      this.retries++;
      await pause(RETRY_MS);
    }
  }

  /** @param {{text: string, clientId: string}} payload @returns {Promise<any>} the message, or undefined where it was not acknowledged */
  async #sendOnce(payload) {
    if (this.way === 'post') {
      const answer = await this.person.post('/messages', payload, { timeoutMs: 5000 });
      if ([200, 201].includes(answer.status)) return answer.json.message;
      throw new Error(`POST /messages answered ${answer.status} ${answer.text.slice(0, 100)}`);
    }
    if (!this.connection) throw new Error('not joined');
    const ack = await this.connection.send(payload, 3000);
    if (ack.ok) return ack.message;
    throw new Error(`the ack was ${JSON.stringify(ack.error)}`);
  }

  /** Stops talking once all is acknowledged. @param {number} ms */
  async fallSilent(ms) {
    this.sending = false;
    await Promise.race([
      this.talking,
      pause(ms).then(() =>
        Promise.reject(new Error(`a message was never acknowledged; the last answer: ${this.lastError}`)),
      ),
    ]);
  }

  /** Catches up a last time and leaves. */
  async leave() {
    await this.caughtUp;
    this.#catchUp();
    await this.caughtUp;
    this.joining = false;
    this.connection?.close();
  }
}
