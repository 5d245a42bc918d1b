import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChatError } from '../../src/ChatError.js';
import { createChangeMessage } from '../../src/chat/changeMessage.js';
import { MessageAllowances } from '../../src/protection/limits/allowances.js';

const ann = { id: 'a', name: 'ann' };
const bob = { id: 'b', name: 'bob' };
const message = (id, user = ann) => ({ id, user, text: `text ${id}`, at: '', clientId: `c${id}` });

/** @param {{ away?: boolean, allowances?: MessageAllowances | null }} [options] */
function build({ away = false, allowances = null } = {}) {
  const told = [];
  let rev = 7;
  const store = {
    rev,
    find: async (id) => (id <= 2 ? message(id) : null),
    apply: async (changes) => {
      if (away) throw new ChatError('store_unavailable');
      const stored = changes.map(({ message, text }) => ({ ...message, text, rev: ++rev }));
      return { answers: stored, stored };
    },
  };
  const tell = (event) => told.push(event);
  return { told, ...createChangeMessage({ store: /** @type {any} */ (store), tell, allowances }) };
}

test('changes are told in the order of their revisions, each event from where the last one ended', async () => {
  const { editMessage, deleteMessage, told, close } = build();
  await Promise.all([editMessage(ann, 1, { text: 'a' }), deleteMessage(ann, 2), editMessage(ann, 1, { text: 'b' })]);
  await editMessage(ann, 2, { text: 'c' });
  await close();
  let last = 7;
  for (const { after, messages } of told) {
    assert.equal(after, last);
    for (const { rev } of messages) assert.equal(rev, ++last);
  }
  assert.equal(last, 11);
});

test('a text is looked at before the allowance, and the allowance before the store', async (t) => {
  const allowances = new MessageAllowances(() => 0);
  t.after(() => allowances.close());
  const { editMessage, deleteMessage } = build({ allowances });
  await assert.rejects(editMessage(ann, 1, {}), { code: 'empty_text' });
  for (let i = 0; i < 15; i++) {
    await assert.rejects(deleteMessage(bob, 1), { code: 'not_yours' });
    await assert.rejects(editMessage(bob, 9, { text: 'x' }), { code: 'message_not_found' });
  }
  await assert.rejects(deleteMessage(bob, 9), { code: 'too_many_messages' });
});

test('what could not be stored costs nothing', async (t) => {
  const allowances = new MessageAllowances(() => 0);
  t.after(() => allowances.close());
  const { deleteMessage, close } = build({ away: true, allowances });
  t.after(close);
  for (let i = 0; i < 40; i++) await assert.rejects(deleteMessage(ann, 1), { code: 'store_unavailable' });
});
