import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLimits } from '../../src/chat/limits.js';
import { createSendMessage } from '../../src/chat/sendMessage.js';
import { contract } from '../../src/contract.js';

const { messagesMax } = contract.limits;
const ann = { id: 'ann', name: 'ann' };

function build(t) {
  const stored = new Map();
  const append = async (drafts) => {
    const answers = drafts.map((draft) => {
      const repeated = stored.has(draft.clientId);
      if (!repeated) stored.set(draft.clientId, { ...draft, id: stored.size + 1 });
      return { message: stored.get(draft.clientId), repeated };
    });
    return { answers, stored: answers.filter(({ repeated }) => !repeated).map(({ message }) => message) };
  };
  const { messages: limit } = createLimits();
  const sending = createSendMessage({ messages: /** @type {any} */ ({ append }), limit, deliver: () => {} });
  t.after(() => sending.close());
  const send = (clientId, way = 'post', text = 'x') =>
    sending.sendMessage(ann, { text, clientId }, way).catch((error) => error);
  return { send, stored };
}

test('a repeated clientId has the stored message, and costs what a message costs', async (t) => {
  const { send, stored } = build(t);
  const [first, ...repeats] = await Promise.all(Array.from({ length: messagesMax }, () => send('one')));
  assert.equal(first.repeated, false);
  for (const answer of repeats) assert.deepEqual(answer, { message: first.message, repeated: true });
  assert.equal((await send('one')).code, 'too_many_messages');
  assert.equal(stored.size, 1);
});

test('what is refused for its limit is not stored, a faulty message costs nothing, and each way counts apart', async (t) => {
  const { send, stored } = build(t);
  for (let i = 0; i < 3; i++) assert.equal((await send('faulty', 'post', '')).code, 'empty_text');
  const answers = await Promise.all(Array.from({ length: messagesMax + 1 }, (_, i) => send(`c${i}`)));
  assert.deepEqual(
    answers.map(({ code }) => code),
    [...Array.from({ length: messagesMax }, () => undefined), 'too_many_messages'],
  );
  assert.equal(stored.size, messagesMax);
  assert.equal((await send('other', 'socket')).repeated, false);
});
