import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshId, person, server } from '../server.js';

const MANY = 80;

test('a burst of logins does not stop the chat, and all of them get in', async () => {
  const ann = await person();
  const room = await ann.join();
  let isOver = false;
  const burst = Promise.all(Array.from({ length: MANY }, () => person())).finally(() => (isOver = true));
  const send = async () =>
    server.has('socketSend')
      ? (await room.send({ text: 'beside', clientId: freshId() })).message
      : (await ann.say('beside')).json.message;
  for (let i = 0; i < 3; i++) {
    const { clientId } = await send();
    await room.received.message(clientId);
    assert.ok(i > 0 || !isOver, 'the first send waited for all the logins');
  }
  assert.equal(new Set((await burst).map(({ user }) => user.id)).size, MANY);
});
