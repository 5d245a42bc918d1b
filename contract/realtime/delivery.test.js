import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshId, person, without } from '../server.js';

test('a posted message comes to everybody, the poster too', async () => {
  const [ann, bob] = await Promise.all([person(), person()]);
  const rooms = await Promise.all([ann.join(), bob.join()]);
  const { message } = (await ann.say('hello')).json;
  for (const { received } of rooms) assert.deepEqual(await received.message(message.clientId), message);
});

test(
  'a message sent by socket comes to everybody, the sender and their other tab too',
  { skip: without('socketSend') },
  async () => {
    const [ann, bob] = await Promise.all([person(), person()]);
    const [room, ...others] = await Promise.all([ann.join(), ann.join(), bob.join()]);
    const { message } = await room.send({ text: 'hello', clientId: freshId() });
    for (const { received } of [room, ...others]) assert.deepEqual(await received.message(message.clientId), message);
  },
);
