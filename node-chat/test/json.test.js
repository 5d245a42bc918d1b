import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contract } from '../src/contract.js';
import { asJsonObject, parseJsonObject } from '../src/json.js';

const parse = (text) => parseJsonObject(Buffer.from(text));
const isBad = (ask, message) => assert.throws(ask, { code: 'bad_json' }, message);

test('a lone surrogate is refused after any backslashes, and text that looks like one is not', () => {
  isBad(() => parse('{"a":"\\\\\\uDFFF"}'));
  for (const a of ['\\ud800', '\\\\ud800', 'ud800']) assert.deepEqual(parse(JSON.stringify({ a })), { a });
});

test('an object is refused if more objects and arrays are nested than the contract names', () => {
  const { jsonDepthMax } = contract.limits;
  const nested = (depth) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
  assert.ok(parse(nested(jsonDepthMax)));
  for (const depth of [jsonDepthMax + 1, 16_000]) isBad(() => parse(nested(depth)), `${depth}`);
});

test('a socket’s payload follows the same rules', () => {
  for (const payload of [[], null, 'a', Buffer.from('{}'), { a: '\ud800' }, { '\udc00': 1 }])
    isBad(() => asJsonObject(payload));
  assert.deepEqual(asJsonObject({ a: '😀' }), { a: '😀' });
});
