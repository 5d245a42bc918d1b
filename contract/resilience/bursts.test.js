import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshId, person, server, untilStored } from '../harness/underTest.js';

const MANY = 80;

test('a burst of logins does not stop the chat, and all of them get in', async () => {
  const ann = await person();
  const connection = await ann.join();
  let isOver = false;
  const burst = Promise.all(Array.from({ length: MANY }, () => person())).finally(() => (isOver = true));
  const send = async (clientId) =>
    server.has('socketSend') ? connection.send({ text: 'beside', clientId }) : (await ann.say('beside', clientId)).json;
  for (let i = 0; i < 3; i++) {
    const clientId = freshId();
    const answer = await untilStored(() => send(clientId));
    assert.ok(answer.message, JSON.stringify(answer));
    await connection.received.message(clientId);
    assert.ok(i > 0 || !isOver, 'the first send waited for all the logins');
  }
  assert.equal(new Set((await burst).map(({ user }) => user.id)).size, MANY);
});
