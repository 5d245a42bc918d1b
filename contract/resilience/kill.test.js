import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually, expectDense, freshId, messagesAfter, person, runCommand, server } from '../harness/underTest.js';

const CLIENTS = 12;
const KILLS = Number(process.env.CHAT_KILLS ?? 2);
/** This many acknowledged messages lie between two kills, so that each kill comes amid sends. */
const BETWEEN_KILLS = 40;
const RETRY_MS = 250;
/** At most 7 messages a second stay below the limit of a user. */
const EVERY_MS = 140;

/**
 * A client that survives kills. It joins again, resends under the same clientId, and reads missed messages by after=.
 */
class Survivor {
  /** The messages that a page would show. */
  messages = [];
  /** Acknowledged messages by clientId. */
  acknowledged = new Map();
  isSending = true;
  #connection;
  #catchingUp = Promise.resolve();

  constructor(who, bySocket, lastId) {
    this.who = who;
    this.bySocket = bySocket;
    this.lastId = lastId;
    void this.#stayJoined();
    this.sending = this.#sendLines();
  }

  async #stayJoined() {
    for (;;) {
      this.#connection = await this.who.join().catch(() => undefined);
      if (!this.#connection) {
        await pause(RETRY_MS);
        continue;
      }
      this.#connection.received.listen((name, payload) => {
        if (name === 'messages') for (const message of payload.messages) this.#receive(message);
      });
      this.catchUp();
      await this.#connection.ended;
      this.#connection.close();
    }
  }

  /** Appends a pushed message; at a hole it reads the store. */
  #receive(message) {
    if (message.id === this.lastId + 1) this.#append(message);
    else if (message.id > this.lastId) this.catchUp();
  }

  #append(message) {
    this.messages.push(message);
    this.lastId = message.id;
  }

  catchUp() {
    this.#catchingUp = this.#catchingUp.then(async () => {
      const missed = await messagesAfter(this.who, this.lastId).catch(() => []);
      for (const message of missed) if (message.id > this.lastId) this.#append(message);
    });
    return this.#catchingUp;
  }

  async #sendLines() {
    for (let line = 0; this.isSending; line++) {
      const message = { text: `line ${line} of ${this.who.login}`, clientId: freshId() };
      let stored;
      while (!(stored = await this.#send(message).catch(() => undefined))) await pause(RETRY_MS);
      this.acknowledged.set(message.clientId, stored);
      await pause(EVERY_MS);
    }
  }

  /** Gives the stored message; undefined if the server did not acknowledge it. */
  async #send(message) {
    if (!this.bySocket) return (await this.who.say(message.text, message.clientId)).json.message;
    // No acknowledgement comes over a broken socket.
    const connection = this.#connection;
    return (
      connection &&
      Promise.race([connection.send(message).then((ack) => ack.message), connection.ended.then(() => undefined)])
    );
  }
}

const skip = !process.env.CHAT_KILL && 'no --kill';

test('nothing acknowledged is lost, doubled or reordered while the server is killed', { skip }, async (t) => {
  const people = await Promise.all(Array.from({ length: CLIENTS }, () => person()));
  const { id } = (await people[0].say('before the first kill')).json.message;
  const survivors = people.map((who, i) => new Survivor(who, i % 2 === 0 && server.has('socketSend'), id));
  const acknowledged = () => survivors.flatMap((one) => [...one.acknowledged.values()]);
  const sendSome = () => {
    const enough = acknowledged().length + BETWEEN_KILLS;
    return eventually(async () => assert.ok(acknowledged().length >= enough, 'messages are acknowledged'));
  };

  for (let kill = 1; kill <= KILLS; kill++) {
    await sendSome();
    // A kill fails until supervisord has started the killed process again.
    await eventually(() => runCommand('CHAT_KILL'));
    t.diagnostic(`kill ${kill}: ${acknowledged().length} messages acknowledged so far`);
    await eventually(async () => assert.equal((await server.call('GET', '/health')).status, 200));
  }
  await sendSome();
  for (const one of survivors) one.isSending = false;
  await Promise.all(survivors.map(({ sending }) => sending));
  const newest = Math.max(...acknowledged().map((message) => message.id));
  let stored = [];
  // One of several processes may learn a moment later of a message that another has stored.
  await eventually(async () => {
    stored = await messagesAfter(people[0], id);
    assert.ok(stored.at(-1)?.id >= newest, `message ${newest}, which was acknowledged, can be read`);
  });
  const byId = new Map(stored.map((message) => [message.id, message]));

  await t.test('every acknowledged message is stored unchanged', () => {
    for (const message of acknowledged()) assert.deepEqual(byId.get(message.id), message);
  });
  await t.test('no message is stored twice', () => {
    assert.equal(new Set(stored.map(({ user, clientId }) => `${user.id} ${clientId}`)).size, stored.length);
  });
  await t.test('ids have no holes', () => expectDense(stored, id));
  await t.test('every client ends with the same list in the same order', async () => {
    for (const one of survivors) {
      await one.catchUp();
      assert.deepEqual(
        one.messages.filter((message) => byId.has(message.id)),
        stored,
      );
    }
  });
});
