import assert from 'node:assert/strict';
import { expectDense, foreignSockets, freshId, messagesAfter, server } from './underTest.js';

const LINES = Array.from({ length: 5 }, (_, n) => `line ${n}`);

/**
 * All send at once, by POST and by socket. Expects that each of them receives and reads every message once, in rising
 * order, the same as all others, with dense ids.
 * @param {import('./client.js').Person[]} people
 */
export async function expectDelivered(people) {
  const connections = await Promise.all(people.map((one) => one.join()));
  const { id } = (await people[0].say('before')).json.message;
  const posted = people.map(async (one) => {
    for (const text of LINES) assert.equal((await one.say(text)).status, 201);
  });
  const sent = connections.flatMap(({ send }) =>
    (server.has('socketSend') ? LINES : []).map(async (text) => {
      const ack = await send({ text, clientId: freshId() });
      assert.ok(ack.ok, JSON.stringify(ack));
    }),
  );
  await Promise.all([...posted, ...sent]);
  const last = (await people[0].say('the last')).json.message;
  const authors = new Set(people.map(({ user }) => user.id));
  const isBetween = (/** @type {any} */ message) => message.id > id && message.id <= last.id;
  // Authors of other tests may edit their messages meanwhile.
  const isOurs = (/** @type {any} */ message) => isBetween(message) && authors.has(message.user.id);
  for (const { received } of connections) await received.message(last.clientId);
  const page = (await messagesAfter(people[0], id)).filter(isBetween);
  expectDense(page, id);
  const stored = page.filter(isOurs);
  const count = LINES.length * people.length + sent.length + 1;
  assert.equal(stored.length, count);
  for (const one of people) assert.deepEqual((await messagesAfter(one, id)).filter(isOurs), stored);
  for (const { received } of connections) {
    const delivered = () => received.messages.filter(isOurs);
    await received.until(() => delivered().length >= stored.length, 'all of them');
    assert.deepEqual(foreignSockets ? delivered().toSorted((a, b) => a.id - b.id) : delivered(), stored);
  }
}
