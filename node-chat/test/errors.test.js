import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChatError } from '../src/ChatError.js';
import { createErrors } from '../src/errors.js';

function build() {
  const lines = [];
  const counted = [];
  const write = (_details, message) => lines.push(message);
  const errors = createErrors({ error: write }, (code) => counted.push(code));
  return { lines, counted, ...errors };
}

test('an error that comes a thousand times is one line', () => {
  const { lines, counted, report } = build();
  for (let i = 0; i < 1000; i++) report(new ChatError('store_unavailable'));
  report(new Error('a bug'));
  assert.deepEqual([lines, counted.length], [['store_unavailable', 'internal'], 1001]);
});

test("a client's own error is counted and not logged, and so is a socket over the limit", () => {
  const { lines, counted, report } = build();
  const codes = ['empty_text', 'too_many_connections'];
  for (const code of codes) report(new ChatError(code));
  assert.deepEqual([lines, counted], [[], codes]);
});
