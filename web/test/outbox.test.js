import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChatError } from '../chat/chatError.js';
import { createOutbox } from '../chat/outbox.js';
import { message } from './messages.js';

const settle = () => new Promise((next) => setImmediate(next));

/**
 * Makes an outbox with a fake server. Its answers are promises, codes of errors, and 'stored'; after the last one it
 * never answers.
 */
function build(answers, kept = null) {
  const sent = [];
  const calls = { sessionEnded: 0 };
  const outbox = createOutbox({
    storage: { read: () => kept, write: (value) => (kept = structuredClone(value)) },
    async transmit(one) {
      sent.push(one);
      const answer = answers.length ? answers.shift() : new Promise(() => {});
      if (answer === 'stored') return { ...message(sent.length, 'me'), ...one };
      if (typeof answer === 'string') throw new ChatError({ code: answer, message: `Refused: ${answer}.` });
      return answer;
    },
    changed() {},
    sessionEnded: () => calls.sessionEnded++,
  });
  return { outbox, sent, calls, kept: () => kept, states: () => outbox.entries.map(({ state }) => state) };
}

test('messages are sent one after the other, each under a new, valid clientId', async () => {
  const { outbox, sent } = build(['stored', 'stored', 'stored']);
  for (const text of ['one', 'two', 'three']) outbox.send(text);
  assert.equal(sent.length, 1, 'the second one waits for the answer to the first');
  await settle();
  assert.deepEqual(
    sent.map(({ text }) => text),
    ['one', 'two', 'three'],
  );
  assert.equal(new Set(sent.map(({ clientId }) => clientId)).size, 3);
  for (const { clientId } of sent) assert.match(clientId, /^[A-Za-z0-9_-]{1,64}$/);
});

test('a stored message stays until the conversation has it', async () => {
  const { outbox, kept } = build(['stored']);
  outbox.send('one');
  await settle();
  outbox.settle(0);
  assert.equal(outbox.entries.length, 1);
  outbox.settle(1);
  assert.deepEqual([outbox.entries, kept()], [[], []]);
});

test('a message without an answer is sent again under its clientId, at growing intervals', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.mock.method(Math, 'random', () => 0.5);
  const { outbox, sent } = build(['no_answer', 'store_unavailable', 'internal', 'no_answer', 'stored']);
  outbox.send('one');
  for (const [ms, times] of [
    [1000, 2],
    [2000, 3],
    [4000, 4],
    [7999, 4],
    [1, 5],
  ]) {
    await settle();
    assert.equal(outbox.entries[0].late, true);
    t.mock.timers.tick(ms);
    await settle();
    assert.equal(sent.length, times);
  }
  assert.equal(new Set(sent.map(({ clientId }) => clientId)).size, 1);
  assert.deepEqual([outbox.entries[0].id, outbox.entries[0].late], [5, undefined]);
  outbox.close();
});

test('a message without an answer cannot be removed; a refused one says why and can be removed', async () => {
  const { outbox, states } = build(['no_answer', 'text_invalid']);
  outbox.send('one');
  await settle();
  const [{ clientId }] = outbox.entries;
  outbox.remove(clientId);
  assert.deepEqual(states(), ['sending']);
  outbox.resume();
  await settle();
  assert.deepEqual([states(), outbox.entries[0].reason], [['failed'], 'Refused: text_invalid.']);
  assert.equal(outbox.remove(clientId)?.text, 'one');
  assert.deepEqual(outbox.entries, []);
});

test('a refused message does not delay later ones, and a message without an answer does', async () => {
  const { outbox, sent } = build(['text_invalid', 'no_answer']);
  for (const text of ['one', 'two', 'three']) outbox.send(text);
  await settle();
  assert.deepEqual(
    sent.map(({ text }) => text),
    ['one', 'two'],
  );
  outbox.close();
});

test('a message that is pushed while its answer is lost is stored, and not sent again', async () => {
  let lose = () => {};
  const { outbox, sent, states } = build([new Promise((_, reject) => (lose = reject))]);
  outbox.send('one');
  outbox.known({ ...message(7, 'me'), clientId: sent[0].clientId });
  lose(ChatError.noAnswer());
  await settle();
  outbox.resume();
  await settle();
  assert.deepEqual([sent.length, states(), outbox.entries[0].id], [1, ['sending'], 7]);
});

test('waiting and refused messages survive a reload; ids from before the reload are forgotten', async () => {
  const { outbox, kept, sent } = build(['text_invalid', 'stored']);
  outbox.send('refused');
  outbox.send('stored');
  await settle();
  const after = build(['stored'], kept());
  assert.deepEqual(
    after.outbox.entries.map(({ text, state, id }) => [text, state, id]),
    [
      ['refused', 'failed', undefined],
      ['stored', 'sending', undefined],
    ],
  );
  after.outbox.resume();
  assert.deepEqual(after.sent, [sent[1]]);
});

test('after the session ended, or the outbox was closed, nothing is sent', async () => {
  const { outbox, sent, calls } = build(['not_logged_in']);
  outbox.send('one');
  outbox.send('two');
  await settle();
  assert.deepEqual([sent.length, calls.sessionEnded, outbox.entries.length], [1, 1, 2]);
  outbox.close();
  outbox.resume();
  await settle();
  assert.equal(sent.length, 1);
});
