import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createMessageQueue } from '../../src/chat/messageQueue.js';
import { openSqlite } from '../../src/store/sqlite/openSqlite.js';
import { emptyFolder } from '../startChat.js';

test('a message has the time of its insert, not that of its arrival', async (t) => {
  const { messages, close } = openSqlite(await emptyFolder(t));
  t.after(close);
  t.mock.timers.enable({ apis: ['Date'] });
  const begun = Promise.withResolvers();
  const released = Promise.withResolvers();
  const ignore = () => {};
  const queue = createMessageQueue({
    messages: {
      async append(batch) {
        begun.resolve();
        await released.promise;
        return messages.append(batch);
      },
    },
    onStored: ignore,
    metrics: { onStored: ignore },
  });
  const user = { id: 'a', name: 'ann' };
  const first = queue.push({ user, text: 'one', clientId: '1' });
  await begun.promise;
  t.mock.timers.setTime(1000);
  const second = queue.push({ user, text: 'two', clientId: '2' });
  await nextTurn();
  t.mock.timers.setTime(2000);
  released.resolve();
  assert.equal((await first).message.at, '1970-01-01T00:00:00.000Z');
  assert.equal((await second).message.at, '1970-01-01T00:00:02.000Z');
  await queue.close();
});
