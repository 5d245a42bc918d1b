import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChatError } from '../src/ChatError.js';
import { createThrottledLog } from '../src/log.js';

function build() {
  const lines = [];
  const write = (_details, message) => lines.push(message);
  return { lines, log: createThrottledLog({ error: write, warn: write }) };
}

test('a fault that comes a thousand times is one line', () => {
  const { lines, log } = build();
  for (let i = 0; i < 1000; i++) log.fault(new ChatError('store_unavailable'));
  log.fault(new ChatError('internal'));
  assert.deepEqual(lines, ['store_unavailable', 'internal']);
});

test("a client's own fault is not logged, nor is a socket over the limit", () => {
  const { lines, log } = build();
  for (const code of ['empty_text', 'too_many_connections']) log.fault(new ChatError(code));
  assert.deepEqual(lines, []);
});
