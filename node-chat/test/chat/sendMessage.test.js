import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChatError } from '../../src/ChatError.js';
import { MessageAllowances } from '../../src/protection/limits/allowances.js';
import { createSendMessage } from '../../src/chat/sendMessage.js';

const ann = { id: 'ann', name: 'ann' };
const old = { id: 1, user: ann, text: 'long ago', at: '2026-01-01T00:00:00.000Z', clientId: 'old' };

/** With so much of an allowance left, and a store that remembers one message which memory has forgotten. */
function build(t, { left = 0, append = storeAll() } = {}) {
  const asked = [];
  const allowances = new MessageAllowances(() => 0);
  for (let i = 0; i < 30 - left; i++) allowances.take(`post:${ann.id}`);
  const messages = {
    known: () => undefined,
    find: async (userId, clientId) => (asked.push(clientId), clientId === 'old' ? old : null),
    append,
  };
  const sending = createSendMessage({ messages: /** @type {any} */ (messages), allowances, deliver: () => {} });
  t.after(() => (allowances.close(), sending.close()));
  const say = (clientId, done) => sending.sendMessage(ann, { text: 'x', clientId }, 'post', done);
  const send = (clientId) => new Promise((resolve) => say(clientId, (error, answer) => resolve(error ?? answer)));
  return { say, send, asked };
}

/** An insert that stores each draft. */
function storeAll() {
  let id = 1;
  return async (drafts) => {
    const stored = drafts.map((draft) => ({ ...draft, id: ++id }));
    return { answers: stored.map((message) => ({ message, repeated: false })), stored };
  };
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

test('repeats of one clientId at once cost what one costs, and have its answer', async (t) => {
  const { send } = build(t, { left: 2 });
  const [first, ...repeats] = await Promise.all(Array.from({ length: 50 }, () => send('new')));
  assert.equal(first.repeated, false);
  for (const answer of repeats) assert.deepEqual(answer, { message: first.message, repeated: true });
  assert.equal((await send('another')).repeated, false);
  assert.equal((await send('third')).code, 'too_many_messages');
});

test('repeats of one clientId that cannot be stored have its fault, and cost nothing', async (t) => {
  const append = () => Promise.reject(new ChatError('store_unavailable'));
  const { send } = build(t, { left: 1, append });
  for (let round = 0; round < 2; round++) {
    const answers = await Promise.all(Array.from({ length: 5 }, () => send('new')));
    for (const { code } of answers) assert.equal(code, 'store_unavailable');
  }
});

test('repeats of an old clientId at once are answered by one question, though the allowance is used up', async (t) => {
  const { send, asked } = build(t);
  const answers = await Promise.all(Array.from({ length: 50 }, () => send('old')));
  for (const answer of answers) assert.deepEqual(answer, { message: old, repeated: true });
  assert.deepEqual(asked, ['old']);
});

test('who repeats a message that is stored or looked up just now is told so at once', (t) => {
  const { say } = build(t, { left: 1 });
  for (const clientId of ['new', 'old']) {
    assert.deepEqual(
      [1, 2, 3].map(() => say(clientId, () => {}) === true),
      [false, true, true],
    );
  }
});
