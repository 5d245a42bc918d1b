import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BoundedMap } from '../../src/store/boundedMap.js';

test('what was unused for longest is forgotten first', () => {
  const map = new BoundedMap(2);
  map.set('a', 1);
  map.set('b', 2);
  map.get('a');
  map.set('c', 3);
  assert.deepEqual([map.get('a'), map.get('b'), map.get('c'), map.size], [1, undefined, 3, 2]);
});

test('setting a key again keeps one entry', () => {
  const map = new BoundedMap(2);
  map.set('a', 1);
  map.set('a', 2);
  map.set('b', 3);
  assert.deepEqual([map.get('a'), map.size], [2, 2]);
});
