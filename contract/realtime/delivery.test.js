import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foreignSockets, freshId, messagesAfter, person, without } from '../server.js';

const bySocket = !without('socketSend');

test('a posted message reaches all clients, including all tabs of its author', async () => {
  const [ann, bob] = await Promise.all([person(), person()]);
  const connections = await Promise.all([ann.join(), ann.join(), bob.join()]);
  const { message } = (await ann.say('to all')).json;
  for (const { received } of connections) assert.deepEqual(await received.message(message.clientId), message);
});

test('every receiver gets every message once, in rising order, as it is in the store', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => person()));
  const connections = await Promise.all(people.map((one) => one.join()));
  const { id } = (await people[0].say('before')).json.message;
  const rounds = Array.from({ length: 5 }, (_, n) => `line ${n}`);
  const posted = people.map(async (one) => {
    for (const text of rounds) await one.say(text);
  });
  const sent = connections.map(async ({ send }) => {
    if (bySocket) await Promise.all(rounds.map((text) => send({ text, clientId: freshId() })));
  });
  await Promise.all([...posted, ...sent]);
  const last = (await people[0].say('the last')).json.message;
  const stored = (await messagesAfter(people[0], id)).filter((message) => message.id <= last.id);
  for (const { received } of connections) {
    await received.message(last.clientId);
    const delivered = () => received.messages.filter((message) => message.id > id && message.id <= last.id);
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
  if (bySocket) await send({ text: 'a\0b', clientId: refused });
  const end = (await ann.say('the end')).json.message;
  await received.message(end.clientId);
  assert.equal(received.messages.filter((message) => message.clientId === clientId).length, 1);
  assert.ok(!received.messages.some((message) => message.clientId === refused));
});
