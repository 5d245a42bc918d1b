import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createMessageQueue } from '../../src/chat/messageQueue.js';
import { createChangeQueue } from '../../src/chat/changeQueue.js';
import { createStoredChanges } from '../../src/chat/storedChanges.js';
import { createStoredMessages } from '../../src/chat/storedMessages.js';
import { openSqlite } from '../../src/store/sqlite/openSqlite.js';
import { emptyFolder } from '../startChat.js';

/** An answer comes first, then the broadcast in the next turn. */
async function broadcast() {
  for (let turn = 0; turn < 2; turn++) await nextTurn();
}

test('a change goes out after its message, even if the message still waits for its window', async (t) => {
  const store = openSqlite(await emptyFolder(t));
  t.after(() => store.close());
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let clock = 0;
  t.mock.method(performance, 'now', () => clock);
  const events = [];
  const ignore = () => {};
  const storedMessages = createStoredMessages({
    messages: store.messages,
    emit({ messages }) {
      events.push(['messages', ...messages.map(({ text }) => text)]);
      clock += 5; // makes a window of 20 ms
      return 1;
    },
    messageWindow: true,
    typing: { stop: ignore },
    metrics: { onDelivered: ignore },
  });
  const queue = createMessageQueue({
    messages: store.messages,
    onStored: storedMessages.onStored,
    metrics: { onStored: ignore },
  });
  const storedChanges = createStoredChanges({
    changes: store.changes,
    broadcastNow: storedMessages.broadcastNow,
    emit: ({ messages }) => events.push(['changed', ...messages.map(({ text }) => text)]),
  });
  const changeQueue = createChangeQueue({ changes: store.changes, onStored: storedChanges.onStored });
  const user = { id: 'a', name: 'ann' };
  await queue.push({ user, text: 'one', clientId: '1' });
  await broadcast();
  const { message } = await queue.push({ user, text: 'two', clientId: '2' });
  await changeQueue.push({ message, text: 'second' });
  await broadcast();
  assert.deepEqual(events, [
    ['messages', 'one'],
    ['messages', 'two'],
    ['changed', 'second'],
  ]);
  t.mock.timers.tick(20);
  await Promise.all([queue.close(), changeQueue.close()]);
  storedMessages.close();
  storedChanges.close();
  assert.equal(events.length, 3);
});
