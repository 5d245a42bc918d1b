import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectDense, foreignSockets, freshId, messagesAfter, peer, person, server } from '../harness/underTest.js';

const LINES = Array.from({ length: 5 }, (_, n) => `line ${n}`);

test('every receiver gets every message once, in rising order, as it is in the store', async () => {
  const [ann, bob, cleo] = await Promise.all([person(), person(), peer.person()]);
  // Ann has two tabs. All tabs send at the same time, by POST and by socket.
  const people = [ann, ann, bob, cleo];
  const connections = await Promise.all(people.map((one) => one.join()));
  const { id } = (await ann.say('before')).json.message;
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
  const last = (await ann.say('the last')).json.message;
  for (const { received } of connections) await received.message(last.clientId);
  const isBetween = (message) => message.id > id && message.id <= last.id;
  // Authors in other tests may edit their messages meanwhile.
  const isOurs = (message) => isBetween(message) && people.some(({ user }) => user.id === message.user.id);
  const page = (await messagesAfter(ann, id)).filter(isBetween);
  expectDense(page, id);
  const stored = page.filter(isOurs);
  assert.equal(stored.length, LINES.length * people.length + sent.length + 1);
  for (const one of people) assert.deepEqual((await messagesAfter(one, id)).filter(isOurs), stored);
  for (const { received } of connections) {
    const delivered = () => received.messages.filter(isOurs);
    await received.until(() => delivered().length >= stored.length, 'all of them');
    assert.deepEqual(foreignSockets ? delivered().toSorted((a, b) => a.id - b.id) : delivered(), stored);
  }
});

test('a repeated clientId is not delivered again, and a refused message is not delivered', async () => {
  const ann = await person();
  const { received, send } = await ann.join();
  const { clientId } = (await ann.say('once')).json.message;
  await ann.say('again', clientId);
  const refused = freshId();
  await ann.say('a\0b', refused);
  if (server.has('socketSend')) await send({ text: 'a\0b', clientId: refused });
  const end = (await ann.say('the end')).json.message;
  await received.message(end.clientId);
  assert.equal(received.messages.filter((message) => message.clientId === clientId).length, 1);
  assert.ok(!received.messages.some((message) => message.clientId === refused));
});
