import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WatchedChat } from '../../livePage/watch/watchedChat.js';
import { startStubChat } from './stubChat.js';

test('how many wait for a worker is not known where the loop has said nothing for a while', async (t) => {
  const { url } = await startStubChat(t);
  const watched = new WatchedChat(
    {
      ...{ name: 'node', title: 'Node.js', url, front: null },
      loop: { url, pid: process.pid },
      workers: { kind: 'threads', pid: process.pid, at: null },
    },
    () => {},
  );
  t.after(() => watched.close());
  // On a busy machine an answer may come too late for the first.
  while (watched.lab === null) await watched.ask();
  const { at } = watched.lab;
  assert.equal(watched.look(at + 250).waiting, 7);
  assert.equal(watched.look(at + 3000).waiting, null);
});
