import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectDense, expectError, freshId, limits, messagesAfter, person, readMessage } from '../harness/underTest.js';
import { vectors } from '../harness/vectors.js';

test('a message is stored: 201 with the message as all users read it', async () => {
  const [ann, bob] = await Promise.all([person(), person()]);
  const clientId = freshId();
  const { status, json } = await ann.say('hello', clientId);
  assert.equal(status, 201);
  const { id, at, ...rest } = json.message;
  assert.deepEqual(rest, { user: ann.user, text: 'hello', clientId });
  const again = await person(ann.login);
  for (const reader of [ann, again, bob])
    for (const query of [`after=${id - 1}`, `before=${id + 1}`])
      assert.deepEqual((await reader.get(`/messages?${query}&limit=1`)).json.messages, [json.message], at);
});

test('the same clientId again answers 200 with the first message, for any text and session of the user', async () => {
  const ann = await person();
  const again = await person(ann.login);
  const first = await ann.say('first');
  const { id, clientId } = first.json.message;
  for (const sender of [ann, again]) {
    const { status, json } = await sender.say('second', clientId);
    assert.deepEqual([status, json], [200, first.json]);
  }
  const later = await messagesAfter(ann, id);
  assert.ok(!later.some((message) => message.clientId === clientId), 'it is stored twice');
});

test('the same clientId of another user is another message, and so is a clientId in other case', async () => {
  const [ann, bob] = await Promise.all([person(), person()]);
  const clientId = `${freshId()}aA`;
  const sent = [
    await ann.say('hers', clientId),
    await bob.say('his', clientId),
    await ann.say('x', clientId.toUpperCase()),
  ];
  assert.deepEqual(
    sent.map(({ status, json }) => [status, json.message.text]),
    [
      [201, 'hers'],
      [201, 'his'],
      [201, 'x'],
    ],
  );
});

test('a refused message takes no id and is not stored', async () => {
  const ann = await person();
  const { id } = (await ann.say('before')).json.message;
  const clientId = freshId();
  expectError(await ann.say('a\0b', clientId), 'text_invalid', 'text');
  expectError(await ann.say('x'.repeat(limits.textMax + 1), clientId), 'text_too_long', 'text');
  await ann.say('after');
  const stored = await messagesAfter(ann, id);
  expectDense(stored, id);
  assert.ok(!stored.some((message) => message.clientId === clientId));
});

test('the server ignores id, author and time sent by a client', async () => {
  const [ann, bob] = await Promise.all([person(), person()]);
  const { id } = (await ann.say('before')).json.message;
  const forged = { id: 1, user: bob.user, at: '2000-01-01T00:00:00.000Z', rev: 7, deleted: true };
  const { json } = await ann.post('/messages', { text: 'mine', clientId: freshId(), ...forged });
  assert.deepEqual([json.message.user, json.message.text], [ann.user, 'mine']);
  assert.ok(json.message.id > id && json.message.at > forged.at);
});

test('the server stores or refuses every text and clientId as vectors.json says', async (t) => {
  for (const field of ['text', 'clientId']) {
    let ann = await person();
    for (const [row, { what, sent, stored, error }] of vectors(field).entries())
      await t.test(what, async () => {
        // A new user every ten rows keeps each below the limit of messages.
        if (row % 10 === 9) ann = await person();
        const rest = field === 'text' ? { clientId: freshId() } : { text: 'hello' };
        const { status, json } = await ann.post('/messages', { ...rest, ...sent });
        if (error) return assert.deepEqual([json.error?.code, json.error?.field], [error, field]);
        assert.deepEqual([status, json.message?.[field]], [201, stored]);
        assert.deepEqual(await readMessage(ann, json.message.id), json.message);
      });
  }
});
