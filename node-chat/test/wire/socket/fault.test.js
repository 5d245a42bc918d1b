import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFault } from '../../../src/wire/socket/fault.js';

const receiver = {};

test('drop loses every Nth delivery', () => {
  const broken = createFault({ kind: 'drop', oneIn: 3 });
  assert.deepEqual(broken(receiver, ['a', 'b', 'c', 'd']), ['a', 'b', 'd']);
  assert.deepEqual(broken(receiver, ['e']), ['e']);
  assert.deepEqual(broken(receiver, ['f']), []);
});

test('double delivers every Nth twice', () => {
  const broken = createFault({ kind: 'double', oneIn: 2 });
  assert.deepEqual(broken(receiver, ['a', 'b', 'c']), ['a', 'b', 'b', 'c']);
});

test('swap changes the order of two', () => {
  const broken = createFault({ kind: 'swap', oneIn: 3 });
  assert.deepEqual(broken(receiver, ['a', 'b', 'c']), ['a', 'c', 'b']);
});

test('swap lets a message that came alone be overtaken by the next', () => {
  const broken = createFault({ kind: 'swap', oneIn: 2 });
  assert.deepEqual(broken(receiver, ['a']), ['a']);
  assert.deepEqual(broken(receiver, ['b']), []);
  assert.deepEqual(broken(receiver, ['c']), ['c', 'b']);
});
