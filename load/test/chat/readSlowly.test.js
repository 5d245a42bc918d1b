import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { readSlowly } from '../../chat/readSlowly.js';

test('a slow receiver reads no more than its bytes a second, and all that waits once it leaves', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let isPaused = false;
  const socket = Object.assign(new EventEmitter(), {
    pause: () => (isPaused = true),
    resume: () => (isPaused = false),
  });
  const stop = readSlowly(/** @type {any} */ (socket), 500);
  socket.emit('message', Buffer.alloc(400));
  assert.equal(isPaused, false);
  socket.emit('message', Buffer.alloc(900));
  const seconds = [isPaused];
  for (let second = 1; second <= 2; second++) {
    t.mock.timers.tick(1000);
    seconds.push(isPaused);
  }
  assert.deepEqual(seconds, [true, true, false], '1,300 bytes are two seconds and a half');
  socket.emit('message', Buffer.alloc(900));
  stop();
  assert.equal(isPaused, false);
});
