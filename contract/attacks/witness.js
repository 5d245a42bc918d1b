import assert from 'node:assert/strict';
import { pause } from '../suite/expect.js';
import { freshClientId, Person } from '../suite/person.js';

// Well under the 10 messages a second that a user may send.
const EVERY_MS = 400;
const CHECK_EVERY_MS = 80;

/**
 * Two people who keep chatting while somebody attacks the server. They must not notice:
 * whatever is acknowledged to one of them reaches both, once, in rising order.
 */
export class Witness {
  /** @param {import('../suite/server.js').Server} server */
  static async begin(server) {
    const people = await Promise.all([Person.enter(server), Person.enter(server)]);
    const connections = await Promise.all(people.map(({ cookie }) => server.driver.join(server, cookie)));
    return new Witness(server, people, connections);
  }

  /**
   * @param {import('../suite/server.js').Server} server
   * @param {Person[]} people @param {import('../drivers/driver.js').Connection[]} connections
   */
  constructor(server, people, connections) {
    this.server = server;
    this.people = people;
    this.connections = connections;
    /** @type {string[]} what was acknowledged */
    this.acknowledged = [];
    /** @type {string[]} */
    this.complaints = [];
    this.chatting = true;
    this.checks = 0;
    this.checkedAt = 0;
    this.ended = this.#chat();
  }

  async #chat() {
    for (let turn = 0; this.chatting; turn++) {
      await this.#send(turn).catch((error) => this.complaints.push(error.message));
      await pause(EVERY_MS);
    }
  }

  /** @param {number} turn */
  async #send(turn) {
    const clientId = freshClientId();
    const text = `witness ${turn}`;
    if (turn % 2) {
      const answer = await this.people[1].post('/messages', { text, clientId }, { timeoutMs: 8000 });
      assert.equal(answer.status, 201, `POST /messages answered ${answer.status} to the witness`);
    } else {
      const ack = await this.connections[0].send({ text, clientId }, 8000);
      assert.ok(ack.ok, `the witness was refused: ${JSON.stringify(ack)}`);
    }
    this.acknowledged.push(clientId);
  }

  /** A message each way, by socket and by POST, within seconds; and nothing to complain of since the last time. */
  async check() {
    const last = freshClientId();
    // In turns, so that neither comes near the rate a user may send at.
    await pause(Math.max(0, this.checkedAt + CHECK_EVERY_MS - Date.now()));
    this.checkedAt = Date.now();
    const sender = this.connections[this.checks++ % 2];
    const ack = await sender.send({ text: 'undisturbed', clientId: last }, 5000);
    assert.ok(ack.ok, `the witness was refused: ${JSON.stringify(ack)}`);
    await Promise.all(this.connections.map(({ inbox }) => inbox.message(last, 5000)));
    const health = await this.server.call('/health', { timeoutMs: 5000 });
    assert.equal(health.status, 200, `/health answered ${health.status} ${health.text.slice(0, 200)}`);
    assert.deepEqual(this.complaints, [], 'the witness complains');
  }

  /** Ends the chat and holds what was acknowledged against what came. */
  async end() {
    this.chatting = false;
    await this.ended;
    for (const { inbox } of this.connections) {
      for (const clientId of this.acknowledged) await inbox.message(clientId, 5000);
      const ids = inbox.messages.map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length, 'a message came twice');
      assert.deepEqual(
        ids,
        [...ids].sort((a, b) => a - b),
        'messages came out of order',
      );
    }
    this.close();
    return this.acknowledged.length;
  }

  close() {
    this.chatting = false;
    for (const connection of this.connections) connection.close();
  }
}
