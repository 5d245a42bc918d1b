import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textFrame } from '../../../src/wire/socket/frame.js';

test('a frame carries its length in the shortest of three ways', () => {
  for (const [length, header] of [
    [0, [0]],
    [125, [125]],
    [126, [126, 0, 126]],
    [65_535, [126, 255, 255]],
    [65_536, [127, 0, 0, 0, 0, 0, 1, 0, 0]],
  ]) {
    const frame = textFrame('a'.repeat(length));
    assert.deepEqual([...frame.subarray(0, header.length + 1)], [0x81, ...header]);
    assert.equal(frame.length, header.length + 1 + length);
  }
});

test('the length counts bytes, not characters', () => {
  assert.deepEqual([...textFrame('é')], [0x81, 2, 0xc3, 0xa9]);
});
