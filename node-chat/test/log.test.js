import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChatError } from '../src/chat/ChatError.js';
import { createFaultLog } from '../src/log.js';

function build() {
  const lines = [];
  return { lines, logFault: createFaultLog({ error: (_details, message) => lines.push(message) }) };
}

test('a fault that comes a thousand times is one line', () => {
  const { lines, logFault } = build();
  for (let i = 0; i < 1000; i++) logFault(new ChatError('store_unavailable'));
  logFault(new ChatError('internal'));
  assert.deepEqual(lines, ['store_unavailable', 'internal']);
});

test("a client's own fault is no line", () => {
  const { lines, logFault } = build();
  logFault(new ChatError('empty_text'));
  assert.deepEqual(lines, []);
});
