import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asJsonObject, parseJsonObject } from '../src/json.js';

const parse = (text) => parseJsonObject(Buffer.from(text));
const isBad = (ask, message) => assert.throws(ask, { code: 'bad_json' }, message);

test('a lone surrogate is refused after any backslashes, and text that looks like one is not', () => {
  isBad(() => parse('{"a":"\\\\\\uDFFF"}'));
  for (const a of ['\\ud800', '\\\\ud800', 'ud800']) assert.deepEqual(parse(JSON.stringify({ a })), { a });
});

test('a socket’s payload follows the same rules', () => {
  for (const payload of [[], null, 'a', Buffer.from('{}'), { a: '\ud800' }, { '\udc00': 1 }])
    isBad(() => asJsonObject(payload));
  const nested = JSON.parse(`{"a":${'['.repeat(15_000)}${']'.repeat(15_000)}}`);
  isBad(() => asJsonObject(nested));
  assert.deepEqual(asJsonObject({ a: '😀' }), { a: '😀' });
});
