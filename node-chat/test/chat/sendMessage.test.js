import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageAllowances } from '../../src/chat/limits/messageAllowances.js';
import { createSendMessage } from '../../src/chat/sendMessage.js';

const ann = { id: 'ann', name: 'ann' };
const old = { id: 1, user: ann, text: 'long ago', at: '2026-01-01T00:00:00.000Z', clientId: 'old' };

/** With an allowance that is used up, and a store that remembers one message which memory has forgotten. */
function build(t) {
  const asked = [];
  const allowances = new MessageAllowances(() => 0);
  for (let i = 0; i < 30; i++) allowances.take(ann.id, 'post');
  const messages = {
    known: () => undefined,
    find: async (userId, clientId) => (asked.push(clientId), clientId === 'old' ? old : null),
  };
  const sending = createSendMessage({ messages: /** @type {any} */ (messages), allowances, deliver: () => {} });
  t.after(() => (allowances.close(), sending.close()));
  const send = (clientId) =>
    new Promise((resolve) =>
      sending.sendMessage(ann, { text: 'x', clientId }, 'post', (error, answer) => resolve(error ?? answer)),
    );
  return { send, asked };
}

test('a clientId that memory has forgotten is answered with its message, though the allowance is used up', async (t) => {
  const { send } = build(t);
  assert.deepEqual(await send('old'), { message: old, repeated: true });
  assert.equal((await send('new')).code, 'too_many_messages');
});

test('who floods asks the store one question at a time', async (t) => {
  const { send, asked } = build(t);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => send(`c${i}`)));
  for (const { code } of answers) assert.equal(code, 'too_many_messages');
  assert.deepEqual(asked, ['c0']);
});
