import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, freshId, person, server } from '../server.js';

const MANY = 80;

test('a burst of logins does not stop the chat, and all of them get in', async () => {
  const ann = await person();
  const room = await ann.join();
  let isOver = false;
  const burst = Promise.all(Array.from({ length: MANY }, () => person())).finally(() => (isOver = true));
  const send = async (/** @type {string} */ clientId) =>
    server.has('socketSend')
      ? (await room.send({ text: 'beside', clientId })).ok
      : (await ann.say('beside', clientId)).status < 300;
  for (let i = 0; i < 3; i++) {
    const clientId = freshId();
    // A database that is slow for seconds refuses; a client sends again under the same clientId.
    await eventually(async () => assert.ok(await send(clientId), 'the message is acknowledged'));
    await room.received.message(clientId);
    assert.ok(i > 0 || !isOver, 'the first send waited for all the logins');
  }
  assert.equal(new Set((await burst).map(({ user }) => user.id)).size, MANY);
});
