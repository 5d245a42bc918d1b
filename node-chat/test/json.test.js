import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asJsonObject, parseJsonObject } from '../src/json.js';

const parse = (text) => parseJsonObject(Buffer.from(text));
const nested = (levels) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);

test('an empty body counts as an empty object', () => {
  assert.deepEqual(parse(''), {});
  assert.deepEqual(parseJsonObject(undefined), {});
});

test('only an object is a body', () => {
  for (const text of ['[]', '1', '"a"', 'null', 'true', '{', ' ', '\ufeff{}'])
    assert.throws(() => parse(text), { code: 'bad_json' }, text);
});

test('bytes that are not UTF-8 are refused', () => {
  assert.throws(() => parseJsonObject(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])), { code: 'bad_json' });
});

test('a lone surrogate is refused in strings and keys, at any depth', () => {
  for (const text of ['{"a":"\\ud800"}', '{"\\udc00":1}', '{"a":[{"b":"x\\ud83d"}]}'])
    assert.throws(() => parse(text), { code: 'bad_json' }, text);
  assert.deepEqual(parse('{"a":"\\ud83d\\ude00"}'), { a: '😀' });
  assert.deepEqual(parse('{"a":"\\\\ud800"}'), { a: '\\ud800' });
});

test('what a repeated key overrides is bound by the same rules', () => {
  for (const overridden of [
    '"\\ud800"',
    '"\\udc00"',
    '"\\ud800\\n"',
    '{"\\ud83d\\ud83d":1}',
    nested(33),
    '['.repeat(32),
  ])
    assert.throws(() => parse(`{"a":${overridden},"a":1}`), { code: 'bad_json' }, overridden);
  assert.deepEqual(parse('{"a":"\\ud83d\\ude00[{","a":1}'), { a: 1 });
});

test('32 levels are read, 33 are not', () => {
  parse(nested(32));
  assert.throws(() => parse(nested(33)), { code: 'bad_json' });
});

test('256 members are read, 257 are not: nested, repeated, of a payload that is decoded already', () => {
  const members = (count) => Array.from({ length: count }, (_, i) => `"${i * 65_536}" : ":\\":"`).join();
  parse(`{${members(256)}}`);
  for (const text of [
    `{${members(257)}}`,
    `{"a":[{${members(128)}},{${members(128)}}]}`,
    `{${'"a":1,'.repeat(256)}"a":1}`,
  ])
    assert.throws(() => parse(text), { code: 'bad_json' }, text);
  asJsonObject(JSON.parse(`{${members(256)}}`));
  assert.throws(() => asJsonObject(JSON.parse(`{"a":[{${members(256)}}]}`)), { code: 'bad_json' });
});

test('a binary payload of a socket is no object', () => {
  assert.throws(() => asJsonObject(Buffer.from('{}')), { code: 'bad_json' });
});
