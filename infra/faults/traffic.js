import { freshId } from '../../contract/client.js';

/** As patient as a person beside a busy machine. */
const ANSWER_MS = 60_000;
const paceMs = 200; // twice below the rate limit of a user
const pause = (/** @type {number} */ ms) => new Promise((next) => setTimeout(next, ms));

/** @template T @param {Promise<T>} asked @returns {Promise<T>} */
const within = (asked) =>
  Promise.race([asked, pause(ANSWER_MS).then(() => Promise.reject(new Error(`no answer within ${ANSWER_MS} ms`)))]);

/**
 * A client that sends one message after the other, by POST or by socket. It sends a message that was not stored again
 * with the same clientId, as the page does.
 */
export class Sender {
  /** @type {Map<string, number>} the id that was acknowledged, by clientId */
  acknowledged = new Map();
  /** How often `store_unavailable` was answered. */
  refusals = 0;
  /** @type {string[]} answers that the contract does not allow */
  faults = [];
  #stopped = false;

  /** @param {(clientId: string) => Promise<{id?: number, code?: string}>} send */
  constructor(send) {
    this.done = this.#run(send);
  }

  /** @param {import('../../contract/client.js').Person} person */
  static byPost(person) {
    return new Sender(async (clientId) => {
      const { status, json, text } = await within(person.say('fault', clientId));
      if (status === 201 || status === 200) return { id: json.message.id };
      if (json?.error?.code) return { code: json.error.code };
      throw new Error(`POST /messages answered ${status} ${text.slice(0, 200)}`);
    });
  }

  /** @param {import('../../contract/client.js').Connection} connection */
  static bySocket(connection) {
    return new Sender(async (clientId) => {
      const ack = await within(connection.send({ text: 'fault', clientId }));
      return ack.ok ? { id: ack.message.id } : { code: ack.error.code };
    });
  }

  async stop() {
    this.#stopped = true;
    await this.done;
  }

  /** @param {(clientId: string) => Promise<{id?: number, code?: string}>} send */
  async #run(send) {
    while (!this.#stopped) {
      const clientId = freshId();
      while (!this.acknowledged.has(clientId)) {
        try {
          const { id, code } = await send(clientId);
          if (id !== undefined) this.acknowledged.set(clientId, id);
          else if (code === 'store_unavailable') this.refusals++;
          else this.faults.push(`answered ${code}`);
        } catch (error) {
          this.faults.push(/** @type {Error} */ (error).message);
        }
        if (this.#stopped && this.faults.length > 0) return;
        await pause(paceMs);
      }
    }
  }
}
