import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectDelivered } from '../harness/expectDelivered.js';
import { freshId, person, server } from '../harness/underTest.js';

test('a posted message reaches all clients, including all tabs of its author', async () => {
  const [ann, bob] = await Promise.all([person(), person()]);
  const connections = await Promise.all([ann.join(), ann.join(), bob.join()]);
  const { message } = (await ann.say('to all')).json;
  for (const { received } of connections) assert.deepEqual(await received.message(message.clientId), message);
});

test('every receiver gets every message once, in rising order, as it is in the store', async () => {
  await expectDelivered(await Promise.all(Array.from({ length: 3 }, () => person())));
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
