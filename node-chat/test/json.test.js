import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asJsonObject, parseJsonObject } from '../src/json.js';

const parse = (text) => parseJsonObject(Buffer.from(text));
const isBad = (ask, message) => assert.throws(ask, { code: 'bad_json' }, message);

test('an empty body counts as an empty object', () => {
  assert.deepEqual(parse(''), {});
  assert.deepEqual(parseJsonObject(undefined), {});
});

test('a body that is not a JSON object in UTF-8 is refused', () => {
  for (const text of ['{', 'nothing', '[]', 'null', '"a"', '7', '{} {}', '\ufeff{}']) isBad(() => parse(text), text);
  isBad(() => parseJsonObject(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])));
});

test('a lone surrogate is refused in strings and keys, at any depth, and text that looks like one is not', () => {
  for (const text of ['{"a":"\\ud800"}', '{"\\udc00":1}', '{"a":[{"b":"x\\ud83d"}]}', '{"a":"\\\\\\uDFFF"}'])
    isBad(() => parse(text), text);
  assert.deepEqual(parse('{"a":"\\ud83d\\ude00"}'), { a: '😀' });
  for (const a of ['\\ud800', '\\\\ud800', 'ud800']) assert.deepEqual(parse(JSON.stringify({ a })), { a });
});

test('a socket’s payload follows the same rules', () => {
  for (const payload of [[], null, 'a', Buffer.from('{}'), { a: '\ud800' }, { '\udc00': 1 }])
    isBad(() => asJsonObject(payload));
  const nested = JSON.parse(`{"a":${'['.repeat(15_000)}${']'.repeat(15_000)}}`);
  isBad(() => asJsonObject(nested));
  assert.deepEqual(asJsonObject({ a: '😀' }), { a: '😀' });
});
