import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mangledPacket } from '../fuzzing/mangle.js';
import { Dice, seeded } from '../fuzzing/random.js';

/** @param {number} seed @param {string} wire */
const someOf = (seed, wire) => {
  const dice = new Dice(seed);
  return Array.from({ length: 500 }, () => mangledPacket(dice, wire));
};

test('a seed makes the same packets again', () => {
  for (const wire of ['socket.io', 'pusher']) assert.deepEqual(someOf(7, wire), someOf(7, wire));
});

test('another seed makes other packets', () => {
  assert.notDeepEqual(someOf(7, 'pusher'), someOf(8, 'pusher'));
});

test('hardly two packets are alike', () => {
  for (const wire of ['socket.io', 'pusher']) assert.ok(new Set(someOf(1, wire)).size > 300);
});

test('the numbers spread over the whole range', () => {
  const random = seeded(1);
  const tenths = new Set(Array.from({ length: 1000 }, () => Math.floor(random() * 10)));
  assert.deepEqual([...tenths].sort(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
