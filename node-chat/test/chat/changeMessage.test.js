import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createChangeMessage } from '../../src/chat/changeMessage.js';
import { createAllowances, unlimited } from '../../src/chat/limits.js';
import { contract } from '../../src/contract.js';

const ann = { id: 'a', name: 'ann' };
const bob = { id: 'b', name: 'bob' };
const message = (id, user = ann) => ({ id, user, text: `text ${id}`, at: '', clientId: `c${id}` });

/** @param {import('../../src/chat/limits.js').Allowance} [allowance] */
function build(allowance = unlimited.messages) {
  const events = [];
  let rev = 7;
  const changes = {
    rev,
    find: async (id) => (id <= 2 ? message(id) : null),
    apply: async (wanted) => {
      const stored = wanted.map(({ message, text }) => ({ ...message, text, rev: ++rev }));
      return { answers: stored, stored };
    },
  };
  const emit = (event) => events.push(event);
  return { events, ...createChangeMessage({ changes: /** @type {any} */ (changes), emit, allowance }) };
}

test('the text is checked before the limit, and the limit before the store', async () => {
  const changeMessage = build(createAllowances().messages);
  await assert.rejects(changeMessage.edit(ann, 1, {}), { code: 'empty_text' });
  for (let i = 0; i < contract.limits.messagesMax; i += 2) {
    await assert.rejects(changeMessage.delete(bob, 1), { code: 'not_yours' });
    await assert.rejects(changeMessage.edit(bob, 9, { text: 'x' }), { code: 'message_not_found' });
  }
  await assert.rejects(changeMessage.delete(bob, 9), { code: 'too_many_messages' });
});
