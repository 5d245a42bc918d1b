import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createChangeMessage } from '../../src/chat/changeMessage.js';
import { unlimited } from '../../src/chat/limits.js';
import { createSendMessage } from '../../src/chat/sendMessage.js';
import { openSqlite } from '../../src/store/sqlite/openSqlite.js';
import { emptyFolder } from '../startChat.js';

test('a change goes out after its message, even if the message still waits for its window', async (t) => {
  const store = openSqlite(await emptyFolder(t));
  t.after(() => store.close());
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let clock = 0;
  t.mock.method(performance, 'now', () => clock);
  const events = [];
  const allowance = unlimited.messages;
  const ignore = () => {};
  const sendMessage = createSendMessage({
    messages: store.messages,
    emit({ messages }) {
      events.push(['messages', ...messages.map(({ text }) => text)]);
      clock += 5; // makes a window of 20 ms
      return 1;
    },
    allowance,
    messageWindow: true,
    typing: { stop: ignore },
    metrics: { onDelivered: ignore, onStored: ignore },
  });
  const changeMessage = createChangeMessage({
    changes: store.changes,
    broadcastNow: sendMessage.broadcastNow,
    emit: ({ messages }) => events.push(['changed', ...messages.map(({ text }) => text)]),
    allowance,
  });
  const ann = { id: 'a', name: 'ann' };
  await sendMessage.send(ann, { text: 'one', clientId: '1' }, 'post');
  await nextTurn();
  await sendMessage.send(ann, { text: 'two', clientId: '2' }, 'post');
  await changeMessage.edit(ann, 2, { text: 'second' });
  await nextTurn();
  assert.deepEqual(events, [
    ['messages', 'one'],
    ['messages', 'two'],
    ['changed', 'second'],
  ]);
  t.mock.timers.tick(20);
  await Promise.all([sendMessage.close(), changeMessage.close()]);
  assert.equal(events.length, 3);
});
