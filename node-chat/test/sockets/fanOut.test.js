import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFanOut } from '../../src/sockets/fanOut.js';

test('an event that cannot be sent is logged, and has no receivers', () => {
  const logged = [];
  const emit = () => {
    throw new Error('nobody there');
  };
  const io = /** @type {any} */ ({ to: () => ({ emit }) });
  const fanOut = createFanOut(io, { error: ({ err, event }) => logged.push([event, err.message]) });
  assert.equal(fanOut.emit('messages', {}), 0);
  assert.deepEqual(logged, [['messages', 'nobody there']]);
});
